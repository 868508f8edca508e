import { type BigIntStats, closeSync, constants, existsSync, fstatSync, openSync } from 'node:fs';
import { pathToBytes } from '#core/files/path-bytes';
import { MovedError } from '#core/files/pinned-folder';
import { joinNames } from './tree-entry.ts';

const FLAGS = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;
/** Leads to an open folder by its descriptor, whatever stands at the folder's path by now. */
const DOOR = `/proc/${process.pid}/fd`;
const hasDoor = process.platform === 'linux' && existsSync(DOOR);

/**
 * A folder whose entries are reached through the folder itself once it is opened: a link that comes to stand at its path
 * leads nobody elsewhere, also when it is gone again before anyone could see it. Where the system has no `/proc` its path
 * is used, and a race remains.
 */
export class HeldFolder {
  readonly #path: string;
  readonly #stats: BigIntStats;
  #fd: number | undefined;

  constructor(path: string, stats: BigIntStats) {
    this.#path = path;
    this.#stats = stats;
  }

  /** @throws MovedError when another folder stands at its path by now; file system errors */
  get door(): string {
    if (!hasDoor) return this.#path;
    this.#fd ??= this.#open();
    return `${DOOR}/${this.#fd}`;
  }

  /** @throws as `door` does */
  at(name: string): string {
    return joinNames(this.door, name);
  }

  close(): void {
    if (this.#fd !== undefined) closeSync(this.#fd);
    this.#fd = undefined;
  }

  #open(): number {
    const fd = openSync(pathToBytes(this.#path), FLAGS);
    const { ino, dev } = fstatSync(fd, { bigint: true });
    if (ino === this.#stats.ino && dev === this.#stats.dev) return fd;
    closeSync(fd);
    throw new MovedError(`${this.#path} has been replaced`);
  }
}
