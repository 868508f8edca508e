import type { Change, Workspace } from '#contract';
import { type WorkspaceGroup, workspaceGroups } from '../../state/workspaces.ts';

/** Files that one message of the person led to, in the order of the list. */
export interface TurnSet {
  /** Of the first change in it. */
  readonly key: string;
  readonly session: string;
  readonly turn: string | undefined;
  /** Absolute path of the session's workspace. */
  readonly workspace: string | undefined;
  readonly changes: readonly Change[];
}

/** The list of changes as sets: those of one turn together, where the first of them stood. */
export function turnSets(changes: readonly Change[]): readonly TurnSet[] {
  const sets = new Map<string, Omit<TurnSet, 'changes'> & { readonly changes: Change[] }>();
  for (const change of changes) {
    const { id, session, turn, workspace } = change;
    const key = turn === undefined ? id : `${session} ${turn}`;
    const known = sets.get(key);
    if (known === undefined) sets.set(key, { key: id, session, turn, workspace, changes: [change] });
    else known.changes.push(change);
  }
  return [...sets.values()];
}

/** Sets by workspace, those in which something waits first; undefined where all are of one workspace. */
export function setGroups(
  sets: readonly TurnSet[],
  open: readonly Workspace[],
): readonly WorkspaceGroup<TurnSet>[] | undefined {
  const groups = workspaceGroups(sets, open)?.filter(({ items }) => items.length > 0) ?? [];
  if (groups.length < 2) return undefined;
  return groups.toSorted((one, other) => Number(isWaiting(other)) - Number(isWaiting(one)));
}

function isWaiting({ items }: WorkspaceGroup<TurnSet>): boolean {
  return items.some(({ changes }) => changes.some(({ state }) => state === 'proposed'));
}

/** How far a set is decided, by its files. */
export function progressOf({ changes }: TurnSet): { readonly files: number; readonly decided: number } {
  const waiting = new Set(changes.filter(({ state }) => state === 'proposed').map(({ path }) => path));
  const files = new Set(changes.map(({ path }) => path)).size;
  return { files, decided: files - waiting.size };
}

/** Whether nobody knows who changed its files: they were found changed at one time. */
export function isFound({ changes }: TurnSet): boolean {
  return changes.every(({ origin }) => origin === 'unknown');
}

/** Such as `3 of 5 files decided`. */
export function progressWords(set: TurnSet): string {
  const { files, decided } = progressOf(set);
  if (isFound(set)) return `${files} ${files === 1 ? 'file' : 'files'} found changed when nothing was being called`;
  if (decided === files) return `${files} ${files === 1 ? 'file' : 'files'} of one turn`;
  return `${decided} of ${files} files decided`;
}

/** Whether something of it is in the files and can be put back. */
export function canUndoTurn({ turn, changes }: TurnSet): boolean {
  return (
    turn !== undefined &&
    changes.some(({ state, canUndo, origin }) => state === 'applied' && canUndo && origin !== 'undo')
  );
}
