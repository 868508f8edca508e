import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Branch } from '#contract';
import { isWorking } from '#contract/branch-words';
import { AppError, messageOf } from '#core/app-error';
import { KeyedMutex } from '#core/async/mutex';
import { removeFolder } from '#core/files/remove-folder';
import type { BranchStore } from './branch-store.ts';
import { makeCopy } from './copy/make-copy.ts';
import type { BranchesOptions } from './ports.ts';

/** The life of branches but for the work in them: how one is made, kept, dropped and erased. */
export class Branches {
  readonly #options: BranchesOptions;
  readonly #store: BranchStore;
  readonly #mutex = new KeyedMutex();
  readonly #closing = new AbortController();

  constructor(options: BranchesOptions, store: BranchStore) {
    this.#options = options;
    this.#store = store;
  }

  /**
   * A copy of a workspace, on the record before it is begun; what goes wrong is on the record, too.
   *
   * @param set of the branches that one message is sent to
   * @throws AppError INVALID_INPUT, LIMIT_EXCEEDED, UNAVAILABLE
   */
  async create(workspace: string, set: string = this.newId()): Promise<Branch> {
    const { folder: at, dataFolder, records, inherit, cloneProgram, log } = this.#options;
    const id = this.newId();
    const home = join(at, id);
    const folder = join(home, basename(workspace) || 'root');
    await records.append(workspace, 'branch.created', { branch: id, set, workspace, folder });
    try {
      await mkdir(home, { recursive: true, mode: 0o700 });
      const { signal } = this.#closing;
      const baseFile = this.#store.baseFile(id);
      const places = { workspace, folder, baseFile, dataFolder };
      const copied = await makeCopy({ ...places, cloneProgram, log, signal });
      await inherit(workspace, folder);
      await records.append(workspace, 'branch.ready', { branch: id, workspace, ...copied });
    } catch (error) {
      await this.#options.release(folder).catch(() => {});
      await removeFolder(home).catch(() => {});
      const line = messageOf(error);
      await this.#store.end({ branch: id, workspace, state: 'failed', line });
      throw error;
    }
    return this.#store.get(id);
  }

  async keep(id: string): Promise<void> {
    const { workspace } = this.#store.get(id);
    await this.#options.records.append(workspace, 'branch.kept', { branch: id, workspace });
  }

  /** Ends what runs in a branch while nobody works there; never throws. */
  async rest(id: string): Promise<void> {
    const { folder, session } = this.#store.log.get(id) ?? {};
    if (folder === undefined || session === undefined || this.#options.isBusy(session)) return;
    await this.#options.rest(folder).catch(() => {});
  }

  /** Moves its files to the trash. @throws AppError NOT_FOUND, CONFLICT while it works, UNAVAILABLE */
  drop(id: string): Promise<void> {
    return this.#mutex.run(id, async () => {
      const branch = this.#store.get(id);
      const { workspace, isDropped, method } = branch;
      if (isDropped) return;
      this.#failWhileBusy(branch);
      const about = { branch: id, workspace, by: 'person', reason: 'You dropped it' } as const;
      const from = this.#store.home(id);
      await this.#options.records.append(workspace, 'branch.dropped', about);
      try {
        await this.#options.release(branch.folder);
        if (method !== undefined) await this.#store.move(from, this.#store.inTrash(id));
      } catch (error) {
        await this.#takeDropBack(branch);
        throw error;
      }
    });
  }

  /** Records that a branch is not dropped after all, since its files stayed where they were. Never throws. */
  async #takeDropBack({ id, workspace, folder, method, isKept }: Branch): Promise<void> {
    const { records, inherit, log } = this.#options;
    const about = { branch: id, workspace };
    try {
      await records.append(workspace, 'branch.restored', about);
      if (isKept) await records.append(workspace, 'branch.kept', about);
      if (method !== undefined) await inherit(workspace, folder);
    } catch (error) {
      log.error('branch.drop.not-taken-back', { branch: id, error: messageOf(error) });
    }
  }

  /** @throws AppError NOT_FOUND, UNAVAILABLE */
  restore(id: string): Promise<void> {
    return this.#mutex.run(id, async () => {
      const { workspace, folder, isDropped, method } = this.#store.get(id);
      if (!isDropped) return;
      const { records, inherit } = this.#options;
      await records.append(workspace, 'branch.restored', { branch: id, workspace });
      if (method === undefined) return;
      try {
        await this.#store.move(this.#store.inTrash(id), this.#store.home(id));
      } catch (error) {
        const about = { branch: id, workspace, by: 'app', reason: 'It could not be moved back' } as const;
        await records.append(workspace, 'branch.dropped', about);
        throw error;
      }
      await inherit(workspace, folder);
    });
  }

  /** Removes a dropped branch's files for good. @throws AppError NOT_FOUND, CONFLICT, UNAVAILABLE */
  erase(id: string): Promise<void> {
    // Two of one try must not leave to each other what a third began with.
    const oneOfSet = () => this.#mutex.run(`set ${this.#store.get(id).set}`, () => this.#erase(id));
    return this.#mutex.run(id, oneOfSet);
  }

  async #erase(id: string): Promise<void> {
    const { workspace, isDropped } = this.#store.get(id);
    if (!isDropped) throw new AppError('CONFLICT', 'Only a branch that was dropped is erased', { where: id });
    await this.#store.keepForSiblings(id);
    await this.#options.records.append(workspace, 'branch.erased', { branch: id, workspace });
    await removeFolder(this.#store.inTrash(id));
    await this.#store.forget(id);
  }

  /**
   * Settles what an earlier start left unfinished and records its end. An incomplete copy contains no work of anyone; it is
   * removed by a later start where its end could not be recorded at first.
   */
  async settle(branch: Branch): Promise<void> {
    const { id, workspace, state, method, isDropped } = branch;
    if (isDropped) return await this.#finishDrop(branch);
    if (method !== undefined) await this.#finishRestore(id);
    const isHalf = method === undefined;
    if (isWorking({ state })) {
      const line = isHalf ? 'The app ended while it was copied' : 'The app ended before its turn did';
      const isRecorded = await this.#store.end({ branch: id, workspace, state: 'interrupted', line });
      if (!isRecorded) return;
    }
    if (!isHalf || (state !== 'interrupted' && !isWorking({ state }))) return;
    const { records } = this.#options;
    await removeFolder(this.#store.home(id));
    const reason = 'It was not copied whole';
    await records.append(workspace, 'branch.dropped', { branch: id, workspace, by: 'app', reason });
    await records.append(workspace, 'branch.erased', { branch: id, workspace });
  }

  newId(): string {
    const now = (this.#options.now ?? Date.now)();
    return `${now.toString(36)}-${randomBytes(4).toString('hex')}`;
  }

  /** Ends copies that are being made; resolves when none is moved any more. */
  async end(): Promise<void> {
    this.#closing.abort(new AppError('CANCELLED', 'Sigma Shell is closing'));
    await this.#mutex.settled();
  }

  /** A crash between the record and the move leaves its files where they were. */
  async #finishDrop({ id, folder, method }: Branch): Promise<void> {
    if (method === undefined) return;
    await this.#options.release(folder);
    await this.#store.move(join(this.#options.folder, id), this.#store.inTrash(id)).catch(() => {});
  }

  /** A crash between the record and the move leaves its files in the trash. */
  async #finishRestore(id: string): Promise<void> {
    const [from, to] = [this.#store.inTrash(id), this.#store.home(id)];
    if (existsSync(from) && !existsSync(to)) await this.#store.move(from, to).catch(() => {});
  }

  #failWhileBusy({ id, state, session }: Branch): void {
    const isBusy = session !== undefined && this.#options.isBusy(session);
    if (!isWorking({ state }) && !isBusy) return;
    throw new AppError('CONFLICT', 'Something still runs in this branch', { where: id, advice: 'Stop it first' });
  }
}
