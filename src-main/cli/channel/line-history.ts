import { isPlainObject } from '#contract/plain-object';
import { Mutex } from '#core/async/mutex';
import { readTextFile, writeTextFile } from '#core/files/text-file';

const MAX_LINES = 1000;
const MAX_BYTES = 4_000_000;
/** Largest file that is read: earlier versions wrote all lines, however long. */
const MAX_READ_BYTES = 64_000_000;

/** Lines of earlier times, the newest first. One that cannot be kept is no failure. */
export class LineHistoryFile {
  readonly #path: string;
  readonly #mutex = new Mutex();

  constructor(path: string) {
    this.#path = path;
  }

  async load(): Promise<readonly string[]> {
    const reading = await readTextFile(this.#path, MAX_READ_BYTES);
    try {
      const value: unknown = reading.state === 'text' ? JSON.parse(reading.text) : {};
      const lines = isPlainObject(value) && Array.isArray(value.lines) ? value.lines : [];
      return lines.filter((line) => typeof line === 'string').slice(0, MAX_LINES);
    } catch {
      return [];
    }
  }

  /** Adds to what the file says by now: another terminal may have added to it. */
  add(line: string): void {
    const write = async () => {
      const lines = await this.load();
      if (lines[0] === line) return;
      await writeTextFile(this.#path, `${JSON.stringify({ v: 1, lines: withinLimits([line, ...lines]) })}\n`, 0o600);
    };
    this.#mutex.run(write).catch(() => {});
  }

  settled(): Promise<void> {
    return this.#mutex.settled();
  }
}

/** The newest lines; those for which there is no room are left out. */
function withinLimits(lines: readonly string[]): readonly string[] {
  let bytes = 0;
  return lines.slice(0, MAX_LINES).filter((line) => {
    const size = Buffer.byteLength(JSON.stringify(line)) + 1;
    const hasRoom = bytes + size <= MAX_BYTES;
    if (hasRoom) bytes += size;
    return hasRoom;
  });
}
