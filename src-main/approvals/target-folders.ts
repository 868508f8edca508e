/** Targets of copies that are folders, in which a copy then lies: `cp a b` writes `b/a` there. */
import type { Analysis, Effect } from '#shell-analysis';
import type { CommandFacts } from './decide/facts.ts';
import { isWithin, writtenPaths } from './decide/targets.ts';
import { normalPath } from './normal-path.ts';
import type { DiskAccess } from './read-only/path-judge.ts';

type Folders = CommandFacts['folders'];

/** Pairs of a target and what else the line writes; of more, every target is taken for a folder. */
const MAX_PAIRS = 100_000;

/** Finds those that are folders, or that another part of the line may make; absolute as written, undefined if there are none. */
export function targetFolders(analysis: Analysis, folders: Folders, disk: Pick<DiskAccess, 'realpath'>) {
  const { effects, effectsInFolders } = analysis;
  if (effectsInFolders.length === 0) return undefined;
  const written = effects.filter(({ kind }) => kind === 'write');
  const isMuch = written.length * effectsInFolders.length > MAX_PAIRS;
  const found = new Set<string>();
  for (const { ifFolder, part } of effectsInFolders) {
    for (const path of writtenPaths(ifFolder, folders[part]) ?? []) {
      const isFolder = () => disk.realpath(`${path}/.`) !== undefined;
      const isMade = () => written.some((other) => other.part !== part && mayMake(other, path, folders));
      if (!found.has(path) && (isMuch || isFolder() || isMade())) found.add(path);
    }
  }
  return found.size > 0 ? [...found] : undefined;
}

function mayMake({ target, part, isRecursive }: Effect, path: string, folders: Folders): boolean {
  const folder = normalPath(path);
  return (writtenPaths(target, folders[part])?.map(normalPath) ?? [folder]).some(
    (one) => isWithin(folder, one) || (isRecursive && isWithin(one, folder)),
  );
}

/** Analysis of a line with the effects that are there because of such folders. */
export function withEffectsIn(targets: readonly string[] | undefined, analysis: Analysis, folders: Folders): Analysis {
  if (targets === undefined) return analysis;
  const known = new Set(targets);
  const there = analysis.effectsInFolders.filter(({ ifFolder, part }) =>
    writtenPaths(ifFolder, folders[part])?.some((path) => known.has(path)),
  );
  return there.length > 0 ? { ...analysis, effects: [...analysis.effects, ...there] } : analysis;
}
