import { useCallback, useMemo, useRef, useState } from 'react';
import type { Api, MessageImage, SessionSummary } from '#contract';
import { useApi } from '../../api/api-context.tsx';
import { errorCode } from '../../state/error-text.ts';
import { type AttemptPlace, useAttempt } from './use-attempt.ts';

/** Prompt that is sent instead of a text; the arguments are JSON. */
export interface SentPrompt {
  readonly id: string;
  readonly args: string;
}

/** Attachments of a text, or what is sent instead of it. */
export interface MessageExtras {
  readonly prompt?: SentPrompt;
  readonly images?: readonly MessageImage[];
}

/** Sending, stopping and asking again, with what went wrong in the person's words. */
export interface TurnControls {
  readonly isRunning: boolean;
  readonly isSending: boolean;
  readonly problem: string | undefined;
  /**
   * Sends a message at once, or after the turn that runs and the messages that wait there. Resolves to whether it was
   * accepted; a message that was not stays with the caller.
   */
  readonly send: (text: string, profile?: string, more?: MessageExtras) => Promise<boolean>;
  readonly stop: () => void;
  readonly retry: () => void;
}

export function useTurn(session: SessionSummary | undefined, onCreate: () => Promise<string>): TurnControls {
  const api = useApi();
  const id = session?.id;
  /** Messages on their way: one session's holds up none of another. */
  const [sending, setSending] = useState<readonly SentFrom[]>([]);
  const latest = useRef(sending);
  const put = useCallback((all: readonly SentFrom[]) => {
    latest.current = all;
    setSending(all);
  }, []);
  const isSending = isUnderWay(sending, id);
  const { attempt, problem } = useAttempt(id);
  const isRunning = session?.state === 'running' || session?.state === 'needs-you';
  const mustWait = isRunning || (session?.waiting ?? 0) > 0;

  const send = useCallback(
    async (text: string, profile?: string, { prompt, images = [] }: MessageExtras = {}) => {
      // A second click on the way must not make a second session.
      if (isUnderWay(latest.current, id) && !mustWait) return false;
      let mine: SentFrom | undefined;
      const wasTaken = await attempt('Not sent', async (place) => {
        mine = { from: id, place };
        put([...latest.current, mine]);
        place.session ??= await onCreate();
        const message = {
          session: place.session,
          text,
          ...(profile !== undefined && { profile }),
          ...(images.length > 0 && { images: [...images] }),
        };
        if (prompt) await api.sessions.send({ ...message, prompt });
        else await deliverMessage(api, message, mustWait);
        return true;
      });
      put(latest.current.filter((one) => one !== mine));
      return wasTaken === true;
    },
    [api, attempt, onCreate, mustWait, id, put],
  );
  const stop = useCallback(() => {
    if (id !== undefined) void attempt('Not stopped', () => api.sessions.stop({ session: id }));
  }, [api, attempt, id]);
  const retry = useCallback(() => {
    if (id !== undefined) void attempt('Not asked again', () => api.sessions.retry({ session: id }));
  }, [api, attempt, id]);

  return useMemo(
    () => ({ isRunning, isSending, problem, send, stop, retry }),
    [isRunning, isSending, problem, send, stop, retry],
  );
}

interface SentFrom {
  /** Session that was looked at. */
  readonly from: string | undefined;
  readonly place: AttemptPlace;
}

/** Whether something is on its way from or to the session; one that is being made may be any. */
function isUnderWay(sending: readonly SentFrom[], session: string | undefined): boolean {
  return sending.some(({ from, place }) => place.session === undefined || [from, place.session].includes(session));
}

type EnqueuedMessage = Parameters<Api['sessions']['enqueue']>[0];

/** Sends it at once if nothing is before it; what began in the meantime, as in another window, is waited for. */
async function deliverMessage(api: Api, message: EnqueuedMessage, mustWait: boolean): Promise<void> {
  if (!mustWait) {
    try {
      await api.sessions.send(message);
      return;
    } catch (error) {
      if (errorCode(error) !== 'CONFLICT') throw error;
    }
  }
  await api.sessions.enqueue(message);
}
