import type { FileHandle } from 'node:fs/promises';

/** Size above which lines are neither written nor held in memory, in bytes. */
export const MAX_LINE_BYTES = 64 * 1024 * 1024;
const CHUNK_BYTES = 64 * 1024;
/** Read at a time where lines are only counted. */
const COUNT_BYTES = 1024 * 1024;
const NEWLINE = 10;

/** A line of a file, without its newline. */
export interface RawLine {
  readonly start: number;
  /** Bytes of the line; `undefined` if it is longer than `MAX_LINE_BYTES`. */
  readonly bytes: Buffer | undefined;
  /** Whether the line ends with a newline; only the last line of a file can lack one. */
  readonly isTerminated: boolean;
}

/** The lines in the first `end` bytes, first to last, in bounded memory. */
export async function* linesForward(file: FileHandle, end: number): AsyncGenerator<RawLine, void> {
  for await (const lines of linesTogether(file, end)) yield* lines;
}

/** The same as `linesForward`, but gives the lines together that end in one piece of the file: several times as fast where there are many. */
export async function* linesTogether(file: FileHandle, end: number): AsyncGenerator<readonly RawLine[], void> {
  const open = new LinePieces();
  let start = 0;
  for (let position = 0; position < end; ) {
    const chunk = await readAt(file, position, Math.min(CHUNK_BYTES, end - position));
    if (chunk.length === 0) break;
    const lines: RawLine[] = [];
    let from = 0;
    for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, from)) {
      open.append(chunk.subarray(from, at));
      lines.push({ start, bytes: open.take(), isTerminated: true });
      from = at + 1;
      start = position + from;
    }
    if (lines.length > 0) yield lines;
    open.append(chunk.subarray(from));
    position += chunk.length;
  }
  if (open.length > 0) yield [{ start, bytes: open.take(), isTerminated: false }];
}

/** Counts the lines that end between two offsets, without making anything of them. */
export async function countLines(file: FileHandle, from: number, end: number): Promise<number> {
  let count = 0;
  for (let position = from; position < end; ) {
    const chunk = await readAt(file, position, Math.min(COUNT_BYTES, end - position));
    if (chunk.length === 0) break;
    for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, at + 1)) count += 1;
    position += chunk.length;
  }
  return count;
}

/** The lines in the first `end` bytes, last to first, in bounded memory. */
export async function* linesBackward(file: FileHandle, end: number): AsyncGenerator<RawLine, void> {
  const open = new LinePieces();
  let isTerminated = false;
  for (let position = end; position > 0; ) {
    const size = Math.min(CHUNK_BYTES, position);
    position -= size;
    const chunk = await readAt(file, position, size);
    let stop = chunk.length;
    for (let at = chunk.lastIndexOf(NEWLINE); at !== -1; at = at === 0 ? -1 : chunk.lastIndexOf(NEWLINE, at - 1)) {
      open.prepend(chunk.subarray(at + 1, stop));
      const length = open.length;
      const bytes = open.take();
      if (isTerminated || length > 0) yield { start: position + at + 1, bytes, isTerminated };
      isTerminated = true;
      stop = at;
    }
    open.prepend(chunk.subarray(0, stop));
  }
  if (isTerminated || open.length > 0) yield { start: 0, bytes: open.take(), isTerminated };
}

/** Collects the parts of a line that crosses chunks, and lets go of them once it is too long. */
class LinePieces {
  #pieces: Buffer[] = [];
  length = 0;

  append(piece: Buffer): void {
    this.#add(piece, () => this.#pieces.push(piece));
  }

  prepend(piece: Buffer): void {
    this.#add(piece, () => this.#pieces.unshift(piece));
  }

  take(): Buffer | undefined {
    const [first] = this.#pieces;
    const bytes = this.#pieces.length === 1 && first ? first : Buffer.concat(this.#pieces);
    const isTooLong = this.length > MAX_LINE_BYTES;
    this.#pieces = [];
    this.length = 0;
    return isTooLong ? undefined : bytes;
  }

  #add(piece: Buffer, put: () => void): void {
    if (piece.length === 0) return;
    this.length += piece.length;
    if (this.length > MAX_LINE_BYTES) this.#pieces = [];
    else put();
  }
}

/** Up to `size` bytes from `position`; fewer only at the end of the file. */
async function readAt(file: FileHandle, position: number, size: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(size);
  let filled = 0;
  while (filled < size) {
    const { bytesRead } = await file.read(buffer, filled, size - filled, position + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return buffer.subarray(0, filled);
}
