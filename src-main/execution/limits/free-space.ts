import { statfsSync } from 'node:fs';
import { stat, statfs } from 'node:fs/promises';

/**
 * Magic numbers of file systems that know their free space at any time, statfs(2): ext, XFS, tmpfs, F2FS, overlayfs. Who
 * asks another waits for its disk or its server.
 */
const PROMPT = new Set([0xef53, 0x58465342, 0x01021994, 0xf2f52010, 0x794c7630]);

/** Folder on a file system, for all that lie on it. */
interface Disk {
  readonly folder: string;
  readonly isPrompt: boolean;
}

/** Free space of the file systems of some folders, and how much of it went since it was noted. */
export class FreeSpace {
  readonly #folders: readonly string[];
  /** One of each file system. */
  #disks: Promise<readonly Disk[]> | undefined;
  #noted: number | undefined;

  constructor(folders: readonly string[]) {
    this.#folders = folders;
  }

  /** Measures what is free now, in bytes; `undefined` if a file system does not say. The first measurement is noted. */
  async now(): Promise<number | undefined> {
    this.#disks ??= disksOf(this.#folders);
    const found = await Promise.all((await this.#disks).map(freeOn));
    const free = found.reduce<number | undefined>(
      (sum, one) => (sum === undefined || one === undefined ? undefined : sum + one),
      0,
    );
    this.#noted ??= free;
    return free;
  }

  note(free: number | undefined): void {
    this.#noted = free;
  }

  /** Notes it where it is more: what others give back must not hide what one takes. */
  noteMore(free: number | undefined): void {
    this.#noted = Math.max(this.#noted ?? 0, free ?? 0);
  }

  /** Bytes that went since the note, if so many are free. */
  lost(free: number | undefined): number | undefined {
    return free === undefined || this.#noted === undefined ? undefined : this.#noted - free;
  }
}

async function disksOf(folders: readonly string[]): Promise<readonly Disk[]> {
  const disks = new Map<number, Disk>();
  for (const folder of folders) {
    const found = await stat(folder).catch(() => undefined);
    if (!found || disks.has(found.dev)) continue;
    const system = await statfs(folder).catch(() => undefined);
    disks.set(found.dev, { folder, isPrompt: process.platform === 'linux' && PROMPT.has(system?.type ?? 0) });
  }
  return [...disks.values()];
}

/** Asks at once where it can: on a busy machine a thread of the pool gets its turn much later than the answer takes. */
async function freeOn({ folder, isPrompt }: Disk): Promise<number | undefined> {
  try {
    const { bfree, bsize } = isPrompt ? statfsSync(folder) : await statfs(folder);
    return bfree * bsize;
  } catch {
    return undefined;
  }
}
