import { appendFile, readFile } from 'node:fs/promises';
import type { AnyLedgerEvent, ContentHash } from '#contract';
import { Mutex } from '#core/mutex';
import { type ContentStore, knownEvent } from '#ledger';
import type { BranchFiles } from './branch-files.ts';
import type { PathSide } from './path-side.ts';

/** A file of a branched workspace as it was before a change that is on the record. */
interface KeptFile {
  /** Absolute. */
  readonly path: string;
  /** Time at which the change was recorded. */
  readonly at: number;
  readonly hash: ContentHash;
  readonly size: number;
  readonly mode: number;
  readonly mtimeNs?: string | undefined;
}

export interface KeptBasesOptions {
  /** One JSON line for each; losing it costs the knowledge of what some branches began with, and nothing else. */
  readonly file: string;
  readonly content: Pick<ContentStore, 'read'>;
  /** Real paths of the workspaces that have branches now. */
  readonly workspaces: () => ReadonlySet<string>;
}

/**
 * Content of files of branched workspaces before their recorded changes: whatever a model, an undo or a take changes
 * there, the ledger has kept the bytes, and earlier branches find them here.
 */
export class KeptBases {
  readonly #options: KeptBasesOptions;
  readonly #mutex = new Mutex();
  /** Kept files by path, oldest first. */
  readonly #files = new Map<string, KeptFile[]>();

  constructor(options: KeptBasesOptions) {
    this.#options = options;
  }

  async load(): Promise<void> {
    const text = await readFile(this.#options.file, 'utf8').catch(() => '');
    for (const line of text.split('\n')) {
      try {
        if (line !== '') this.#add(JSON.parse(line) as KeptFile);
      } catch {
        // A line that was cut short by a crash.
      }
    }
  }

  take(any: AnyLedgerEvent): void {
    const event = any.type === 'file.changed' ? knownEvent(any) : undefined;
    if (event?.type !== 'file.changed') return;
    const { path, before } = event.data;
    if (before?.kind !== 'file' || before.hash === undefined || !this.#isWatched(path)) return;
    const { hash, size, mode, mtimeNs } = before;
    const kept = { path, at: event.at, hash, size, mode, ...(mtimeNs !== undefined && { mtimeNs }) };
    this.#add(kept);
    // Best effort: without the line a later start knows less.
    const append = () => appendFile(this.#options.file, `${JSON.stringify(kept)}\n`, { mode: 0o600 }).catch(() => {});
    void this.#mutex.run(append);
  }

  /** Finds a branch's initial content, as the first recorded change since then found it. */
  find({ workspace, createdAt, base }: BranchFiles, path: string): PathSide | undefined {
    const was = base.get(path);
    const first = this.#files.get(`${workspace}/${path}`)?.find(({ at }) => at >= createdAt);
    if (!was?.source || !first) return undefined;
    const [, , size, , mtimeNs] = was.source.split(':');
    // It was changed unrecorded before that.
    if (size !== String(first.size) || (first.mtimeNs !== undefined && first.mtimeNs !== mtimeNs)) return undefined;
    const read = () => this.#options.content.read(first.hash);
    return { kind: 'file', mode: was.mode, size: first.size, read };
  }

  settled(): Promise<void> {
    return this.#mutex.settled();
  }

  #add(kept: KeptFile): void {
    this.#files.set(kept.path, [...(this.#files.get(kept.path) ?? []), kept]);
  }

  #isWatched(path: string): boolean {
    for (const workspace of this.#options.workspaces()) if (path.startsWith(`${workspace}/`)) return true;
    return false;
  }
}
