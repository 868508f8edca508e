import type { TurnProgress } from '#contract';
import { AppError } from '#core/app-error';
import { knownEvent, type Ledger } from '#ledger';
import type { Sessions } from '../sessions/sessions.ts';
import { recordFeed } from './record-feed.ts';
import { TurnTeller } from './turn-teller.ts';

export interface FollowOptions {
  readonly sessions: Sessions;
  readonly ledger: Ledger;
  /** Messages, and the turn, that are before one that waits. */
  readonly ahead: (session: string, message: string) => number;
  readonly session: string;
  /** A `message.queued`, or a `message.user` that never waited. */
  readonly message: string;
  /** Ends it without a word. */
  readonly signal: AbortSignal | undefined;
  /** Ends it when everything has been told that there is. */
  readonly closing: AbortSignal;
}

/**
 * Tells what becomes of a message, from its beginning: what is on the record first, then what happens. Ends after `ended` or
 * `withdrawn`, or with the signal. A reader may be as slow as it likes, and what it missed of a text comes together.
 *
 * @throws AppError NOT_FOUND, UNAVAILABLE when the record cannot be read
 */
export async function* follow(options: FollowOptions): AsyncGenerator<TurnProgress, void> {
  const { sessions, ledger, session, message, signal, closing } = options;
  await sessions.index.summary(session);
  const { conversation, release } = await sessions.conversations.hold(session);
  const teller = new TurnTeller(message);
  let ahead = 0;
  let isThere = false;
  try {
    const onStirred = (listener: () => void) => {
      closing.addEventListener('abort', listener);
      const leave = conversation.stirred(listener);
      return () => {
        closing.removeEventListener('abort', listener);
        leave();
      };
    };
    const isOver = () => teller.turn !== undefined && !sessions.occupied.isRunning(session, teller.turn);
    for await (const fed of recordFeed({ ledger, session, first: message, onStirred, isOver, signal })) {
      if (fed === 'over') yield teller.broken();
      else if (fed === 'caught-up') {
        if (!isThere) throw new AppError('NOT_FOUND', 'There is no such message in this session', { where: message });
        const now = options.ahead(session, message);
        if (teller.turn === undefined && now > 0 && now !== ahead) yield { kind: 'queued', ahead: now };
        ahead = now;
        if (closing.aborted) return;
        if (teller.request !== undefined) yield* teller.live(conversation.get(teller.request));
      } else if (typeof fed === 'object') {
        isThere = true;
        const event = knownEvent(fed.event);
        if (event) yield* teller.take(event);
      }
      if (teller.isOver) return;
    }
  } finally {
    release();
  }
}
