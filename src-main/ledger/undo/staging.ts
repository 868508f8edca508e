import { chmodSync, unlinkSync } from 'node:fs';
import { systemCodeOf } from '#core/app-error';
import { mapBounded } from '#core/async/map-bounded';
import { writeToStaged } from './attributes.ts';
import { failWhenStopped } from './fail-when-stopped.ts';
import { flushStaged } from './flush-staged.ts';
import { ignoreFailure } from './ignore-failure.ts';
import { inStretches } from './in-stretches.ts';
import { namesLeftApart } from './names-apart.ts';
import type { OpenFolders } from './open-folders.ts';
import type { PathWork } from './path-work.ts';
import { notWritten, type UndoRefusal } from './refusal.ts';
import { type StagedFile, type StagingPorts, stageFile, stageNow } from './stage-file.ts';

/** Files written at a time. */
const PARALLEL = 8;
/** Errors that concern the whole file system: any other path of the transaction would fail as well. */
const WHOLE_DISK: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EIO']);
/** Permissions without which entries of a folder cannot be changed by its owner. */
const OWNER_MAY_ALL = 0o700;

export interface StagingResult {
  readonly failed: ReadonlyMap<string, UndoRefusal>;
  /** Clause about what could not be restored, by path. */
  readonly remarks: ReadonlyMap<string, string>;
}

/** Writes the new files of a transaction under temporary names; nothing else is changed. Never throws. */
export async function stageFiles(works: readonly PathWork[], ports: StagingPorts): Promise<StagingResult> {
  const failed = new Map<string, UndoRefusal>();
  const remarks = new Map<string, string>();
  let wholeDisk: UndoRefusal | undefined;
  const slow: PathWork[] = [];
  const failing = ({ goal: { path } }: PathWork, error: unknown) => {
    const refusal = notWritten(error);
    failed.set(path, refusal);
    if (WHOLE_DISK.has(systemCodeOf(error) ?? '')) wholeDisk = refusal;
  };
  const told = ({ goal: { path } }: PathWork, { remark }: StagedFile) => {
    if (remark !== undefined) remarks.set(path, remark);
  };
  const stage = async (work: PathWork) => {
    try {
      failWhenStopped(ports.signal);
      if (!wholeDisk) told(work, await stageFile(work, ports));
    } catch (error) {
      failing(work, error);
    }
  };
  const isLink = ({ linkTo }: PathWork) => linkTo !== undefined;
  await inStretches(
    works.filter((work) => !isLink(work)),
    (work) => {
      try {
        failWhenStopped(ports.signal);
        const staged = wholeDisk ? {} : stageNow(work, ports);
        if (staged) told(work, staged);
        else slow.push(work);
      } catch (error) {
        failing(work, error);
      }
    },
  );
  await mapBounded(slow, PARALLEL, stage);
  // What is linked to another file comes after it.
  await mapBounded(works.filter(isLink), PARALLEL, stage);
  const staged = works.filter(({ goal, temporary }) => temporary !== undefined && !failed.has(goal.path));
  if (!wholeDisk) for (const [path, remark] of await writeToStaged(staged, ports)) remarks.set(path, remark);
  const removed = works.filter(({ action }) => action === 'remove');
  for (const [path, why] of namesLeftApart(staged, removed))
    remarks.set(path, [remarks.get(path) ?? [], why].flat().join('; '));
  if (!wholeDisk) for (const [path, refusal] of await flushStaged(staged, ports)) failed.set(path, refusal);
  if (wholeDisk) for (const { goal } of works) failed.set(goal.path, wholeDisk);
  return { failed, remarks };
}

/** Removes what was staged of these paths. Never throws; what stays has a name that sweeps know. */
export function unstage(temporaries: Iterable<string | undefined>, folders: OpenFolders): void {
  for (const temporary of temporaries) {
    if (temporary !== undefined) ignoreFailure(() => unlinkSync(folders.bytesAt(temporary)));
  }
}

/** Lets the owner change the entries of folders that are set, or removed, by the transaction anyway. */
export function unlockFolders(works: readonly PathWork[], folders: OpenFolders): void {
  forLocked(works, (path, mode) => chmodSync(folders.bytesAt(path), unlockedMode(mode)));
}

/** The permissions of a folder while its entries are changed. */
export function unlockedMode(mode: number): number {
  return mode | OWNER_MAY_ALL;
}

/** Gives folders that were not set after all the permissions they had. */
export function lockFolders(works: readonly PathWork[], folders: OpenFolders): void {
  forLocked(works, (path, mode) => chmodSync(folders.bytesAt(path), mode));
}

function forLocked(works: readonly PathWork[], act: (path: string, mode: number) => void): void {
  for (const { goal, view } of works) {
    if (view.present?.kind !== 'directory') continue;
    const { mode } = view.present;
    if ((mode & OWNER_MAY_ALL) !== OWNER_MAY_ALL) ignoreFailure(() => act(goal.path, mode));
  }
}
