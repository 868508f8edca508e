import type { TurnProgress } from '#contract';

/** A turn whose first word shows that the session has the message. */
export class FollowedTurnStart {
  /** @throws AppError if the message was not taken */
  readonly begun: Promise<void>;
  readonly #source: AsyncGenerator<TurnProgress, void>;
  readonly #first: Promise<IteratorResult<TurnProgress, void>>;

  constructor(source: AsyncGenerator<TurnProgress, void>) {
    this.#source = source;
    this.#first = source.next();
    this.begun = this.#first.then(() => {});
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
    }
  }
}
