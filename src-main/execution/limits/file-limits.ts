import { constants } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import type { Exit } from '#process/process-group';
import { walkSize } from './walk-size.ts';

/** Room above the limit of the disk, as a share of it: what fills it is over the limit when it is looked at. */
const ROOM = 1.05;
/** Longest time that a start waits for the walk, in milliseconds; without its result the kernel limits nothing. */
const PATIENCE_MS = 100;
/** Least age of a walk before the next, in milliseconds; below, the share of the time that a walk may take. */
const EVERY_MS = 2000;
const SHARE = 100;
const MAX_EVERY_MS = 60_000;
/** Most places whose largest file is remembered. */
const MAX_PLACES = 100;

/** Length that the files of a command may have, and what it comes from. */
export interface FileLimit {
  /** Length of the longest file that it can write to, when it was looked for, in bytes. */
  readonly longest: number;
  /** Limit of the disk, in bytes. */
  readonly diskBytes: number;
  /** Length at which the kernel stops them: what was there may grow by the limit of the disk, and somewhat more. */
  readonly bytes: number;
}

interface LongestFile {
  readonly bytes: Promise<number | undefined>;
  /** Time by the monotonic clock from which it is looked for again. */
  nextAt: number;
}

/** Makes the limit that fits another one of the disk; `undefined` for none. */
export function withDiskLimit(
  { longest }: Pick<FileLimit, 'longest'>,
  diskBytes: number | undefined,
): FileLimit | undefined {
  return diskBytes === undefined ? undefined : { longest, diskBytes, bytes: Math.ceil(longest + diskBytes * ROOM) };
}

/** Exit code by which a shell says that a program of its was ended as a file grew beyond the kernel's limit. */
const TOO_LONG = 128 + constants.signals.SIGXFSZ;

/** Whether a program ended because its file would have grown beyond that. */
export const endedByFileLimit = ({ exitCode, signal }: Exit): boolean => signal === 'SIGXFSZ' || exitCode === TOO_LONG;

/** Limits for the length of files, such that none refuses a file with no holes that the limit of the disk allows. */
export class FileLimits {
  readonly #known = new Map<string, LongestFile>();

  /** Finds the limit of a command that can write to these folders alone; `undefined` if it is not known in time. */
  async of(folders: readonly string[], diskBytes: number | undefined): Promise<FileLimit | undefined> {
    if (diskBytes === undefined || process.platform !== 'linux') return undefined;
    const waiting = new AbortController();
    const longest = await Promise.race([
      this.#longestIn(folders),
      delay(PATIENCE_MS, undefined, { signal: waiting.signal }).catch(() => undefined),
    ]);
    waiting.abort();
    return longest === undefined ? undefined : withDiskLimit({ longest }, diskBytes);
  }

  #longestIn(folders: readonly string[]): Promise<number | undefined> {
    const key = folders.join('\0');
    const known = this.#known.get(key);
    if (known && performance.now() < known.nextAt) return known.bytes;
    const [oldest] = this.#known.keys();
    if (this.#known.size >= MAX_PLACES && oldest !== undefined) this.#known.delete(oldest);
    const from = performance.now();
    const looked: LongestFile = { bytes: longestFile(folders), nextAt: Number.POSITIVE_INFINITY };
    void looked.bytes.then(() => {
      const now = performance.now();
      looked.nextAt = now + Math.min(Math.max(EVERY_MS, (now - from) * SHARE), MAX_EVERY_MS);
    });
    this.#known.set(key, looked);
    return looked.bytes;
  }
}

async function longestFile(folders: readonly string[]): Promise<number | undefined> {
  let longest = 0;
  const bytesOf = ({ length }: { readonly length: number }) => {
    longest = Math.max(longest, length);
    return 0;
  };
  const options = { notCounted: new Set<string>(), signal: new AbortController().signal, bytesOf };
  const walked = await Promise.all(folders.map((folder) => walkSize(folder, options)));
  return walked.includes(undefined) ? undefined : longest;
}
