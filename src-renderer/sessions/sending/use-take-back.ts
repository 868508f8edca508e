import { useCallback, useRef, useState } from 'react';
import type { MessageImage } from '#contract';
import { useApi } from '../../api/api-context.tsx';
import { failureText } from '../../state/error-text.ts';
import { useProblemOf } from '../../state/use-problem-of.ts';
import { announce } from '../../ui/announce.ts';
import { appendBelow } from './append-below.ts';

export interface TakeBackOptions {
  readonly session: string | undefined;
  readonly setDraft: (change: (now: string) => string) => void;
  readonly putImages: (images: readonly MessageImage[]) => void;
}

export interface TakeBack {
  /** Messages that are on their way back; none is asked for twice. */
  readonly leaving: ReadonlySet<string>;
  readonly problem: string | undefined;
  readonly dismissProblem: () => void;
  /** Resolves when all of them are with the person again, or cannot be. */
  readonly takeBack: (messages: readonly string[]) => Promise<void>;
}

/** Brings messages that wait back to where they were written, below what is written there by now. */
export function useTakeBack({ session, setDraft, putImages }: TakeBackOptions): TakeBack {
  const api = useApi();
  const [leaving, setLeaving] = useState<ReadonlySet<string>>(new Set());
  const [problem, setProblem] = useProblemOf(session);
  const put = useRef({ setDraft, putImages });
  // What is asked back in one session comes back there, whichever is looked at then.
  put.current = { setDraft, putImages };
  const underWay = useRef(new Map<string, Promise<void>>());

  const ask = useCallback(
    async (messages: readonly string[]) => {
      if (session === undefined || messages.length === 0) return;
      const { setDraft: setText, putImages: attach } = put.current;
      setProblem(undefined);
      setLeaving((now) => new Set([...now, ...messages]));
      const taken = await Promise.allSettled(messages.map((message) => api.sessions.withdraw({ session, message })));
      const back = taken.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
      for (const { text, images = [] } of back) {
        setText((now) => appendBelow(now, text));
        attach(images);
      }
      const failed = taken.find((one) => one.status === 'rejected');
      if (failed) setProblem(failureText('Not taken back', failed.reason));
      setLeaving((now) => new Set([...now].filter((one) => !messages.includes(one))));
      if (back.length > 0) announce('Taken back into the message field');
    },
    [api, session, setProblem],
  );
  const takeBack = useCallback(
    async (messages: readonly string[]) => {
      const known = underWay.current;
      const asked = messages.filter((message) => !known.has(message));
      const done = ask(asked).finally(() => {
        for (const message of asked) known.delete(message);
      });
      for (const message of asked) known.set(message, done);
      await Promise.all(messages.map((message) => known.get(message)));
    },
    [ask],
  );
  return { leaving, problem, dismissProblem: () => setProblem(undefined), takeBack };
}
