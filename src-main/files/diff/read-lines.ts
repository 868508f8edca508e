import type { FileHandle } from 'node:fs/promises';
import { decodeText } from './text.ts';

export interface ReadRange {
  /** 1-based. */
  readonly firstLine: number;
  readonly maxLines: number;
  /** Most bytes given; a first line that is longer is cut. */
  readonly maxBytes: number;
}

export type LinesRead =
  | { readonly kind: 'binary' }
  | {
      readonly kind: 'text';
      readonly text: string;
      /** Complete lines in `text`, a cut one counted. */
      readonly lines: number;
      /** Lines of the whole file; `undefined` if it is too large to count them. */
      readonly totalLines: number | undefined;
      readonly isCut: boolean;
      /** Whether something follows `text`. */
      readonly hasMore: boolean;
    };

const CHUNK_BYTES = 256 * 1024;
/** Lines of larger files are not counted to the end. */
const MAX_COUNTED_BYTES = 64 * 1024 * 1024;
const LF = 10;

/** Reads a range of lines without holding the file in memory. NUL, or what is not UTF-8 in the range, makes it binary. */
export async function readLines(file: FileHandle, range: ReadRange, signal: AbortSignal): Promise<LinesRead> {
  const taken = new Taker(range);
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  for (let position = 0; ; ) {
    signal.throwIfAborted();
    const { bytesRead } = await file.read(chunk, 0, chunk.length, position);
    if (bytesRead === 0) break;
    const bytes = chunk.subarray(0, bytesRead);
    position += bytesRead;
    if (bytes.includes(0)) return { kind: 'binary' };
    taken.add(bytes);
    if (taken.isFull && position > MAX_COUNTED_BYTES) return taken.result(false);
  }
  return taken.result(true);
}

/** Counts lines as bytes pass and keeps those that were asked for. */
class Taker {
  readonly #range: ReadRange;
  readonly #pieces: Buffer[] = [];
  #size = 0;
  #line = 1;
  #linesTaken = 0;
  #isInLine = false;
  #isCut = false;
  /** Set once no more may be taken. */
  #isFull = false;
  #hasMore = false;

  constructor(range: ReadRange) {
    this.#range = range;
  }

  get isFull(): boolean {
    return this.#isFull;
  }

  add(bytes: Buffer): void {
    for (let start = 0; start < bytes.length; ) {
      const newline = bytes.indexOf(LF, start);
      const end = newline === -1 ? bytes.length : newline + 1;
      if (this.#line >= this.#range.firstLine) this.#take(bytes.subarray(start, end), newline !== -1);
      this.#isInLine = newline === -1;
      if (newline !== -1) this.#line += 1;
      start = end;
    }
  }

  #take(piece: Buffer, endsLine: boolean): void {
    if (this.#isFull || this.#isCut) {
      this.#hasMore = true;
      return;
    }
    if (this.#linesTaken >= this.#range.maxLines) {
      this.#isFull = true;
      this.#hasMore = true;
      return;
    }
    const room = this.#range.maxBytes - this.#size;
    if (piece.length <= room) this.#keep(piece);
    else this.#overflow(piece.subarray(0, room));
    if (endsLine && !this.#isFull) this.#linesTaken += 1;
  }

  /** The line does not fit: it is left for the next range, unless it is the first one. */
  #overflow(fitting: Buffer): void {
    this.#isFull = true;
    this.#hasMore = true;
    if (this.#linesTaken > 0) {
      this.#dropUnfinishedLine();
      return;
    }
    this.#keep(fitting);
    this.#isCut = true;
    this.#linesTaken = 1;
  }

  #dropUnfinishedLine(): void {
    const all = Buffer.concat(this.#pieces);
    this.#pieces.length = 0;
    this.#pieces.push(all.subarray(0, all.lastIndexOf(LF) + 1));
  }

  #keep(piece: Buffer): void {
    // A copy, because the chunk is used again.
    this.#pieces.push(Buffer.from(piece));
    this.#size += piece.length;
  }

  result(isWhole: boolean): LinesRead {
    const bytes = Buffer.concat(this.#pieces);
    const text = decodeText(this.#isCut ? withoutPartialCharacter(bytes) : bytes);
    if (text === undefined) return { kind: 'binary' };
    const unfinished = text !== '' && !text.endsWith('\n') && !this.#isCut ? 1 : 0;
    return {
      kind: 'text',
      text,
      lines: this.#linesTaken + unfinished,
      totalLines: isWhole ? this.#line - 1 + (this.#isInLine ? 1 : 0) : undefined,
      isCut: this.#isCut,
      hasMore: this.#hasMore || !isWhole,
    };
  }
}

/** UTF-8 continues a character with bytes of the form 10xxxxxx; at most three. */
function withoutPartialCharacter(bytes: Buffer): Buffer {
  let start = bytes.length - 1;
  while (start > 0 && ((bytes[start] ?? 0) & 0xc0) === 0x80) start -= 1;
  const lead = bytes[start] ?? 0;
  const needed = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1;
  return bytes.length - start < needed ? bytes.subarray(0, start) : bytes;
}
