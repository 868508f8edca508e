import { randomUUID } from 'node:crypto';
import { AppError, messageOf } from '#core/app-error';
import { Emitter } from '#core/async/emitter';
import type { Logger } from '#core/logger';
import { STOPPED_BY_PERSON } from '../items/assistant-item.ts';

export interface SessionLock {
  readonly turn: string;
  readonly signal: AbortSignal;
  /** Unlocks the session; to be called once. */
  end(): void;
}

interface RunningOperation {
  readonly turn: string;
  readonly stop: AbortController;
  readonly finished: Promise<void>;
}

/** Sessions with an operation in progress that excludes a second one: a turn, or a compaction. */
export class SessionLocks implements AsyncDisposable {
  readonly #running = new Map<string, RunningOperation>();
  readonly #changed: Emitter<string>;
  #isDisposed = false;

  constructor(log: Logger) {
    this.#changed = new Emitter((error) => log.error('turns.listener.failed', { error: messageOf(error) }));
  }

  /** A session in which something has begun or ended. */
  get onChanged() {
    return this.#changed.subscribe;
  }

  has(session: string): boolean {
    return this.#running.has(session);
  }

  /** Whether this turn runs. */
  isRunning(session: string, turn: string): boolean {
    return this.#running.get(session)?.turn === turn;
  }

  sessions(): string[] {
    return [...this.#running.keys()];
  }

  /** @throws AppError CONFLICT while something runs, UNAVAILABLE if the app ends */
  begin(session: string): SessionLock {
    if (this.#isDisposed) throw new AppError('UNAVAILABLE', 'Sigma Shell is closing');
    this.refuse(session);
    const stop = new AbortController();
    let finish = () => {};
    const finished = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const turn = randomUUID();
    this.#running.set(session, { turn, stop, finished });
    this.#changed.emit(session);
    const end = () => {
      this.#running.delete(session);
      this.#changed.emit(session);
      finish();
    };
    return { turn, signal: stop.signal, end };
  }

  /** @throws AppError CONFLICT while something runs */
  refuse(session: string): void {
    if (!this.#running.has(session)) return;
    throw new AppError('CONFLICT', 'A turn of this session is still running', {
      advice: 'Wait for it to end, or stop it',
    });
  }

  /** Resolves when nothing of the session runs any more; at once when nothing does. */
  async stop(session: string): Promise<void> {
    const running = this.#running.get(session);
    running?.stop.abort(new AppError('CANCELLED', STOPPED_BY_PERSON));
    await running?.finished;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isDisposed = true;
    const all = [...this.#running.values()];
    for (const { stop } of all) stop.abort(new AppError('CANCELLED', 'Sigma Shell is closing'));
    await Promise.all(all.map(({ finished }) => finished));
  }
}
