import { basename } from 'node:path';
import type { Pty } from './pty.ts';
import { cleanTitle } from './terminal-title.ts';

/** Time after which it is looked at what runs in a terminal that shows something, in milliseconds. */
const LOOK_AFTER_MS = 300;

export interface TerminalNameOptions {
  /** Folder in which its shell is started. */
  readonly cwd: string;
  readonly pty: () => Pty | undefined;
  /** Called when the name may have changed. */
  readonly onLooked: () => void;
}

/** Name of a terminal without a given one: the program that runs in it, else the folder of its shell. */
export class TerminalName implements Disposable {
  readonly #options: TerminalNameOptions;
  #job: string | undefined;
  #folder: string;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: TerminalNameOptions) {
    this.#options = options;
    this.#folder = options.cwd;
  }

  get text(): string {
    return cleanTitle(this.#job ?? '') || cleanTitle(basename(this.#folder) || this.#folder);
  }

  /** Notes output: a program may have begun, or ended. */
  written(): void {
    if (this.#timer !== undefined) return;
    this.#timer = setTimeout(() => this.#look(), LOOK_AFTER_MS);
    this.#timer.unref();
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
  }

  #look(): void {
    this.#timer = undefined;
    const pty = this.#options.pty();
    this.#job = pty?.job();
    this.#folder = pty?.folder?.() ?? this.#folder;
    this.#options.onLooked();
  }
}
