import type { FileState } from '#contract';
import type { PathWork } from './path-work.ts';
import type { PlannedPath } from './plan-paths.ts';

/** Paths that were names of one file (hard links), by that file. */
export function namesByFile<T extends Pick<PlannedPath, 'goal'>>(paths: readonly T[]): readonly (readonly T[])[] {
  const groups = new Map<string, T[]>();
  for (const one of paths) {
    const file = linkedFile(one.goal.wanted);
    if (file !== undefined) groups.set(file, [...(groups.get(file) ?? []), one]);
  }
  return [...groups.values()];
}

/**
 * The file that a name was one of; `undefined` if it had no other. States of different moments may be of one inode, which had
 * other bytes in between: restored, those are files of their own.
 */
export function linkedFile({ kind, inode, hash }: Partial<FileState> = {}): string | undefined {
  return kind === 'file' && inode !== undefined ? `${inode} ${hash}` : undefined;
}

/**
 * Finds files with several names of which only some are written again, with a clause by path. Names in `removed` of
 * such a file are not counted: they were created after the state that is restored.
 */
export function namesLeftApart(
  works: readonly PathWork[],
  removed: readonly Pick<PathWork, 'goal'>[] = [],
): ReadonlyMap<string, string> {
  const told = namesByFile(works).flatMap((group) =>
    group.flatMap(({ goal }) => {
      const { inode } = goal.wanted ?? {};
      const gone = removed.filter(({ goal: { expected } }) => expected?.inode === inode).length;
      // Records of before do not say how many there were; two it had in any case.
      const names = (goal.wanted?.names ?? 2) - gone;
      return group.length < names ? [[goal.path, apart(names, group.length)] as const] : [];
    }),
  );
  return new Map(told);
}

function apart(names: number, restored: number): string {
  const was = `it was one of ${names} names of one file (hard links)`;
  return restored === 1 ? `${was} and is a file of its own now` : `${was}, of which ${restored} are names of one again`;
}
