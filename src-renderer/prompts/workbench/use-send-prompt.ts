import { useCallback, useEffect, useRef, useState } from 'react';
import type { PromptRecord, SendUpdate } from '#contract';
import { useApi } from '../../api/api-context.tsx';
import { errorText, failureText } from '../../state/error-text.ts';
import { frameBatched } from '../../state/frame-batched.ts';

type SentUpdate = Extract<SendUpdate, { kind: 'sent' }>;
type DoneUpdate = Extract<SendUpdate, { kind: 'done' }>;

/** Outcome of a sent prompt. */
export interface PromptAnswer {
  readonly state: 'waiting' | 'streaming' | 'done' | 'failed' | 'stopped';
  readonly sent?: SentUpdate;
  readonly reasoning: string;
  readonly text: string;
  /** Reason why it waits, or failed. */
  readonly note?: string;
  readonly done?: DoneUpdate;
}

export interface PromptSender {
  readonly answer: PromptAnswer | undefined;
  readonly isRunning: boolean;
  readonly send: (what: {
    readonly record: PromptRecord;
    readonly args: string;
    readonly profile: string | undefined;
  }) => void;
  /** Stops the model too, which goes on when the view is only left. */
  readonly stop: () => void;
}

const BEGUN: PromptAnswer = { state: 'waiting', reasoning: '', text: '' };

/** Sends a prompt to a model; its answer is shown as it comes in, and stays until the next. */
export function useSendPrompt(id: string): PromptSender {
  const api = useApi();
  const [answer, setAnswer] = useState<PromptAnswer | undefined>(undefined);
  const ending = useRef<AbortController>(undefined);
  /** Id of the last sending, by which the host stops it. */
  const sending = useRef<string>(undefined);
  useEffect(() => () => ending.current?.abort(), []);
  const send = useCallback(
    ({ record, args, profile }: Parameters<PromptSender['send']>[0]) => {
      ending.current?.abort();
      const mine = new AbortController();
      ending.current = mine;
      const chosen = crypto.randomUUID();
      sending.current = chosen;
      const batch = frameBatched((next: PromptAnswer) => ending.current === mine && setAnswer(next));
      const input = { id, draft: record, args, sending: chosen, ...(profile === undefined ? {} : { profile }) };
      void followAnswer(() => api.prompts.send(input, { signal: mine.signal }), batch.push).then(batch.flush);
    },
    [api, id],
  );
  const stop = useCallback(() => {
    ending.current?.abort();
    ending.current = undefined;
    setAnswer((now) => now && { ...now, state: 'stopped' });
    const stopped = sending.current;
    if (stopped === undefined) return;
    api.prompts.stopSending({ sending: stopped }).catch((error: unknown) => {
      if (sending.current !== stopped) return;
      setAnswer((now) => now && { ...now, state: 'failed', note: failureText('Not stopped', error) });
    });
  }, [api]);
  return { answer, isRunning: answer?.state === 'waiting' || answer?.state === 'streaming', send, stop };
}

async function followAnswer(
  open: () => Promise<AsyncIterable<SendUpdate>>,
  show: (answer: PromptAnswer) => void,
): Promise<void> {
  let now = BEGUN;
  show(now);
  try {
    for await (const update of await open()) {
      now = withUpdate(now, update);
      show(now);
    }
  } catch (error) {
    show({ ...now, state: 'failed', note: errorText(error) });
  }
}

function withUpdate(now: PromptAnswer, update: SendUpdate): PromptAnswer {
  switch (update.kind) {
    case 'sent':
      return { ...now, sent: update };
    case 'waiting':
      return { ...now, note: update.reason };
    case 'reasoning':
      return { ...withoutNote(now), state: 'streaming', reasoning: now.reasoning + update.text };
    case 'text':
      return { ...withoutNote(now), state: 'streaming', text: now.text + update.text };
    case 'done':
      return { ...withoutNote(now), state: 'done', done: update };
    case 'failed':
      return { ...now, state: 'failed', note: [update.message, update.advice].filter(Boolean).join(' ') };
  }
}

function withoutNote({ note: _, ...rest }: PromptAnswer): PromptAnswer {
  return rest;
}
