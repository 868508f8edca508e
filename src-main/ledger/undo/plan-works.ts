import { dirname, join } from 'node:path';
import type { FileState } from '#contract';
import { asideNameFor, temporaryNameFor } from '#core/files/temporary-name';
import type { DiskView } from './disk-view.ts';
import { withMoves } from './moved-files.ts';
import { linkedFile, namesByFile } from './names-apart.ts';
import type { PathWork } from './path-work.ts';
import type { PlannedPath } from './plan-paths.ts';
import { wantedAttributes } from './wanted-attributes.ts';

/** Finer differences of a time cannot be set, and are none. */
const TIME_STEP_NS = 1000n;

/** Plans the work for the paths to restore; those already in the wanted state are left out. */
export function planWorks(planned: readonly PlannedPath[], disk: Pick<DiskView, 'placeOf'>): PathWork[] {
  const restored = planned.filter(({ verdict }) => verdict.kind === 'restore');
  const apart = namesApart(restored);
  const works = restored.flatMap((one): PathWork[] => {
    const action = apart.has(one) ? 'make' : actionFor(one);
    if (action !== 'make') return action ? [{ ...one, action }] : [];
    return [{ ...one, action, ...placesFor(one, disk) }];
  });
  return withMoves(withLinks(works));
}

/** Files that were names of one are again: the first is written, and the others are links to it. */
function withLinks(works: readonly PathWork[]): PathWork[] {
  const leaders = new Map<string, string>();
  return works.map((work) => {
    const file = linkedFile(work.goal.wanted);
    if (work.temporary === undefined || file === undefined) return work;
    const linkTo = leaders.get(file);
    if (linkTo === undefined) leaders.set(file, work.temporary);
    return linkTo === undefined ? work : { ...work, linkTo };
  });
}

function actionFor({ goal, view }: PlannedPath): PathWork['action'] | undefined {
  const { wanted } = goal;
  const { present } = view;
  if (!wanted) return present && 'remove';
  if (present?.kind !== wanted.kind) return 'make';
  if (wanted.kind !== 'directory' && (wanted.hash === undefined || wanted.hash !== present.hash)) return 'make';
  const hasAttributes = wantedAttributes(goal, view) === present.attributes;
  return hasAttributes && hasSameMetadata(wanted, present) ? undefined : 'metadata';
}

/** Compares what both sides know; records of before know permissions alone. */
function hasSameMetadata(wanted: FileState, present: FileState): boolean {
  if (wanted.kind !== 'symlink' && wanted.mode !== present.mode) return false;
  if (wanted.mtimeNs === undefined) return true;
  if (wanted.uid !== undefined && (wanted.uid !== present.uid || wanted.gid !== present.gid)) return false;
  const apart = BigInt(wanted.mtimeNs) - BigInt(present.mtimeNs ?? 0);
  return apart < TIME_STEP_NS && apart > -TIME_STEP_NS;
}

/** Paths that were names of one file, two or more of them restored, and are not names of one with these bytes now. */
function namesApart(restored: readonly PlannedPath[]): ReadonlySet<PlannedPath> {
  const isApart = (names: readonly PlannedPath[]) =>
    names.length > 1 &&
    (new Set(names.map(({ view }) => view.node)).size > 1 || names.some((one) => actionFor(one) === 'make'));
  return new Set(namesByFile(restored).filter(isApart).flat());
}

function placesFor({ goal: { path, wanted }, view }: PlannedPath, disk: Pick<DiskView, 'placeOf'>) {
  const isFolder = wanted?.kind === 'directory';
  const wasFolder = view.present?.kind === 'directory';
  const aside = view.present && isFolder !== wasFolder && join(dirname(path), asideNameFor('undo'));
  return {
    ...(!isFolder && { temporary: join(presentFolder(dirname(path), disk), temporaryNameFor('undo')) }),
    ...(aside && { aside }),
  };
}

/** The innermost folder on the way that is there already. It stays one, as something below it is to be restored. */
function presentFolder(folder: string, disk: Pick<DiskView, 'placeOf'>): string {
  return disk.placeOf(folder).kind === 'folder' ? folder : presentFolder(dirname(folder), disk);
}
