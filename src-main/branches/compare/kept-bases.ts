import { type FileHandle, open, readFile } from 'node:fs/promises';
import type { AnyLedgerEvent, ContentHash } from '#contract';
import { Mutex } from '#core/async/mutex';
import { writeFileAtomic } from '#core/files/atomic-file';
import { type ContentStore, knownEvent } from '#ledger';
import type { BranchFiles } from './branch-files.ts';
import type { PathSide } from './path-side.ts';

/** A file of a branched workspace as it was before a change that is on the record, or as a branch began with it. */
export interface KeptFile {
  /** Absolute. */
  readonly path: string;
  /** Time at which the change was recorded, or the branch was begun. */
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
  /** The branches that are there now. */
  readonly branches: () => readonly Pick<BranchFiles, 'workspace' | 'createdAt'>[];
}

/**
 * Content of files of branched workspaces before their recorded changes: whatever a model, an undo or a take changes
 * there, the ledger has kept the bytes, and earlier branches find them here. Only the first change since a branch began
 * says what it began with; the others are not held.
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
        // A line that was cut short.
      }
    }
  }

  take(any: AnyLedgerEvent): void {
    const event = any.type === 'file.changed' ? knownEvent(any) : undefined;
    if (event?.type !== 'file.changed') return;
    const { path, before } = event.data;
    if (before?.kind !== 'file' || before.hash === undefined || !this.#isFirst(path, event.at)) return;
    const { hash, size, mode, mtimeNs } = before;
    const kept = { path, at: event.at, hash, size, mode, ...(mtimeNs !== undefined && { mtimeNs }) };
    // Best effort: without the line a later start knows less.
    void this.add(kept).catch(() => {});
  }

  /** Holds a file from now on; it is on disk when this resolves. @throws file system errors */
  async add(kept: KeptFile): Promise<void> {
    this.#add(kept);
    await this.#mutex.run(async () => {
      await using file = await open(this.#options.file, 'a+', 0o600);
      const start = (await isCutShort(file)) ? '\n' : '';
      await file.appendFile(`${start}${JSON.stringify(kept)}\n`);
      await file.datasync();
    });
  }

  /** Takes out what no branch that is there began with. Best effort: what stays is taken out another time. */
  async prune(): Promise<void> {
    await this.#mutex.run(async () => {
      const before = [...this.#files.values()].flat();
      const needed = before.filter((kept) => this.#isNeeded(kept));
      if (needed.length === before.length) return;
      this.#files.clear();
      for (const kept of needed) this.#add(kept);
      await writeFileAtomic(this.#options.file, needed.map((kept) => `${JSON.stringify(kept)}\n`).join('')).catch(
        () => {},
      );
    });
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
    const files = [...(this.#files.get(kept.path) ?? []), kept];
    this.#files.set(
      kept.path,
      files.sort((one, other) => one.at - other.at),
    );
  }

  /** Whether a change at that time is the first of its path since some branch began. */
  #isFirst(path: string, at: number): boolean {
    const last = this.#files.get(path)?.at(-1)?.at ?? Number.NEGATIVE_INFINITY;
    return this.#branchesOf(path).some(({ createdAt }) => createdAt <= at && createdAt > last);
  }

  #isNeeded(kept: KeptFile): boolean {
    const files = this.#files.get(kept.path);
    return this.#branchesOf(kept.path).some(({ createdAt }) => files?.find(({ at }) => at >= createdAt) === kept);
  }

  #branchesOf(path: string) {
    return this.#options.branches().filter(({ workspace }) => path.startsWith(`${workspace}/`));
  }
}

/** Whether the last line was cut short by a crash or a full disk, so that it has no end of its own. */
async function isCutShort(file: FileHandle): Promise<boolean> {
  const { size } = await file.stat();
  const { bytesRead, buffer } = await file.read(Buffer.alloc(1), 0, 1, Math.max(0, size - 1));
  return bytesRead > 0 && buffer[0] !== 10;
}
