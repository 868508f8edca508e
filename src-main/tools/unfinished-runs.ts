import { messageOf } from '#core/app-error';
import type { Logger } from '#core/logger';

/** A tool that was stopped and did not end in time; its call has been answered without it. */
export interface UnfinishedRun {
  readonly tool: string;
  /** Settles when the tool has ended and everything that it did is recorded. */
  readonly running: Promise<unknown>;
  /** Puts on the ledger what could not be recorded. */
  readonly report: (message: string) => Promise<unknown>;
}

/** Most time that what was given up may take to be recorded when the app ends, in milliseconds. */
const ENDING_LIMIT_MS = 60_000;

/** Keeps runs that were given up until they have ended, so that the ledger is not closed before what they did is on it. */
export class UnfinishedRuns implements AsyncDisposable {
  readonly #log: Logger;
  readonly #limitMs: number;
  readonly #runs = new Map<UnfinishedRun, Promise<void>>();

  constructor(log: Logger, limitMs = ENDING_LIMIT_MS) {
    this.#log = log;
    this.#limitMs = limitMs;
  }

  keep(run: UnfinishedRun): void {
    const ended = run.running.then(
      () => {},
      (error: unknown) => this.#tell(run, `could not be recorded: ${messageOf(error)}`),
    );
    this.#runs.set(
      run,
      ended.finally(() => this.#runs.delete(run)),
    );
  }

  /** Waits for what is left; then says on the ledger and in the log what did not come to its end. */
  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#runs.size === 0) return;
    this.#log.info('tool.unfinished.awaited', { tools: [...this.#runs.keys()].map(({ tool }) => tool) });
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, this.#limitMs);
    });
    await Promise.race([Promise.all(this.#runs.values()), limit]);
    clearTimeout(timer);
    const seconds = Math.round(this.#limitMs / 1000);
    const left = [...this.#runs.keys()];
    await Promise.all(
      left.map((run) => this.#tell(run, `was not recorded within ${seconds} s before Sigma Shell ended`)),
    );
  }

  async #tell(run: UnfinishedRun, what: string): Promise<void> {
    const message = `${run.tool} was stopped, and what it did ${what}`;
    this.#log.error('tool.unfinished', { tool: run.tool, message });
    await run.report(message).catch((error: unknown) => {
      this.#log.error('tool.unfinished.unrecorded', { tool: run.tool, error: messageOf(error) });
    });
  }
}
