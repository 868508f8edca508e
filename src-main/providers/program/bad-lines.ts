import { textStart } from '#contract/text-ends';
import { AppError } from '#core/app-error';

/** A line of a program's output that is no line of the protocol. */
export interface BadLine {
  /** Description of the line, such as "not JSON". */
  readonly why: string;
  /** Its first bytes at least. */
  readonly start: Buffer;
  /** Its size as far as it was read, in bytes. */
  readonly bytes: number;
}

/** Number of consecutive bad lines after which a program is considered not to speak the protocol. */
const MAX_IN_A_ROW = 20;
/** Most within the window, in a row or not. */
const MOST = 100;
const WINDOW_MS = 60_000;
/** Bytes of a line that are searched for secrets. */
const READ_BYTES = 4096;
/** Characters of a line that are shown. */
const SHOWN = 300;

/** Counts the bad lines of a program, and shows each as a diagnostic without secrets. */
export class BadLines {
  readonly #redact: (text: string) => string;
  readonly #onText: (text: string) => void;
  #inARow = 0;
  #times: number[] = [];

  constructor(redact: (text: string) => string, onText: (text: string) => void) {
    this.#redact = redact;
    this.#onText = onText;
  }

  /** The line in words, such as "not JSON: Loading…". @throws AppError LIMIT_EXCEEDED if there are too many */
  add(line: BadLine): string {
    const now = performance.now();
    this.#inARow++;
    this.#times = [...this.#times.filter((time) => now - time < WINDOW_MS), now];
    const words = `${line.why}: ${this.#shown(line)}`;
    this.#onText(`[standard output] ${words}\n`);
    if (this.#inARow >= MAX_IN_A_ROW) throw tooMany(`${MAX_IN_A_ROW} lines in a row`, words);
    if (this.#times.length >= MOST) throw tooMany(`${MOST} lines within a minute`, words);
    return words;
  }

  /** Ends a row of bad lines, because something of the protocol came between: a requested answer, or a tool. */
  endRow(): void {
    this.#inARow = 0;
  }

  #shown({ start, bytes }: BadLine): string {
    const text = this.#redact(start.subarray(0, READ_BYTES).toString('utf8'));
    return text.length <= SHOWN && bytes <= READ_BYTES ? text : `${textStart(text, SHOWN)}… (${bytes} bytes)`;
  }
}

function tooMany(howMany: string, last: string): AppError {
  return new AppError(
    'LIMIT_EXCEEDED',
    `It wrote ${howMany} to its standard output that are not of the protocol. The last is ${last}`,
    { advice: 'Write debug output to standard error' },
  );
}
