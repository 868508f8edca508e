import { randomUUID } from 'node:crypto';
import type { TerminalOutput } from '#contract';
import type { PtySize } from './pty.ts';

/** One reader of a terminal. Between asking for the replay and getting it, what comes waits, so that nothing is missed or twice. */
export class Attachment {
  #id = randomUUID();
  readonly #deliver: (output: TerminalOutput) => void;
  #waiting: TerminalOutput[] | undefined = [];
  #unacknowledged = 0;

  constructor(deliver: (output: TerminalOutput) => void) {
    this.#deliver = deliver;
  }

  /** Changes with every replay, so that acknowledgements of what came before it do not count. */
  get id(): string {
    return this.#id;
  }

  get isLive(): boolean {
    return this.#waiting === undefined;
  }

  /** Characters sent, or waiting to be, that the reader has not drawn. */
  get unacknowledged(): number {
    return this.#unacknowledged;
  }

  /** A replay will come: what is sent from now on belongs after it. */
  awaitReplay(): void {
    this.#id = randomUUID();
    this.#waiting = [];
    this.#unacknowledged = 0;
  }

  replay(data: string, { columns, rows }: PtySize): void {
    const waiting = this.#waiting ?? [];
    this.#waiting = undefined;
    this.#unacknowledged += data.length;
    this.#deliver({ kind: 'replay', data, attachment: this.#id, columns, rows });
    for (const output of waiting) this.#deliver(output);
  }

  send(output: TerminalOutput): void {
    if (output.kind !== 'exit') this.#unacknowledged += output.data.length;
    if (this.#waiting) this.#waiting.push(output);
    else this.#deliver(output);
  }

  acknowledge(characters: number): void {
    this.#unacknowledged = Math.max(0, this.#unacknowledged - characters);
  }
}
