/** Most arrays and objects inside each other that are parsed: beyond, writing the value out again may overflow the stack. */
export const MAX_JSON_DEPTH = 200;

export interface LineReaderOptions {
  /** Longest line, without its newline, in bytes. */
  readonly maxBytes: number;
  /** A line without its newline or CRLF; the bytes are the reader's own and may be kept. */
  readonly onLine: (line: Buffer) => void;
  /** Called with the first bytes of a line that is too long. Unless `onSkipped` is given, nothing is read after it. */
  readonly onTooLong: (start: Buffer) => void;
  /** The size of each further piece of a line that is too long, in bytes; reading goes on with the line behind it. */
  readonly onSkipped?: (bytes: number) => void;
}

/** Most bytes that are told of a line that is too long. */
const TOLD_BYTES = 4096;

/** Cuts a stream of bytes into lines, in time linear in their length: the pieces of a line are joined once, when it ends. */
export class LineReader {
  readonly #options: LineReaderOptions;
  #pieces: Buffer[] = [];
  #held = 0;
  #isStopped = false;
  #isSkipping = false;

  constructor(options: LineReaderOptions) {
    this.#options = options;
  }

  push(chunk: Buffer): void {
    let from = 0;
    while (!this.#isStopped) {
      const end = chunk.indexOf(10, from);
      const piece = chunk.subarray(from, end < 0 ? chunk.length : end);
      this.#add(piece, end >= 0);
      if (end < 0) return;
      from = end + 1;
    }
  }

  /** Returns what came after the last newline, for the end of the stream; nothing is read after it. */
  end(): Buffer {
    const rest = this.#take(Buffer.alloc(0));
    this.stop();
    return rest;
  }

  /** Reads nothing more and lets go of what it holds. */
  stop(): void {
    this.#isStopped = true;
    this.#pieces = [];
    this.#held = 0;
  }

  #add(piece: Buffer, isLast: boolean): void {
    if (this.#isSkipping) {
      this.#isSkipping = !isLast;
      this.#options.onSkipped?.(piece.length);
    } else if (this.#held + piece.length > this.#options.maxBytes) this.#giveUp(piece, isLast);
    else if (isLast) this.#options.onLine(this.#take(piece));
    else this.#hold(piece);
  }

  #hold(piece: Buffer): void {
    if (piece.length === 0) return;
    this.#pieces.push(piece);
    this.#held += piece.length;
  }

  #take(last: Buffer): Buffer {
    const line = this.#pieces.length === 0 ? last : Buffer.concat([...this.#pieces, last], this.#held + last.length);
    this.#pieces = [];
    this.#held = 0;
    return line.at(-1) === 13 ? line.subarray(0, -1) : line;
  }

  #giveUp(piece: Buffer, isLast: boolean): void {
    const start = Buffer.concat([...this.#pieces, piece], Math.min(this.#held + piece.length, TOLD_BYTES));
    this.stop();
    this.#isStopped = this.#options.onSkipped === undefined;
    this.#isSkipping = !isLast;
    this.#options.onTooLong(start);
  }
}

/** Whether a line holds nothing but spaces and tabs. */
export function isBlankLine(line: Buffer): boolean {
  return line.every((byte) => byte === 32 || byte === 9 || byte === 13);
}

/** The JSON value of a line. @throws SyntaxError when it is none, or nested deeper than `MAX_JSON_DEPTH` */
export function parseJsonLine(line: Buffer): unknown {
  if (isNestedTooDeep(line)) throw new SyntaxError(`nested deeper than ${MAX_JSON_DEPTH} levels`);
  return JSON.parse(line.toString('utf8'));
}

const [QUOTE, BACKSLASH, OPEN_LIST, OPEN_OBJECT, CLOSE_LIST, CLOSE_OBJECT] = Buffer.from('"\\[{]}');

/** Looked at before parsing, as brackets inside strings do not count. */
function isNestedTooDeep(json: Buffer): boolean {
  let depth = 0;
  for (let at = 0; at < json.length; at++) {
    const byte = json[at];
    if (byte === QUOTE) at = endOfString(json, at + 1);
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      if (++depth > MAX_JSON_DEPTH) return true;
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth--;
  }
  return false;
}

/** Byte by byte at first, which is best for short strings and many escapes; then in leaps. */
function endOfString(json: Buffer, from: number): number {
  let at = from;
  while (at < json.length && json[at] !== QUOTE) {
    at += json[at] === BACKSLASH ? 2 : 1;
    if ((at - from) % 4096 === 0) at = withoutEscapes(json, at);
  }
  return at;
}

const LEAP = 65_536;

/** Past what has neither a quote nor a backslash. */
function withoutEscapes(json: Buffer, from: number): number {
  let at = from;
  while (at < json.length) {
    const piece = json.subarray(at, at + LEAP);
    if (piece.includes(QUOTE ?? 0) || piece.includes(BACKSLASH ?? 0)) return at;
    at += piece.length;
  }
  return at;
}

/** Whether a value is nested deeper than `MAX_JSON_DEPTH`; it recurses no deeper than that itself. */
export function isValueTooDeep(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (depth >= MAX_JSON_DEPTH) return true;
  return Object.values(value).some((entry) => isValueTooDeep(entry, depth + 1));
}
