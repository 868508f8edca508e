import { stat } from 'node:fs/promises';
import type { ShellProcess } from './shell-process.ts';

/** A spare that nobody needs for this long is ended. */
const KEEP_MS = 60_000;

type Start = (cwd: string, processes: number | undefined) => Promise<ShellProcess>;

interface Spare {
  readonly cwd: string;
  readonly processes: number | undefined;
  /** The folder itself: one that was made anew in its place is another. */
  readonly folder: string | undefined;
  readonly shell: Promise<ShellProcess | undefined>;
}

/** Starts the next shell before somebody asks for it, once somebody has asked for one. */
export class SpareShell {
  readonly #start: Start;
  readonly #endShell: (shell: ShellProcess) => Promise<void>;
  #spare: Promise<Spare> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;
  #ending: Promise<unknown> = Promise.resolve();

  /** @param end also for what only such a shell had */
  constructor(start: Start, end: (shell: ShellProcess) => Promise<void>) {
    this.#start = start;
    this.#endShell = end;
  }

  /** A fresh shell: the spare when it fits. @throws what starting says */
  async take(cwd: string, processes: number | undefined): Promise<ShellProcess> {
    const spare = this.#spare;
    this.#spare = undefined;
    clearTimeout(this.#timer);
    const shell = await this.#fitting(spare, cwd, processes);
    return shell ?? (await this.#start(cwd, processes));
  }

  /** To be called when there is time. */
  prepare(cwd: string, processes: number | undefined): void {
    clearTimeout(this.#timer);
    if (this.#isClosed) return;
    this.#timer = setTimeout(() => this.#discard(), KEEP_MS).unref();
    this.#spare ??= this.#make(cwd, processes);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#discard();
    await this.#ending;
  }

  async #make(cwd: string, processes: number | undefined): Promise<Spare> {
    const folder = await folderOf(cwd);
    const shell = this.#start(cwd, processes).catch(() => undefined);
    return { cwd, processes, folder, shell };
  }

  async #fitting(waiting: Promise<Spare> | undefined, cwd: string, processes: number | undefined) {
    const spare = await waiting;
    const shell = await spare?.shell;
    if (!spare || !shell) return undefined;
    const fits = spare.cwd === cwd && spare.processes === processes && shell.isUsable;
    if (fits && spare.folder !== undefined && spare.folder === (await folderOf(cwd))) return shell;
    this.#end(this.#endShell(shell));
    return undefined;
  }

  #discard(): void {
    const waiting = this.#spare;
    this.#spare = undefined;
    clearTimeout(this.#timer);
    if (waiting) this.#end(waiting.then(({ shell }) => shell).then((shell) => shell && this.#endShell(shell)));
  }

  #end(ended: Promise<unknown>): void {
    this.#ending = Promise.all([this.#ending, ended.catch(() => {})]);
  }
}

async function folderOf(path: string): Promise<string | undefined> {
  const found = await stat(path, { bigint: true }).catch(() => undefined);
  return found && `${found.dev} ${found.ino} ${found.birthtimeNs}`;
}
