import type { PathWork } from './path-work.ts';
import type { PlannedPath } from './plan-paths.ts';

/** Paths that were names of one file (hard links), by that file. */
export function namesByFile<T extends Pick<PlannedPath, 'goal'>>(paths: readonly T[]): readonly (readonly T[])[] {
  const groups = new Map<string, T[]>();
  for (const one of paths) {
    const { kind, inode } = one.goal.wanted ?? {};
    if (kind === 'file' && inode !== undefined) groups.set(inode, [...(groups.get(inode) ?? []), one]);
  }
  return [...groups.values()];
}

/** What is told of files that had several names, of which only some are written anew: by path, a clause. */
export function namesLeftApart(works: readonly PathWork[]): ReadonlyMap<string, string> {
  const told = namesByFile(works).flatMap((group) =>
    group.flatMap(({ goal }) => {
      // Records of before do not say how many there were; two it had in any case.
      const names = goal.wanted?.names ?? 2;
      return group.length < names ? [[goal.path, apart(names, group.length)] as const] : [];
    }),
  );
  return new Map(told);
}

function apart(names: number, restored: number): string {
  const was = `it was one of ${names} names of one file (hard links)`;
  return restored === 1 ? `${was} and is a file of its own now` : `${was}, of which ${restored} are names of one again`;
}
