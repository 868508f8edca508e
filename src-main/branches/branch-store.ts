import { mkdir, readdir, rename } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { AnyLedgerEvent, Branch, LedgerEventData } from '#contract';
import { AppError, messageOf } from '#core/app-error';
import { LiveValue } from '#core/async/streams';
import { OwedEvents, unrecordedLine } from '#ledger';
import { BranchLog } from './branch-log.ts';
import { BaseFinder } from './compare/base-finder.ts';
import type { BranchFiles } from './compare/branch-files.ts';
import { keepForSiblings } from './compare/keep-for-siblings.ts';
import { KeptBases } from './compare/kept-bases.ts';
import { type Base, readBase } from './copy/base.ts';
import type { BranchesOptions } from './ports.ts';

/** Bases that are held in memory; each has an entry for every file of a workspace. */
const MAX_BASES = 8;

type StoreOptions = Pick<BranchesOptions, 'folder' | 'records' | 'content' | 'log' | 'now'>;

/** The branches that are on record, and where their files lie. */
export class BranchStore implements AsyncDisposable {
  readonly list = new LiveValue<readonly Branch[]>([]);
  readonly finder: BaseFinder;
  readonly log = new BranchLog();
  readonly #options: StoreOptions;
  readonly #records: OwedEvents;
  readonly #bases = new Map<string, Promise<Base>>();
  readonly #kept: KeptBases;
  readonly #unsubscribe: () => void;
  /** Whether every record could be read. */
  #isWhole = true;

  constructor(options: StoreOptions) {
    this.#options = options;
    this.#records = new OwedEvents(options.records);
    this.#kept = new KeptBases({
      file: join(options.folder, 'bases.jsonl'),
      content: options.content,
      branches: () => this.log.list(),
    });
    this.finder = new BaseFinder(this.#kept, (branch) => this.#siblings(branch));
    this.#unsubscribe = options.records.onAppended((event) => this.#take(event));
  }

  /** Reads what is on record; what cannot be read is told, and nothing of it is taken for erased. */
  async load(onUnreadable: (problem: string) => void): Promise<void> {
    const history = this.#options.records.history((problem) => {
      this.#isWhole = false;
      onUnreadable(problem);
    });
    for await (const event of history) this.log.take(event);
    await this.#kept.load();
    await this.#prune();
  }

  /** Takes out of the kept bytes what no branch began with, where every branch is known. Never throws. */
  async #prune(): Promise<void> {
    if (this.#isWhole && (await this.#isEachKnown())) await this.#kept.prune();
  }

  /** Whether a record tells of every branch that lies there: that of one may have been deleted, and come back. */
  async #isEachKnown(): Promise<boolean> {
    const { folder } = this.#options;
    const found = await Promise.all([folder, join(folder, 'trash')].map((at) => readdir(at).catch(() => [])));
    return found.flat().every((name) => name === 'trash' || name.includes('.') || this.log.get(name) !== undefined);
  }

  /** Keeps what its siblings began with and this branch alone still has. @throws AppError NOT_FOUND, UNAVAILABLE */
  async keepForSiblings(id: string): Promise<void> {
    if (this.get(id).method === undefined) return;
    const { content } = this.#options;
    try {
      // Where it cannot be read what it began with, nothing is found in it.
      const files = await this.files(id).catch(() => undefined);
      if (!files) return;
      await keepForSiblings(files, await this.#siblings(files), { finder: this.finder, kept: this.#kept, content });
    } catch (error) {
      const advice = 'Erase the other branches of the same try first, or free some space';
      const why = `what others began with is in it alone and cannot be kept: ${messageOf(error)}`;
      throw new AppError('UNAVAILABLE', `The branch cannot be erased: ${why}`, { where: id, advice });
    }
  }

  /** Forgets what an erased branch began with. Never throws. */
  async forget(id: string): Promise<void> {
    this.#bases.delete(id);
    await this.#prune();
  }

  /** @throws AppError NOT_FOUND */
  get(id: string): Branch {
    const branch = this.log.get(id);
    if (branch) return branch;
    throw new AppError('NOT_FOUND', 'There is no such branch: it was erased', { where: id });
  }

  /** Changes what is known of a branch while its work goes on; it is not recorded. */
  set(id: string, change: Partial<Branch>): void {
    this.log.set(id, change);
    this.publish();
  }

  /**
   * Records what the work in a branch came to. Where that cannot be, it is told, and recorded as soon as it can be. Never
   * throws; answers whether it is on the record.
   */
  async end(ended: LedgerEventData<'branch.ended'>): Promise<boolean> {
    const { branch, workspace, line } = ended;
    try {
      await this.#records.append(workspace, 'branch.ended', ended);
      return true;
    } catch (error) {
      const { log, now = Date.now } = this.#options;
      log.error('branch.unrecorded', { branch, error: messageOf(error) });
      const endedAt = now();
      this.#records.owe(workspace, 'branch.ended', { ...ended, endedAt });
      this.log.end(endedAt, { ...ended, line: unrecordedLine(line, error) });
      this.publish();
      return false;
    }
  }

  publish(): void {
    this.list.set(this.log.list());
  }

  /** @throws AppError NOT_FOUND; CONFLICT if it was not copied whole; UNAVAILABLE */
  async files(id: string): Promise<BranchFiles> {
    const branch = this.get(id);
    if (branch.method === undefined) {
      throw new AppError('CONFLICT', 'This branch has no files: it was not copied whole', { where: id });
    }
    const base = await this.#baseOf(id);
    return { ...branch, folder: join(this.home(id), basename(branch.folder)), base };
  }

  /** The folder that has all of a branch: its files, and what they began as. */
  home(id: string): string {
    return this.log.get(id)?.isDropped === true ? this.inTrash(id) : join(this.#options.folder, id);
  }

  inTrash(id: string): string {
    return join(this.#options.folder, 'trash', id);
  }

  baseFile(id: string): string {
    return join(this.home(id), 'base.jsonl');
  }

  #remember(id: string, base: Promise<Base>): void {
    this.#bases.set(id, base);
    const surplus = Math.max(0, this.#bases.size - MAX_BASES);
    for (const oldest of [...this.#bases.keys()].slice(0, surplus)) this.#bases.delete(oldest);
  }

  /** Moves a branch to the trash, or back. Nothing where it lies there already. @throws AppError UNAVAILABLE */
  async move(from: string, to: string): Promise<void> {
    try {
      await mkdir(join(to, '..'), { recursive: true, mode: 0o700 });
      await rename(from, to);
    } catch (error) {
      throw new AppError('UNAVAILABLE', `The branch cannot be moved: ${messageOf(error)}`, { where: from });
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#records[Symbol.asyncDispose]();
    this.#unsubscribe();
    await this.#kept.settled();
  }

  #take(event: AnyLedgerEvent): void {
    this.#kept.take(event);
    if (this.log.take(event)) this.publish();
  }

  #baseOf(id: string): Promise<Base> {
    const known = this.#bases.get(id);
    if (known !== undefined) return known;
    const reading = readBase(this.baseFile(id)).catch((error: unknown) => {
      this.#bases.delete(id);
      throw new AppError('UNAVAILABLE', `The branch's files cannot be read: ${messageOf(error)}`, { where: id });
    });
    this.#remember(id, reading);
    return reading;
  }

  async #siblings({ id, set }: BranchFiles): Promise<BranchFiles[]> {
    const others = this.log.list().filter((one) => one.set === set && one.id !== id && one.method !== undefined);
    const files = await Promise.all(others.map((one) => this.files(one.id).catch(() => undefined)));
    return files.filter((one) => one !== undefined);
  }
}
