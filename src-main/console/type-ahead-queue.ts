import { AppError } from '#core/app-error';
import { Mutex } from '#core/async/mutex';
import type { RunningLine } from './running-line.ts';

/** The lines of one session that wait for the one before them: each in its turn, and none after an interrupt. */
export class TypeAheadQueue {
  readonly #mutex = new Mutex();
  #interrupts = 0;

  /**
   * Counts an interrupt. A terminal discards typed-ahead input on Ctrl+C; here it is returned to the person who typed
   * it.
   */
  interrupted(): void {
    this.#interrupts++;
  }

  /**
   * Begins when no line runs and no earlier one waits.
   *
   * @throws AppError CONFLICT if the line before goes on for longer than a moment, CANCELLED if it was interrupted
   */
  turn(running: () => RunningLine | undefined, begin: () => RunningLine): Promise<RunningLine> {
    const interrupts = this.#interrupts;
    return this.#mutex.run(async () => {
      await this.#wait(running, interrupts);
      // Here, since the next one looks at what runs as soon as this one has had its turn.
      return begin();
    });
  }

  async #wait(running: () => RunningLine | undefined, interrupts: number): Promise<void> {
    for (let earlier = running(); earlier; earlier = running()) {
      const hasEnded = await earlier.endsSoon();
      if (interrupts !== this.#interrupts) break;
      if (hasEnded) continue;
      throw new AppError('CONFLICT', `${earlier.line} still runs in this session`, {
        advice: 'Wait for it, or press Ctrl+C.',
      });
    }
    if (interrupts === this.#interrupts) return;
    throw new AppError('CANCELLED', 'The line before it was interrupted', {
      advice: 'Your line is kept; send it again.',
    });
  }
}
