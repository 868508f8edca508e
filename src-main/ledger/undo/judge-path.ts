import type { FileState } from '#contract';
import { REDACTED } from '#core/secrets/redact';
import { differenceOf } from '../state-difference.ts';
import type { PathView } from './disk-view.ts';
import type { PathGoal } from './net-changes.ts';
import {
  changedSince,
  conflict,
  notKept,
  otherFiles,
  type UndoRefusal,
  unavailableRefusal,
  unknownRefusal,
} from './refusal.ts';

/** Verdict about a path: restore it, do nothing because it is already in the wanted state, or leave it. */
export type PathVerdict =
  | { readonly kind: 'restore' | 'done' }
  | { readonly kind: 'refused'; readonly refusal: UndoRefusal };

/** Decides about one path as if it were alone. Pure. */
export function judgePath(goal: PathGoal, view: PathView): PathVerdict {
  const { expected, wanted, isConfirmed } = goal;
  const { present } = view;
  const impossible = impossibleBecause(goal, view);
  if (impossible) return refusedVerdict(impossible);
  // A folder that was deleted may be there again because a file in it was restored first.
  const isFolderAgain = !expected && areFolders(wanted, present);
  const difference = isFolderAgain ? undefined : differenceOf(expected, present);
  const isAsWanted = differenceOf(wanted, present) === undefined;
  if (difference === undefined) return (isConfirmed ? undefined : doubtOf(goal, present)) ?? { kind: 'restore' };
  if (isAsWanted) return { kind: 'done' };
  return isConfirmed ? { kind: 'restore' } : refusedVerdict(changedSince(difference));
}

/** The reason a path cannot be restored, whatever the person wants. */
function impossibleBecause({ path, expected, wanted }: PathGoal, view: PathView): UndoRefusal | undefined {
  const { present, problem } = view;
  if (problem !== undefined) return unavailableRefusal(problem);
  if (path.includes(REDACTED)) {
    return unavailableRefusal('its path contains a secret and was not recorded in full', {
      advice: 'Restore this file by hand',
    });
  }
  if (!wanted && present && expected?.kind === 'directory' && expected.notKept !== undefined) {
    return unavailableRefusal(`what it holds is not watched: ${expected.notKept}`);
  }
  if (wanted && !hasKeptBytes(wanted) && !areFolders(expected, wanted, present)) return notKept(wanted);
  if (present?.notKept === undefined || isSameSpecial(present, expected)) return undefined;
  return unavailableRefusal(`its present bytes cannot be kept: ${present.notKept}`);
}

/** Decides about one path of an undo or redo that was interrupted: it may be as before, as wanted, or half-way between. */
export function judgeInterrupted({ wanted }: PathGoal, before: FileState | undefined, view: PathView): PathVerdict {
  const { present, problem } = view;
  if (problem !== undefined) return refusedVerdict(unavailableRefusal(problem));
  const isOurs = present
    ? [before, wanted].some((state) => isSameThing(state, present))
    : !before || before.kind === 'directory' || !wanted;
  return isOurs ? { kind: 'restore' } : refusedVerdict(conflict('it was changed after the undo of it was interrupted'));
}

/** Whether two states have the same kind and bytes, whatever their permissions and times. */
function isSameThing(state: FileState | undefined, present: FileState): boolean {
  return state?.kind === present.kind && state.hash === present.hash;
}

/** The reason not to touch a path that is as the change left it, as far as can be seen. */
function doubtOf({ expected, shared }: PathGoal, present: FileState | undefined): PathVerdict | undefined {
  if (shared !== undefined)
    return refusedVerdict(unknownRefusal(`it may not have been changed by this command alone. ${shared}`));
  // Somebody's own work of the same size, or own link, would look the same.
  if (!expected || areFolders(expected) || expected.hash !== undefined || !present?.hash) return undefined;
  const why = expected.notKept ?? 'its bytes are not on the ledger';
  return refusedVerdict(unknownRefusal(`nobody can tell whether it was changed since: ${why}`));
}

/** The reason a path cannot be reached: a folder on the way has become something else that stays. */
export function blockedVerdict(at: string, why: string): PathVerdict {
  return refusedVerdict(conflict(why, { where: at, advice: `Undo the change of ${at} first` }));
}

/** The reason a folder is not removed. */
export function notEmptied(child: string | undefined): PathVerdict {
  return refusedVerdict(child === undefined ? otherFiles() : conflict(`${child} in it is left`));
}

export function refusedVerdict(refusal: UndoRefusal): PathVerdict {
  return { kind: 'refused', refusal };
}

/** Whether all states are folders, which can differ only in permissions and the like. */
function areFolders(...states: readonly (FileState | undefined)[]): boolean {
  return states.every((state) => state?.kind === 'directory');
}

function hasKeptBytes(state: FileState): boolean {
  return state.notKept === undefined && (state.kind === 'directory' || state.hash !== undefined);
}

/** A pipe, socket or device that the change itself put there has no bytes that could be lost. */
function isSameSpecial(present: FileState, expected: FileState | undefined): boolean {
  return (
    present.kind === 'file' && present.size === 0 && present.hash === undefined && expected?.notKept === present.notKept
  );
}
