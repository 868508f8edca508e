import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { systemCodeOf } from '#core/app-error';
import { syncDirectory, writeFileAtomic } from '#core/files/atomic-file';
import { isMountId, type MountRecord, parseRecord } from './mount-record.ts';
import { removeTree } from './remove-tree.ts';

/** The folder of one mount: the record, and for overlays the image, what is written, and the kernel's own. */
export interface MountFolder {
  readonly path: string;
  readonly image: string;
  readonly upper: string;
  readonly work: string;
}

/** Mounts whose record cannot be read are there, too: a crash came before it was written, or it was damaged. */
export type FoundRecord = { readonly id: string; readonly record: MountRecord | undefined };

/** The bookkeeping of one person's mounts, in a folder of the app's that only they can enter. */
export class MountRecords {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  folderOf(id: string): MountFolder {
    const path = join(this.#folder, id);
    return { path, image: join(path, 'image'), upper: join(path, 'upper'), work: join(path, 'work') };
  }

  /** Folder of the records; nothing is mounted in it. */
  get path(): string {
    return this.#folder;
  }

  /** Creates a folder for a new mount, which nothing else uses. */
  async create(): Promise<string> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const id = randomBytes(8).toString('hex');
    await mkdir(join(this.#folder, id), { mode: 0o700 });
    await syncDirectory(this.#folder);
    return id;
  }

  async write(record: MountRecord): Promise<void> {
    await writeFileAtomic(join(this.#folder, record.id, 'record.json'), `${JSON.stringify(record, undefined, 2)}\n`);
  }

  async list(): Promise<readonly FoundRecord[]> {
    const names = await readdir(this.#folder).catch((error: unknown) => {
      if (systemCodeOf(error) === 'ENOENT') return [];
      throw error;
    });
    return await Promise.all(
      names
        .filter(isMountId)
        .sort()
        .map(async (id) => ({ id, record: await this.#read(id) })),
    );
  }

  /** Deletes all that is kept of a mount. Nothing of it is mounted any more; links are deleted, never followed. */
  async remove(id: string): Promise<void> {
    await removeTree(this.#folder, id);
  }

  async #read(id: string): Promise<MountRecord | undefined> {
    const text = await readFile(join(this.#folder, id, 'record.json'), 'utf8').catch((error: unknown) => {
      if (systemCodeOf(error) === 'ENOENT') return '';
      throw error;
    });
    const record = parseRecord(text);
    return record?.id === id ? record : undefined;
  }
}
