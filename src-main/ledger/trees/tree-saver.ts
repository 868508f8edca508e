import { readdirSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf } from '#core/app-error';
import { Pace } from '#core/async/pace';
import type { Logger } from '#core/logger';
import { sha256 } from '#core/text/sha256';
import type { ThreadContent } from '../content/thread-content.ts';
import { readFingerprints, writeFingerprints } from './fingerprint-file.ts';
import { notKeptIn, type SeenTree } from './seen-tree.ts';
import { TreeFolder, type TreeTop } from './tree-entry.ts';
import type { TreeReference } from './tree-messages.ts';
import { recordSnapshot } from './tree-record.ts';

/** Longest that a call waits until the records of its snapshot are flushed; they outlive a crash of the app before. */
const FLUSH_MS = 1000;
/** Time without questions after which fingerprints are written, in milliseconds. */
const QUIET_MS = 3000;

/** Writes one workspace's snapshots to the content store, and its fingerprints to a file. */
export class TreeSaver {
  readonly #content: ThreadContent;
  readonly #file: string | undefined;
  readonly #log: Logger;
  readonly #pace = new Pace();
  #written: TreeTop | undefined;
  #timer: NodeJS.Timeout | undefined;

  /** Creates the saver; without `indexFolder`, fingerprints are not written. */
  constructor(
    at: { readonly root: string; readonly indexFolder: string | undefined },
    content: ThreadContent,
    log: Logger,
  ) {
    const name = sha256(at.root).slice(0, 32);
    this.#file = at.indexFolder === undefined ? undefined : join(at.indexFolder, `${name}.fingerprints`);
    this.#content = content;
    this.#log = log;
  }

  /** The workspace as an earlier process saw it. */
  known(root: string): TreeTop {
    const known = this.#file === undefined ? undefined : readFingerprints(this.#file, root, this.#content);
    this.#written = known;
    return known ?? 'absent';
  }

  /** @throws AppError UNAVAILABLE if it cannot be written */
  async save(seen: SeenTree): Promise<TreeReference> {
    const { hash, added } = await this.#record(seen);
    if (added.length > 0) await Promise.race([this.#content.settle(), sleep(FLUSH_MS, undefined, { ref: false })]);
    return { snapshot: hash };
  }

  /** Writes it down when nothing else is to be done, so that the next call and the next start find it. */
  saveSoon(latest: () => SeenTree | undefined): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.writeDown(latest()), QUIET_MS).unref();
  }

  /** Never rejects: what is missing is read again at the next start. @returns whether it is on the disk now */
  async writeDown(seen: SeenTree | undefined): Promise<boolean> {
    clearTimeout(this.#timer);
    if (!(seen?.top instanceof TreeFolder) || seen.top === this.#written) return true;
    try {
      const { hash: snapshot } = await this.#record(seen);
      // What a fingerprint stands for must be on the disk before it.
      await this.#content.settle();
      const { root, top } = seen;
      if (this.#file !== undefined) await writeFingerprints(this.#file, { root, top, snapshot }, this.#giveWay);
      this.#written = top;
      return true;
    } catch (error) {
      this.#log.warn('workspace.fingerprints.unwritten', { root: seen.root, error: messageOf(error) });
      return false;
    }
  }

  readonly #giveWay = () => this.#pace.giveWay();

  #record(seen: SeenTree): ReturnType<typeof recordSnapshot> {
    const notWatched = [...seen.leftOut, ...notKeptIn(seen).never];
    return recordSnapshot({ ...seen, notWatched }, this.#content, this.#giveWay);
  }
}

/** Removes the snapshots of the version before; a run that was interrupted then has a link of its own to the one it needs. */
export function removeOldIndexes(folder: string): void {
  try {
    for (const name of readdirSync(folder)) if (name.endsWith('.tree')) unlinkSync(join(folder, name));
  } catch {
    // There is no such folder yet.
  }
}
