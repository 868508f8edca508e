import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, readFile, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError, messageOf } from '#core/app-error';
import { writeAll } from '../write-all.ts';
import { readTree, type TreeLine, treeLines } from './tree-lines.ts';
import type { TreeSnapshot } from './tree-snapshot.ts';

/** A snapshot on disk: the first `bytes` of a file that is only ever appended to. */
export interface TreeReference {
  readonly path: string;
  readonly bytes: number;
}

/** A file that has grown this much beyond its first snapshot is begun anew. */
const MAX_GROWTH = 2;
const MIN_ROTATED_BYTES = 4_000_000;

/**
 * The last snapshot of a workspace as a file, so that it outlives this process. Each snapshot appends what differs from the
 * one before, so that it costs as much as was changed, not as much as there is.
 */
export class TreeIndex {
  readonly #folder: string;
  readonly #root: string;
  #file: { readonly handle: FileHandle; readonly path: string; readonly firstBytes: number } | undefined;
  #bytes = 0;
  #saved: TreeSnapshot | undefined;

  constructor(folder: string, root: string) {
    this.#folder = folder;
    this.#root = root;
  }

  /** On disk when it resolves. @throws AppError UNAVAILABLE; the next one then begins anew. */
  async save(snapshot: TreeSnapshot): Promise<TreeReference> {
    try {
      if (this.#file && this.#bytes > this.#file.firstBytes * MAX_GROWTH + MIN_ROTATED_BYTES) await this.#drop();
      const file = this.#file ?? (await this.#begin(snapshot));
      const { path } = file;
      if (snapshot !== this.#saved) await this.#append(file.handle, treeLines(snapshot, this.#saved));
      this.#saved = snapshot;
      return { path, bytes: this.#bytes };
    } catch (error) {
      await this.#drop();
      throw new AppError(
        'UNAVAILABLE',
        `What is in ${this.#root} cannot be written down: ${messageOf(error)}`,
        { where: this.#folder, advice: 'Check the free space and the rights of the data folder' },
        error,
      );
    }
  }

  /** Ends it; what a run still refers to is its own link to the file. */
  close(): Promise<void> {
    return this.#drop();
  }

  async #begin(snapshot: TreeSnapshot) {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const name = createHash('sha256').update(this.#root).digest('hex').slice(0, 16);
    const path = join(this.#folder, `${name}-${randomUUID().slice(0, 8)}.tree`);
    const handle = await open(path, 'wx', 0o600);
    this.#bytes = 0;
    this.#file = { handle, path, firstBytes: 0 };
    await this.#append(handle, treeLines(snapshot, undefined));
    this.#saved = snapshot;
    this.#file = { handle, path, firstBytes: this.#bytes };
    return this.#file;
  }

  async #append(handle: FileHandle, lines: readonly TreeLine[]): Promise<void> {
    const bytes = Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    await writeAll(handle, bytes, this.#bytes);
    await handle.datasync();
    this.#bytes += bytes.length;
  }

  async #drop(): Promise<void> {
    const file = this.#file;
    this.#file = undefined;
    this.#saved = undefined;
    await file?.handle.close().catch(() => {});
    if (file) await unlink(file.path).catch(() => {});
  }
}

/** The snapshot a reference names. @throws as reading the file does, and when it is not whole */
export async function loadTree({ path, bytes }: TreeReference): Promise<TreeSnapshot> {
  const content = await readFile(path);
  if (content.length < bytes) throw new Error(`${path} has ${content.length} of ${bytes} bytes`);
  return readTree(content.subarray(0, bytes).toString());
}
