import { stat } from 'node:fs/promises';
import type { ShellProcess } from './shell-process.ts';

/** Time after which unused spares are ended, in milliseconds. */
const KEEP_MS = 60_000;
/** Least number of waiting shells; below, the most if those were too few. */
const FEWEST = 2;
const MOST = 4;
/** A spare that is younger covers what is to be covered, in milliseconds. */
const YOUNG_MS = 1000;
/** Starting a process holds everything else up: first what was asked for is recorded and answered, in milliseconds. */
const ANSWER_MS = 30;

export interface SpareOptions {
  readonly start: (cwd: string, processes: number | undefined) => Promise<ShellProcess>;
  /** Ends a shell, including what only such a shell had. */
  readonly end: (shell: ShellProcess) => Promise<void>;
  /** Whether what it is shut into is still what it would be shut into now. */
  readonly isCurrent: (shell: ShellProcess) => Promise<boolean>;
}

interface SpareShell {
  readonly cwd: string;
  readonly processes: number | undefined;
  /** The folder itself: one that was made again in its place is another. */
  readonly folder: string | undefined;
  readonly shell: ShellProcess | undefined;
  readonly at: number;
}

/** Starts the next shells in advance, once one has been requested. */
export class SpareShells {
  readonly #options: SpareOptions;
  #spares: Promise<SpareShell>[] = [];
  #most = FEWEST;
  #isFilling = false;
  #filling: NodeJS.Timeout | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;
  #ending: Promise<unknown> = Promise.resolve();

  constructor(options: SpareOptions) {
    this.#options = options;
  }

  /** A fresh shell: a spare when one fits. @throws what starting says */
  async take(cwd: string, processes: number | undefined): Promise<ShellProcess> {
    clearTimeout(this.#timer);
    for (let spare = this.#spares.shift(); spare !== undefined; spare = this.#spares.shift()) {
      const shell = await this.#fitting(await spare, cwd, processes);
      if (shell) return shell;
    }
    this.#most = Math.min(this.#most + 1, MOST);
    return await this.#options.start(cwd, processes);
  }

  /** Checks in advance whether the next spare shell is current; to be called when one is about to be requested. */
  foresee(): void {
    const [next] = this.#spares;
    if (next) this.#spares[0] = this.#looked(next);
  }

  /** Prepares spare shells; to be called when there is time. */
  prepare(cwd: string, processes: number | undefined): void {
    clearTimeout(this.#timer);
    if (this.#isClosed) return;
    this.#timer = setTimeout(() => this.#discard(), KEEP_MS).unref();
    if (this.#isFilling) return;
    this.#isFilling = true;
    this.#filling = setTimeout(() => void this.#fill(cwd, processes), ANSWER_MS);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#filling);
    this.#discard();
    await this.#ending;
  }

  /** One after the other: what runs comes first. */
  async #fill(cwd: string, processes: number | undefined): Promise<void> {
    let hasFailed = false;
    while (!this.#isClosed && !hasFailed && this.#spares.length < this.#most) {
      const spare = this.#make(cwd, processes);
      this.#spares.push(spare);
      hasFailed = (await spare).shell === undefined;
    }
    this.#isFilling = false;
  }

  async #make(cwd: string, processes: number | undefined): Promise<SpareShell> {
    const folder = await existingFolder(cwd);
    const at = performance.now();
    const shell = await this.#options.start(cwd, processes).catch(() => undefined);
    return { cwd, processes, folder, shell, at };
  }

  async #fitting(spare: SpareShell, cwd: string, processes: number | undefined): Promise<ShellProcess | undefined> {
    const { shell, folder, at } = spare;
    if (!shell) return undefined;
    const fits = spare.cwd === cwd && spare.processes === processes && shell.isUsable;
    if (fits && folder !== undefined && folder === (await existingFolder(cwd)) && (await this.#isCurrent(shell, at))) {
      return shell;
    }
    this.#end(this.#options.end(shell));
    return undefined;
  }

  async #looked(waiting: Promise<SpareShell>): Promise<SpareShell> {
    const spare = await waiting;
    const at = performance.now();
    return spare.shell && (await this.#isCurrent(spare.shell, spare.at)) ? { ...spare, at } : spare;
  }

  async #isCurrent(shell: ShellProcess, at: number): Promise<boolean> {
    return performance.now() - at < YOUNG_MS || (await this.#options.isCurrent(shell).catch(() => false));
  }

  #discard(): void {
    clearTimeout(this.#timer);
    this.#most = FEWEST;
    for (const spare of this.#spares.splice(0)) {
      this.#end(spare.then(({ shell }) => shell && this.#options.end(shell)));
    }
  }

  #end(ended: Promise<unknown>): void {
    this.#ending = Promise.all([this.#ending, ended.catch(() => {})]);
  }
}

async function existingFolder(path: string): Promise<string | undefined> {
  const found = await stat(path, { bigint: true }).catch(() => undefined);
  return found && `${found.dev} ${found.ino} ${found.birthtimeNs}`;
}
