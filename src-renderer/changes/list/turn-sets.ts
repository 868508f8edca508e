import type { Change } from '#contract';

/** Files that one message of the person led to, in the order of the list. */
export interface TurnSet {
  /** Of the first change in it. */
  readonly key: string;
  readonly session: string;
  readonly turn: string | undefined;
  readonly changes: readonly Change[];
}

/** The list of changes as sets: those of one turn together, where the first of them stood. */
export function turnSets(changes: readonly Change[]): readonly TurnSet[] {
  const sets = new Map<string, { key: string; session: string; turn: string | undefined; changes: Change[] }>();
  for (const change of changes) {
    const { id, session, turn } = change;
    const key = turn === undefined ? id : `${session} ${turn}`;
    const known = sets.get(key);
    if (known === undefined) sets.set(key, { key: id, session, turn, changes: [change] });
    else known.changes.push(change);
  }
  return [...sets.values()];
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
