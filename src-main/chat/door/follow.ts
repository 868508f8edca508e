import type { TurnProgress } from '#contract';
import { AppError } from '#core/app-error';
import type { LiveValue } from '#core/async/streams';
import { knownEvent, type Ledger } from '#ledger';
import type { ChatOptions } from '../chat-options.ts';
import type { Conversation } from '../conversation/conversation.ts';
import type { Sessions } from '../sessions/sessions.ts';
import { type FeedItem, recordFeed } from './record-feed.ts';
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
  readonly redactor: ChatOptions['redactor'];
  /** Ends it when everything has been told that there is. */
  readonly closing: Pick<LiveValue<boolean>, 'value' | 'onChanged'>;
}

/**
 * Tells what becomes of a message, from its beginning: what is on the record first, then what happens. Ends after `ended` or
 * `withdrawn`, or with the signal. A reader may be as slow as it likes, and what it missed of a text comes together.
 *
 * @throws AppError NOT_FOUND, UNAVAILABLE when the record cannot be read
 */
export async function* follow(options: FollowOptions): AsyncGenerator<TurnProgress, void> {
  const { sessions, ledger, session, message: first, signal } = options;
  await sessions.index.summary(session);
  const { conversation, release } = await sessions.conversations.hold(session);
  const follower = new Follower(options, conversation);
  try {
    const { onStirred, isOver } = follower;
    for await (const fed of recordFeed({ ledger, session, first, onStirred, isOver, signal })) {
      if (signal?.aborted) return;
      yield* follower.take(fed);
      if (follower.isDone) return;
    }
  } finally {
    release();
  }
}

class Follower {
  isDone = false;
  readonly #options: FollowOptions;
  readonly #conversation: Conversation;
  readonly #teller: TurnTeller;
  #ahead = 0;
  #isThere = false;

  constructor(options: FollowOptions, conversation: Conversation) {
    this.#options = options;
    this.#conversation = conversation;
    this.#teller = new TurnTeller(options.message, options.redactor);
  }

  readonly isOver = (): boolean => {
    const { turn } = this.#teller;
    const { sessions, session } = this.#options;
    return turn !== undefined && !sessions.locks.isRunning(session, turn);
  };

  readonly onStirred = (listener: () => void): (() => void) => {
    const { closing } = this.#options;
    const leave = [closing.onChanged(listener), this.#conversation.stirred(listener)];
    return () => {
      for (const one of leave) one();
    };
  };

  *take(fed: FeedItem): Generator<TurnProgress, void> {
    if (typeof fed === 'object') {
      this.#isThere = true;
      const event = knownEvent(fed.event);
      if (event) yield* this.#teller.take(event);
    } else if (fed === 'over') yield this.#teller.broken();
    else if (fed === 'caught-up') yield* this.#now();
    this.isDone ||= this.#teller.isOver;
  }

  /** Yields the current state that is not recorded. */
  *#now(): Generator<TurnProgress, void> {
    const { session, message, ahead: aheadOf, closing } = this.#options;
    if (!this.#isThere) throw new AppError('NOT_FOUND', 'There is no such message in this session', { where: message });
    const { turn, request } = this.#teller;
    const ahead = turn === undefined ? aheadOf(session, message) : 0;
    if (ahead > 0 && ahead !== this.#ahead) yield { kind: 'queued', ahead };
    this.#ahead = ahead;
    if (request !== undefined) yield* this.#teller.live(this.#conversation.get(request));
    this.isDone = closing.value;
  }
}
