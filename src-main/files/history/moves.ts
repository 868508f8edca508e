/** Files that a command moved or renamed: a deletion and a creation of the same bytes. Pure. */
import { basename } from 'node:path';
import type { LedgerEventData } from '#contract';

export interface MovePaths {
  readonly movedFrom?: string;
  readonly movedTo?: string;
}

interface FileChangedEvent {
  readonly id: string;
  readonly data: LedgerEventData<'file.changed'>;
}

/**
 * Pairs what one command deleted with what it created, by their bytes; the same name goes first. Among several alike
 * with other names, and among empty files with other names, the pairs are unknown.
 */
export function movesAmong(changes: readonly FileChangedEvent[]): Map<string, MovePaths> {
  const moves = new Map<string, MovePaths>();
  for (const { gone, made } of alike(changes)) {
    const pair = (from: FileChangedEvent, to: FileChangedEvent) => {
      moves.set(to.id, { movedFrom: from.data.path });
      moves.set(from.id, { movedTo: to.data.path });
      gone.delete(from);
      made.delete(to);
    };
    for (const [from, to] of onlyNamesakes(gone, made)) pair(from, to);
    const [from, to] = [[...gone][0], [...made][0]];
    if (from && to && gone.size === 1 && made.size === 1 && (from.data.before?.size ?? 0) > 0) pair(from, to);
  }
  return moves;
}

/** Pairs files of a name that only one of each has. */
function onlyNamesakes(
  gone: ReadonlySet<FileChangedEvent>,
  made: ReadonlySet<FileChangedEvent>,
): [from: FileChangedEvent, to: FileChangedEvent][] {
  const appeared = byName(made);
  return [...byName(gone)].flatMap(([name, from]) => {
    const to = appeared.get(name);
    return from && to ? [[from, to] as [FileChangedEvent, FileChangedEvent]] : [];
  });
}

/** Maps each name to its file; to `undefined` where several have it. */
function byName(files: ReadonlySet<FileChangedEvent>): Map<string, FileChangedEvent | undefined> {
  const found = new Map<string, FileChangedEvent | undefined>();
  for (const file of files) {
    const name = basename(file.data.path);
    found.set(name, found.has(name) ? undefined : file);
  }
  return found;
}

/** Groups files that disappeared and files that appeared by their content. */
function alike(
  changes: readonly FileChangedEvent[],
): Iterable<{ readonly gone: Set<FileChangedEvent>; readonly made: Set<FileChangedEvent> }> {
  const byBytes = new Map<string, { gone: Set<FileChangedEvent>; made: Set<FileChangedEvent> }>();
  for (const one of changes) {
    const { change, before, after } = one.data;
    const state = change === 'deleted' ? before : after;
    if (change === 'modified' || state?.hash === undefined) continue;
    const key = `${state.kind} ${state.hash}`;
    const known = byBytes.get(key) ?? { gone: new Set(), made: new Set() };
    byBytes.set(key, known);
    known[change === 'deleted' ? 'gone' : 'made'].add(one);
  }
  return byBytes.values();
}
