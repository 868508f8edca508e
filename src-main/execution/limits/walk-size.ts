import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';

export interface SizeWalkOptions {
  /** Absolute paths that do not count. */
  readonly notCounted: ReadonlySet<string>;
  /** Number of bytes to count for a file instead of all of them. */
  readonly bytesOf?: (file: SizedFile) => number;
  readonly signal: AbortSignal;
}

export interface SizedFile {
  /** Taken on the disk. */
  readonly bytes: number;
  /** Its end, in bytes; more than `bytes` where it has holes. */
  readonly length: number;
  /** Unix milliseconds. */
  readonly bornAt: number;
}

/** Most entries of a folder, and most time, for it to be measured; beyond that it counts as too large. */
const MAX_ENTRIES = 300_000;
const MAX_MS = 20_000;
/** Most concurrent requests: the thread pool is shared by everything. */
const AT_ONCE = 8;
const BLOCK = 512;
/** Size from which a file that is moved during the walk is not counted twice, in bytes. */
const LARGE_BYTES = 1024 * 1024;

/**
 * Bytes that a folder takes on its disk; `undefined` if it is too large to be walked, or was given up. Never throws.
 */
export async function walkSize(root: string, options: SizeWalkOptions): Promise<number | undefined> {
  const device = await lstat(root).then(
    ({ dev }) => dev,
    () => undefined,
  );
  // A workspace that is gone takes nothing.
  if (device === undefined) return 0;
  return await new SizeWalk(options, device).size(root);
}

class SizeWalk {
  readonly #options: SizeWalkOptions;
  readonly #device: number;
  readonly #seen = new Set<number>();
  readonly #deadline = performance.now() + MAX_MS;
  #entries = 0;
  #bytes = 0;

  constructor(options: SizeWalkOptions, device: number) {
    this.#options = options;
    this.#device = device;
  }

  async size(root: string): Promise<number | undefined> {
    const folders = [root];
    for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
      const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
      this.#entries += entries.length;
      if (this.#isOver()) return undefined;
      const paths = entries.map(({ name }) => join(folder, name)).filter((path) => !this.#options.notCounted.has(path));
      for (let from = 0; from < paths.length; from += AT_ONCE) {
        const found = await Promise.all(paths.slice(from, from + AT_ONCE).map((path) => this.#add(path)));
        folders.push(...found.filter((path) => path !== undefined));
        if (this.#isOver()) return undefined;
      }
    }
    return this.#bytes;
  }

  /** Answers the path of a folder that is to be walked. */
  async #add(path: string): Promise<string | undefined> {
    const stat = await lstat(path).catch(() => undefined);
    if (!stat || stat.dev !== this.#device) return undefined;
    const bytes = stat.blocks * BLOCK;
    if (stat.nlink > 1 || bytes >= LARGE_BYTES) {
      if (!stat.isDirectory() && this.#seen.has(stat.ino)) return undefined;
      this.#seen.add(stat.ino);
    }
    this.#bytes += this.#options.bytesOf?.({ bytes, length: stat.size, bornAt: stat.birthtimeMs }) ?? bytes;
    return stat.isDirectory() ? path : undefined;
  }

  #isOver(): boolean {
    return this.#entries > MAX_ENTRIES || performance.now() > this.#deadline || this.#options.signal.aborted;
  }
}
