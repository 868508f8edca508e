import { linkSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { ContentHash, FileState } from '#contract';
import { AppError, messageOf } from '#core/app-error';
import { pathToBytes } from '#core/files/path-bytes';
import type { ContentStore } from '../ports.ts';
import type { AttributePort } from '../undo/attributes.ts';
import { pathTarget, setMetadata } from '../undo/set-metadata.ts';
import { stateIn, TreeFolder } from './tree-entry.ts';
import { readSnapshot } from './tree-record.ts';

export interface LayOutOptions {
  readonly content: Pick<ContentStore, 'copyTo' | 'hasNow' | 'readNow'>;
  /** Sets extended attributes, where the system has a way. */
  readonly writeAttributes?: AttributePort['write'] | undefined;
  /** Absolute path of an empty folder. */
  readonly into: string;
  readonly signal?: AbortSignal | undefined;
}

/** Path that is missing, or incomplete, in a tree that was laid out, and why as a clause. */
export interface LaidOutWithout {
  readonly path: string;
  readonly why: string;
}

/**
 * Makes in an empty folder what a snapshot of a workspace names, with permissions, times, links and attributes. Answers what of
 * it is not kept.
 *
 * @throws AppError UNAVAILABLE where the tree itself is not kept any more; what the file system says; the signal's reason
 */
export async function layOutTree(snapshot: ContentHash, options: LayOutOptions): Promise<readonly LaidOutWithout[]> {
  const layout = new Layout(options);
  const top = readTop(snapshot, options.content);
  if (top instanceof TreeFolder) await layout.fill(top, '');
  await layout.setAttributes();
  return layout.without;
}

function readTop(snapshot: ContentHash, content: LayOutOptions['content']) {
  const read = (hash: ContentHash) => (content.hasNow(hash) ? content.readNow(hash) : undefined);
  try {
    return readSnapshot(snapshot, { read }).top;
  } catch (error) {
    throw new AppError('UNAVAILABLE', `This state of the folder is not kept any more: ${messageOf(error)}`);
  }
}

class Layout {
  readonly without: LaidOutWithout[] = [];
  readonly #options: LayOutOptions;
  /** Paths of files with several names, by what makes them one. */
  readonly #linked = new Map<string, string>();
  readonly #attributes = new Map<string, string>();

  constructor(options: LayOutOptions) {
    this.#options = options;
  }

  async fill(folder: TreeFolder, path: string): Promise<void> {
    for (const entry of folder.entries) {
      this.#options.signal?.throwIfAborted();
      const inside = path === '' ? entry.name : `${path}/${entry.name}`;
      const state = stateIn(folder, entry);
      if (state.kind !== 'directory') await this.#place(inside, state);
      else await this.#makeFolder(inside, state, folder.folders.get(entry.name));
    }
  }

  /** Sets them last: they may forbid to write. */
  async setAttributes(): Promise<void> {
    const { writeAttributes, into } = this.#options;
    if (this.#attributes.size === 0) return;
    const lost = await writeAttributes?.({ files: this.#attributes, mayHaveOthers: false });
    for (const path of this.#attributes.keys()) {
      const why = lost === undefined ? 'extended attributes cannot be set here' : lost.get(path);
      if (why !== undefined) this.without.push({ path: path.slice(into.length + 1), why });
    }
  }

  async #makeFolder(path: string, state: FileState, inside: TreeFolder | undefined): Promise<void> {
    const at = join(this.#options.into, path);
    mkdirSync(pathToBytes(at), { mode: 0o700 });
    if (inside) await this.fill(inside, path);
    else this.without.push({ path, why: state.notKept ?? 'what is in it is not kept' });
    this.#finish(path, at, state);
  }

  async #place(path: string, state: FileState): Promise<void> {
    const { content, into } = this.#options;
    const { kind, hash, notKept = 'its bytes are not kept', inode } = state;
    const at = join(into, path);
    const other = inode === undefined ? undefined : this.#linked.get(inode);
    if (other !== undefined) return linkSync(pathToBytes(other), pathToBytes(at));
    if (hash === undefined || !content.hasNow(hash)) {
      this.without.push({ path, why: hash === undefined ? notKept : 'its bytes are not kept any more' });
      return;
    }
    if (kind === 'symlink') symlinkSync(content.readNow(hash), pathToBytes(at));
    else await content.copyTo(hash, at);
    if (inode !== undefined) this.#linked.set(inode, at);
    this.#finish(path, at, state);
  }

  /** Gives a path its permissions, times, and owner, where this user may. */
  #finish(path: string, at: string, state: FileState): void {
    const { content } = this.#options;
    setMetadata(pathTarget(at, state.kind), state);
    if (state.attributes === undefined) return;
    if (content.hasNow(state.attributes)) this.#attributes.set(at, content.readNow(state.attributes).toString());
    else this.without.push({ path, why: 'its extended attributes are not kept any more' });
  }
}
