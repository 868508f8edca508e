import { mkdirSync, readdirSync, renameSync, rmdirSync, unlinkSync } from 'node:fs';
import { dirname } from 'node:path';
import { systemCodeOf } from '#core/app-error';
import { mapBounded } from '#core/async/map-bounded';
import { MovedError, systemReason } from '#core/files/pinned-folder';
import { type AttributeContext, writeToPlaced } from './attributes.ts';
import { isUntouched, statsOf } from './disk-view.ts';
import { inStretches } from './in-stretches.ts';
import type { OpenFolders } from './open-folders.ts';
import type { PathWork } from './path-work.ts';
import { pathDepth } from './plan-paths.ts';
import { changedMeanwhile, conflict, notWritten, otherFiles, type UndoRefusal } from './refusal.ts';
import { pathTarget, setMetadata } from './set-metadata.ts';

/** Outcome for paths that are not in the wanted state. */
export interface ApplyResult {
  readonly failed: ReadonlyMap<string, UndoRefusal>;
  /** Clause about what could not be restored, by path. */
  readonly remarks: ReadonlyMap<string, string>;
  /** Reason why some of it may not survive a power failure. */
  readonly unflushed: string | undefined;
  /** Whether something set aside could neither be removed nor put back; the journal has its name. */
  readonly hasLeftovers: boolean;
}

/** Folders flushed at a time. */
const PARALLEL = 4;

/** Error for a step that is not taken after all. */
class RefusedStep extends Error {
  readonly refusal: UndoRefusal;

  constructor(refusal: UndoRefusal) {
    super(refusal.why);
    this.refusal = refusal;
  }
}

/**
 * Makes every path what is wanted, its new bytes being there under temporary names: what goes goes first, innermost first,
 * then folders and names come, outermost first, then permissions and times of folders. All of it is on disk when it
 * resolves. A path that fails is left, and the others go on.
 */
export async function applyWork(works: readonly PathWork[], context: AttributeContext): Promise<ApplyResult> {
  const pass = new ApplyPass(context.folders);
  const outermostFirst = [...works].sort((a, b) => pathDepth(a.goal.path) - pathDepth(b.goal.path));
  const innermostFirst = outermostFirst.toReversed();
  await inStretches(innermostFirst, (work) => pass.attempt(work, () => pass.remove(work)));
  await inStretches(outermostFirst, (work) => pass.attempt(work, () => pass.make(work)));
  await inStretches(innermostFirst, (work) => pass.attempt(work, () => pass.finish(work)));
  const done = works.filter(({ goal }) => !pass.failed.has(goal.path));
  for (const [path, remark] of await writeToPlaced(done, context)) pass.remarks.set(path, remark);
  await pass.sync();
  return pass;
}

class ApplyPass implements ApplyResult {
  readonly failed = new Map<string, UndoRefusal>();
  readonly remarks = new Map<string, string>();
  unflushed: string | undefined;
  hasLeftovers = false;
  readonly #folders: OpenFolders;
  readonly #touched = new Set<string>();

  constructor(folders: OpenFolders) {
    this.#folders = folders;
  }

  attempt({ goal: { path } }: PathWork, step: () => void): void {
    if (this.failed.has(path)) return;
    try {
      step();
    } catch (error) {
      this.failed.set(path, this.#failedAbove(path) ?? refusalFor(error));
    }
  }

  /** Takes away what must not be there when names come; a folder that becomes something else is replaced at once. */
  remove(work: PathWork): void {
    const { action, goal, view } = work;
    const isFolder = view.present?.kind === 'directory';
    if (action === 'remove') {
      this.#refuseRace(work);
      this.#removeOne(goal.path, isFolder);
    } else if (action === 'make' && isFolder) {
      this.#refuseRace(work);
      this.#swap(work, () => this.#takeName(work));
    }
  }

  make(work: PathWork): void {
    const { action, goal, view } = work;
    if (action !== 'make' || view.present?.kind === 'directory') return;
    this.#refuseRace(work);
    if (goal.wanted?.kind !== 'directory') this.#takeName(work);
    else if (work.aside) this.#swap(work, () => this.#makeFolder(goal.path));
    else this.#makeFolder(goal.path);
  }

  /** Folders get their permissions and times when nothing more is done in them; files that were made have theirs. */
  finish(work: PathWork): void {
    const { action, goal } = work;
    const { path, wanted } = goal;
    if (!wanted || action === 'remove' || (action === 'make' && wanted.kind !== 'directory')) return;
    // A link may have come in its place, which would hand them on.
    if (action === 'metadata') this.#refuseRace(work);
    const lost = setMetadata(pathTarget(this.#folders.at(path), wanted.kind), wanted);
    if (lost !== undefined) this.remarks.set(path, lost);
    this.#touched.add(wanted.kind === 'directory' ? path : dirname(path));
  }

  async sync(): Promise<void> {
    const touched = [...this.#touched].filter((folder) => this.#isThere(folder));
    await mapBounded(touched, PARALLEL, async (folder) => {
      await this.#folders.sync(folder).catch((error: unknown) => {
        this.unflushed = `${folder} could not be flushed to the disk: ${systemReason(error)}`;
      });
    });
  }

  #failedAbove(path: string): UndoRefusal | undefined {
    for (let folder = dirname(path); folder !== dirname(folder); folder = dirname(folder)) {
      if (this.failed.has(folder)) return conflict(`${folder} could not be restored`, { where: folder });
    }
    return undefined;
  }

  #takeName({ goal: { path }, temporary = '' }: PathWork): void {
    this.#makeParents(dirname(path));
    renameSync(this.#folders.bytesAt(temporary), this.#folders.bytesAt(path));
    this.#touched.add(dirname(path));
  }

  #makeFolder(path: string): void {
    this.#makeParents(dirname(path));
    mkdirSync(this.#folders.bytesAt(path), 0o700);
    this.#touched.add(dirname(path));
  }

  /** A folder that went and is not the transaction's own comes back with what it held. */
  #makeParents(folder: string): void {
    if (this.#folders.has(folder) || folder === dirname(folder)) return;
    this.#makeParents(dirname(folder));
    mkdirSync(this.#folders.bytesAt(folder));
    this.#touched.add(dirname(folder));
  }

  /** Sets the existing entry aside, and restores it if its replacement fails. */
  #swap({ goal: { path }, view, aside = '' }: PathWork, replace: () => void): void {
    const isFolder = view.present?.kind === 'directory';
    this.#folders.forget(path);
    renameSync(this.#folders.bytesAt(path), this.#folders.bytesAt(aside));
    try {
      if (isFolder && readdirSync(this.#folders.bytesAt(aside)).length > 0) throw new RefusedStep(otherFiles());
      replace();
    } catch (error) {
      this.#putBack(path, aside);
      throw error;
    }
    try {
      this.#removeOne(aside, isFolder);
    } catch {
      this.hasLeftovers = true;
    }
  }

  #putBack(path: string, aside: string): void {
    try {
      renameSync(this.#folders.bytesAt(aside), this.#folders.bytesAt(path));
    } catch {
      this.hasLeftovers = true;
    }
  }

  #removeOne(path: string, isFolder: boolean): void {
    if (isFolder) this.#folders.forget(path);
    (isFolder ? rmdirSync : unlinkSync)(this.#folders.bytesAt(path));
    this.#touched.add(dirname(path));
  }

  #refuseRace({ goal: { path }, view }: PathWork): void {
    // A folder that was not there may have been made since, with this in it.
    if (view.place.kind !== 'folder' && !this.#folders.has(dirname(path))) return;
    if (!isUntouched(view, statsOf(this.#folders.at(path)))) throw new RefusedStep(changedMeanwhile());
  }

  #isThere(folder: string): boolean {
    try {
      return this.#folders.has(folder);
    } catch {
      return false;
    }
  }
}

function refusalFor(error: unknown): UndoRefusal {
  if (error instanceof RefusedStep) return error.refusal;
  if (error instanceof MovedError) return conflict(error.message);
  const code = systemCodeOf(error);
  if (code === 'ENOTEMPTY' || code === 'EEXIST') return otherFiles();
  return notWritten(error);
}
