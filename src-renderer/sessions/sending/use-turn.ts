import { useCallback, useMemo, useRef, useState } from 'react';
import type { MessageImage, SessionSummary } from '#contract';
import { useApi } from '../../api/api-context.tsx';
import { errorText } from '../../state/error-text.ts';

/** What is sent in place of a text; the arguments are JSON. */
export interface SentPrompt {
  readonly id: string;
  readonly args: string;
}

/** What goes with a text, or in its place. */
export interface SentWith {
  readonly prompt?: SentPrompt;
  readonly images?: readonly MessageImage[];
}

/** Sending, stopping and asking again, with what went wrong in the person's words. */
export interface Turn {
  readonly isRunning: boolean;
  readonly isSending: boolean;
  readonly problem: string | undefined;
  /** Resolves to whether the message was taken; a message that was not stays with the caller. */
  readonly send: (text: string, profile?: string, more?: SentWith) => Promise<boolean>;
  readonly stop: () => void;
  readonly retry: () => void;
}

export function useTurn(session: SessionSummary | undefined, onCreate: () => Promise<string>): Turn {
  const api = useApi();
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const [isSending, setSending] = useState(false);
  const sending = useRef(false);
  const id = session?.id;

  const attempt = useCallback(async (what: string, act: () => Promise<unknown>): Promise<boolean> => {
    setProblem(undefined);
    try {
      await act();
      return true;
    } catch (error) {
      setProblem(`${what}: ${errorText(error)}`);
      return false;
    }
  }, []);

  const send = useCallback(
    async (text: string, profile?: string, { prompt, images = [] }: SentWith = {}) => {
      // A second click on the way must not make a second session.
      if (sending.current) return false;
      sending.current = true;
      setSending(true);
      const wasTaken = await attempt('Not sent', async () =>
        api.sessions.send({
          session: id ?? (await onCreate()),
          text,
          ...(profile !== undefined && { profile }),
          ...(prompt && { prompt }),
          ...(images.length > 0 && { images: [...images] }),
        }),
      );
      sending.current = false;
      setSending(false);
      return wasTaken;
    },
    [api, attempt, id, onCreate],
  );
  const stop = useCallback(() => {
    if (id !== undefined) void attempt('Not stopped', () => api.sessions.stop({ session: id }));
  }, [api, attempt, id]);
  const retry = useCallback(() => {
    if (id !== undefined) void attempt('Not asked again', () => api.sessions.retry({ session: id }));
  }, [api, attempt, id]);

  const isRunning = session?.state === 'running' || session?.state === 'needs-you';
  return useMemo(
    () => ({ isRunning, isSending, problem, send, stop, retry }),
    [isRunning, isSending, problem, send, stop, retry],
  );
}
