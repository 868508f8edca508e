import type { TurnProgress } from '#contract';
import { onAbort } from '#core/async/abort';

/** Longest that the end of a channel waits for the word by which a session has a message, in milliseconds. */
const HANDING_MS = 2000;

/** A turn whose first word shows that the session has the message. */
export class FollowedTurnStart {
  /** @throws AppError if the message was not taken, or nobody knows whether it was */
  readonly begun: Promise<void>;
  readonly #source: AsyncGenerator<TurnProgress, void>;
  readonly #first: Promise<IteratorResult<TurnProgress, void>>;
  #following: Disposable | undefined;

  /**
   * @param ask hands the message over, and follows its turn
   * @param signal ends that: a message that is being handed over is given a moment, or it would come once more
   */
  constructor(ask: (signal: AbortSignal) => AsyncGenerator<TurnProgress, void>, signal: AbortSignal) {
    const asking = new AbortController();
    const end = () => asking.abort(signal.reason);
    let late: NodeJS.Timeout | undefined;
    const handing = onAbort(signal, () => {
      late = setTimeout(end, HANDING_MS);
    });
    this.#source = ask(asking.signal);
    this.#first = this.#source.next().finally(() => {
      clearTimeout(late);
      handing[Symbol.dispose]();
    });
    this.begun = this.#first.then(() => {
      this.#following = onAbort(signal, end);
    });
    // Whoever waits for the beginning hears of it.
    this.begun.catch(() => {});
  }

  async *progress(): AsyncGenerator<TurnProgress, void> {
    try {
      const first = await this.#first;
      if (!first.done) yield first.value;
      yield* this.#source;
    } finally {
      await this.#source.return();
      this.#following?.[Symbol.dispose]();
    }
  }
}
