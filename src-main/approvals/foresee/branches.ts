/** Files that switching to another commit, or applying its changes, puts in place. */
import { type GivenGitWords, hasOption } from './given-git-words.ts';
import {
  EVERYTHING,
  type ForeseenFiles,
  foreseenFiles,
  type GitVerb,
  NOTHING,
  type RepositoryQueries,
  WITH_SKIPPED,
} from './repository.ts';

/** Options of `git branch` that write only the configuration, or a name. */
const SETTING = '-m -M -c -C -u --move --copy --set-upstream-to --unset-upstream --track'.split(' ');
const NEW = ['-c', '-C', '-b', '-B', '--create', '--force-create'];

/** `git switch`, and `git checkout` of a branch. */
export const goTo: GitVerb = async (given, repository) => {
  const [target, ...others] = given.operands;
  if (others.length > 0) return undefined;
  const isForced = hasOption(given, '-f', '--force', '--discard-changes');
  if (target === undefined)
    return isForced ? foreseenFiles(await repository.changedFrom('HEAD', [EVERYTHING])) : NOTHING;
  const found = await startOf(target, given, repository);
  if (found === undefined) return undefined;
  const names = isForced
    ? await repository.changedFrom(found.commit, [EVERYTHING])
    : await repository.changed('HEAD', found.commit);
  return foreseenFiles(names, { setsConfig: found.isTracked && !hasOption(given, '--no-track') });
};

/**
 * Finds the commit to switch to, and whether a new branch tracks a remote one, which is written to the configuration.
 */
async function startOf(target: string, given: GivenGitWords, repository: RepositoryQueries) {
  const isNew = hasOption(given, ...NEW);
  const remote = isNew || (await repository.commit(target)) ? undefined : await repository.onRemote(target);
  const commit = await repository.commit(remote ?? target);
  if (commit === undefined) return undefined;
  const isTracked =
    remote !== undefined || hasOption(given, '-t', '--track') || (isNew && (await repository.isOfRemote(target)));
  return { commit, isTracked };
}

/** `git checkout` of a branch, or of files where it is not one that is meant. */
export const checkOut: GitVerb = async (given, repository) => {
  const { operands, paths } = given;
  const [first, ...rest] = operands;
  const isWithSkipped = hasOption(given, WITH_SKIPPED);
  if (paths !== undefined) {
    return rest.length > 0 ? undefined : await broughtFrom(first, paths, { repository, isWithSkipped });
  }
  const isGoing = first === undefined || hasOption(given, '-b', '-B');
  if (isGoing || (rest.length === 0 && (await isBranch(first, repository)))) return await goTo(given, repository);
  // It goes to what both came from.
  if (first.includes('...')) return undefined;
  const isTree = rest.length > 0 && (await repository.tree(first)) !== undefined;
  return await broughtFrom(isTree ? first : undefined, isTree ? rest : operands, { repository, isWithSkipped });
};

/** Files as a tree has them, or the index if none is named. */
async function broughtFrom(
  tree: string | undefined,
  files: readonly string[],
  { repository, isWithSkipped }: { readonly repository: RepositoryQueries; readonly isWithSkipped: boolean },
) {
  return foreseenFiles(await repository.changedFrom(tree, files, { options: ['--diff-filter=a'], isWithSkipped }));
}

const isBranch = async (name: string, repository: RepositoryQueries): Promise<boolean> => {
  if ((await repository.commit(name)) !== undefined) return true;
  const tracked = await repository.listed('--', name);
  return tracked?.length === 0 && (await repository.onRemote(name)) !== undefined;
};

/** Changes of another line of commits that this one has not. */
async function takenOver(other: string, repository: RepositoryQueries): Promise<ForeseenFiles | undefined> {
  const [head, commit, base] = await Promise.all([
    repository.commit('HEAD'),
    repository.commit(other),
    repository.line('merge-base', 'HEAD', other),
  ]);
  if (commit === undefined || !base) return undefined;
  const [theirs, different] = await Promise.all([repository.changed(base, commit), repository.changed('HEAD', commit)]);
  const isDifferent = new Set(different);
  // Where both went on, a rename may take a change elsewhere.
  return (
    different &&
    foreseenFiles(
      theirs?.filter((name) => isDifferent.has(name)),
      { isSure: base === head },
    )
  );
}

export const merge: GitVerb = async ({ operands }, repository) => {
  const [other, ...more] = operands;
  return more.length > 0 ? undefined : await takenOver(other ?? '@{upstream}', repository);
};

/** `git cherry-pick` and `git revert`. */
export const pick: GitVerb = async ({ operands }, repository) => {
  const all = await Promise.all(
    operands.map((one) =>
      one.includes('..')
        ? repository.names('log', '-z', '--format=', '--name-only', '--no-renames', one)
        : repository.names('diff-tree', '-z', '--no-commit-id', '--name-only', '-r', '-m', '--root', one),
    ),
  );
  const names = all.every((one) => one !== undefined) ? all.flat() : undefined;
  return operands.length === 0 ? undefined : foreseenFiles(names, { isSure: false });
};

export const reset: GitVerb = async (given, repository) => {
  const { operands, paths } = given;
  if (!hasOption(given, '--hard', '--keep')) return NOTHING;
  const [target = 'HEAD', ...more] = operands;
  const commit = await repository.commit(target);
  if (commit === undefined || paths !== undefined || more.length > 0) return undefined;
  const names = hasOption(given, '--hard')
    ? await repository.changedFrom(commit, [EVERYTHING])
    : await repository.changed('HEAD', commit);
  return foreseenFiles(names);
};

/** `git branch`, which may write the configuration. */
export const branch: GitVerb = async (given, repository) => {
  if (hasOption(given, ...SETTING)) return { ...NOTHING, setsConfig: true };
  const [name = '', start] = given.operands;
  if (hasOption(given, '-d', '-D', '--delete')) {
    const settings = await Promise.all(
      given.operands.map((one) => repository.line('config', '--get-regexp', `^branch\\.${escapeForRegexp(one)}\\.`)),
    );
    return { ...NOTHING, setsConfig: settings.some((one) => one !== undefined) };
  }
  const isTracking = name !== '' && start !== undefined && (await repository.isOfRemote(start));
  return { ...NOTHING, setsConfig: isTracking && !hasOption(given, '--no-track') };
};

const escapeForRegexp = (text: string): string => text.replaceAll(/[^\w/-]/g, '\\$&');
