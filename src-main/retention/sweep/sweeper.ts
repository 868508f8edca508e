import { AppError, messageOf } from '#core/app-error';
import type { LooseContents } from '../content/loose-content.ts';
import type { Planner } from '../plan/planner.ts';
import type { RetentionOptions } from '../ports.ts';
import { type SweepOutcome, type SweepRequest, sweepPlan } from './sweep.ts';

type WantedSweep = Omit<SweepRequest, 'known'> & { readonly plan: string };

/** Removes what plans showed, one sweep at a time. */
export class Sweeper implements AsyncDisposable {
  readonly #options: RetentionOptions;
  readonly #planner: Planner;
  readonly #contents: LooseContents;
  readonly #closing = new AbortController();
  #sweeping: Promise<SweepOutcome> | undefined;
  #byItself: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: RetentionOptions, planner: Planner, contents: LooseContents) {
    this.#options = options;
    this.#planner = planner;
    this.#contents = contents;
  }

  /** @throws AppError NOT_FOUND, CONFLICT while another sweep runs, INVALID_INPUT, UNAVAILABLE */
  async sweep(wanted: WantedSweep): Promise<SweepOutcome> {
    const known = this.#planner.known(wanted.plan);
    if (this.#sweeping !== undefined) throw new AppError('CONFLICT', 'A removal is already running');
    const signal = AbortSignal.any([wanted.signal, this.#closing.signal]);
    const sweeping = sweepPlan({ ...wanted, known, signal }, { ...this.#options, contents: this.#contents });
    this.#sweeping = sweeping;
    try {
      return await sweeping;
    } finally {
      this.#sweeping = undefined;
      this.#planner.forget(wanted.plan);
    }
  }

  /** Sweeps by itself after a while, where the settings say so by then. */
  startIn(delayMs: number): void {
    const { log } = this.#options;
    this.#timer = setTimeout(() => {
      this.#byItself = this.#sweepOld().catch((error: unknown) => {
        log.warn('retention.failed', { error: messageOf(error) });
      });
    }, delayMs).unref();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearTimeout(this.#timer);
    this.#closing.abort(new AppError('CANCELLED', 'Sigma Shell is closing'));
    await Promise.all([this.#byItself, this.#sweeping?.catch(() => {})]);
  }

  async #sweepOld(): Promise<void> {
    const olderThanDays = this.#options.sweepAfterDays();
    if (olderThanDays === undefined) return;
    const { signal } = this.#closing;
    const { id: plan, items } = await this.#planner.plan({ olderThanDays }, signal);
    if (items.length === 0) return;
    const all = items.map(({ id }) => id);
    const outcome = await this.sweep({ plan, items: all, by: 'setting', signal, progress: () => {} });
    this.#options.log.info('retention.swept', { ...outcome });
  }
}
