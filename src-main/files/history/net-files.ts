/** Net effect of a turn on each file, from its changes. Pure. */
import { dirname } from 'node:path';
import type { FileState } from '#contract';
import type { PastChange } from './past-change.ts';

/** One file of a turn: its only change, or several of them as one. */
export interface NetFile extends PastChange {
  /** The first of the changes that it stands for, where there are several; the rest of it is of the last. */
  readonly since?: string;
}

/**
 * The files of a turn by path, from its changes, oldest first. Of a file that was changed several times only the
 * difference counts: nothing if it came and went. A folder that was made or deleted is told by what is in it; an empty
 * one stands for itself. What was refused is a file of its own.
 */
export function netFiles(changes: readonly PastChange[]): NetFile[] {
  const refused = changes.filter(({ state }) => state === 'rejected');
  const made = withoutFolders(netOf(changes.filter(({ state }) => state !== 'rejected')));
  return [...made, ...refused].sort((a, b) => compare(a.data.path, b.data.path));
}

function netOf(changes: readonly PastChange[]): NetFile[] {
  const byPath = new Map<string, [PastChange, ...PastChange[]]>();
  for (const change of changes) {
    const known = byPath.get(change.data.path);
    if (known) known.push(change);
    else byPath.set(change.data.path, [change]);
  }
  return [...byPath.values()].flatMap(([first, ...others]) =>
    others.length === 0 ? first : netOfSeveral(first, others),
  );
}

/** Combines several changes: those in effect count, or the undone ones if there are no others. */
function netOfSeveral(oldest: PastChange, others: readonly PastChange[]): NetFile[] {
  const all = [oldest, ...others];
  const standing = all.filter(({ state }) => state !== 'undone');
  const counted = standing.length > 0 ? standing : all;
  const [first, last] = [counted[0] ?? oldest, counted.at(-1) ?? oldest];
  if (first === last) return [first];
  const { before } = first.data;
  const { after } = last.data;
  if (isSameState(before, after)) return [];
  const { addedLines: _added, removedLines: _removed, before: _before, after: _after, ...data } = last.data;
  const { movedFrom: _from, movedTo: _to, ...rest } = last;
  const shared = counted.find((one) => one.data.shared !== undefined)?.data.shared;
  return [
    {
      ...rest,
      since: first.id,
      state: counted.some(({ state }) => state === 'interrupted') ? 'interrupted' : last.state,
      data: {
        ...data,
        change: before === undefined ? 'created' : after === undefined ? 'deleted' : 'modified',
        ...(before && { before }),
        ...(after && { after }),
        ...(shared !== undefined && { shared }),
      },
    },
  ];
}

/** Leaves out folders that came or went together with something in them. */
function withoutFolders(files: readonly NetFile[]): NetFile[] {
  const filled = { created: new Set<string>(), deleted: new Set<string>() };
  for (const { data } of files) {
    if (data.change === 'modified') continue;
    const folders = filled[data.change];
    for (let folder = dirname(data.path); !folders.has(folder); folder = dirname(folder)) folders.add(folder);
  }
  return files.filter(({ data: { change, path, before, after } }) => {
    const isFolder = (change === 'created' ? after : before)?.kind === 'directory';
    return change === 'modified' || !isFolder || !filled[change].has(path);
  });
}

function isSameState(one: FileState | undefined, other: FileState | undefined): boolean {
  if (!one || !other) return one === other;
  if (one.notKept !== undefined || other.notKept !== undefined) return false;
  return one.kind === other.kind && one.hash === other.hash && one.mode === other.mode;
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
