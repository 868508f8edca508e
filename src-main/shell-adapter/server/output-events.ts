import { textStart } from '#contract/text-ends';

/** Period after which output is reported, or earlier if the other stream has some, in milliseconds. */
const EVERY_MS = 50;
/** Most output of one command reported while it runs; the result has the rest, as its sizes allow. */
const MOST = 1_000_000;

export type OutputStream = 'stdout' | 'stderr';

export interface OutputEvent {
  readonly stream: OutputStream;
  readonly text: string;
  /** Whether it is the last event: more was printed than is reported while it runs. */
  readonly is_cut?: true;
}

/** Output of one command, gathered for a moment and reported in order, no more than a client can read. */
export class OutputEvents implements Disposable {
  readonly #tell: (event: OutputEvent) => void;
  #waiting: OutputEvent | undefined;
  #timer: NodeJS.Timeout | undefined;
  /** Negative once more was printed, or nothing is told any more. */
  #room = MOST;

  constructor(tell: (event: OutputEvent) => void) {
    this.#tell = tell;
  }

  readonly take = (stream: OutputStream, text: string): void => {
    if (this.#room < 0 || text === '') return;
    const kept = textStart(text, this.#room);
    this.#room -= text.length;
    if (this.#waiting && this.#waiting.stream !== stream) this.#flush();
    this.#waiting = { stream, text: `${this.#waiting?.text ?? ''}${kept}`, ...(this.#room < 0 && { is_cut: true }) };
    this.#timer ??= setTimeout(() => this.#flush(), EVERY_MS);
  };

  /** Tells what waits; nothing comes afterwards. */
  [Symbol.dispose](): void {
    this.#flush();
    this.#room = -1;
  }

  #flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const told = this.#waiting;
    this.#waiting = undefined;
    if (told) this.#tell(told);
  }
}
