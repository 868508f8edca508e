/** Files that sub-commands of git with file arguments put in place, remove or restore. */
import { posix } from 'node:path';
import { hasOption } from './given-git-words.ts';
import {
  EVERYTHING,
  type ForeseenFiles,
  foreseenFiles,
  type GitVerb,
  NOTHING,
  type RepositoryQueries,
  WITH_SKIPPED,
} from './repository.ts';

export const restore: GitVerb = async (given, repository) => {
  const { options, operands, paths = [] } = given;
  const isStaged = hasOption(given, '-S', '--staged');
  if (isStaged && !hasOption(given, '-W', '--worktree')) return NOTHING;
  const source = options.get('-s') ?? options.get('--source') ?? (isStaged ? 'HEAD' : undefined);
  const files = [...operands, ...paths];
  return foreseenFiles(await repository.changedFrom(source, files, { isWithSkipped: options.has(WITH_SKIPPED) }));
};

/** Names the submodules, and is written where one of them goes or moves. */
const MODULES = '.gitmodules';

/** Files that go or move, with all that lies in them; what is in other repositories among them is not known. */
function going(names: readonly string[] | undefined, modules: readonly string[] | undefined) {
  if (names === undefined || modules === undefined) return undefined;
  const files = names.filter((name) => !isFolder(name));
  const hasModules = modules.length > 0;
  return foreseenFiles(hasModules ? [...files, MODULES] : files, {
    isSure: !hasModules && files.length === names.length,
  });
}

/** Whether it is the name of a folder in which nothing is tracked, or of another repository. */
const isFolder = (name: string): boolean => name.endsWith('/');

export const remove: GitVerb = async (given, repository) => {
  if (hasOption(given, '--cached', '-n', '--dry-run')) return NOTHING;
  const files = [...given.operands, ...(given.paths ?? [])];
  return going(await repository.listed('--', ...files), await repository.submodules(...files));
};

/** Both names of each file that is moved: the last operand is its new name, or the folder that it goes to. */
export const move: GitVerb = async ({ operands, paths }, repository) => {
  const all = [...operands, ...(paths ?? [])];
  const target = all.pop();
  const prefix = await repository.line('rev-parse', '--show-prefix');
  if (target === undefined || prefix === undefined || all.length === 0) return undefined;
  const shallow = ['--cached', '--others', '--directory'];
  const there = await repository.listed(...shallow, '--', posix.join(target, '/'));
  const isInto = all.length > 1 || there === undefined || there.length > 0;
  const moved = await Promise.all(
    all.map(async (source) => {
      // What is not tracked in a folder moves with it.
      const files = await repository.listed(...shallow, '--no-empty-directory', '--', source);
      const from = posix.join(prefix, source);
      return files?.flatMap((file) => {
        const below = posix.relative(from, file);
        const to = posix.join(prefix, target, isInto ? posix.basename(from) : '', below);
        return [file, isFolder(file) ? posix.join(to, '/') : to];
      });
    }),
  );
  const names = moved.every((one) => one !== undefined) ? moved.flat() : undefined;
  return going(names, await repository.submodules(...all));
};

export const clean: GitVerb = async (given, repository) => {
  if (hasOption(given, '-n', '--dry-run')) return NOTHING;
  const ignored = hasOption(given, '-x')
    ? []
    : hasOption(given, '-X')
      ? ['--ignored', '--exclude-standard']
      : ['--exclude-standard'];
  const files = [...given.operands, ...(given.paths ?? [])];
  // What is named is gone into without -d, too.
  const isDeep = hasOption(given, '-d') || files.length > 0;
  const names = await repository.listed('--others', ...ignored, ...(isDeep ? [] : ['--directory']), '--', ...files);
  // Repositories go by a second -f.
  const isSure = !isDeep || names?.some(isFolder) === false;
  return foreseenFiles(
    names?.filter((name) => !isFolder(name)),
    { isSure },
  );
};

export const stash: GitVerb = async (given, repository) => {
  const [action = 'push', ...operands] = given.operands;
  if (action === 'pop' || action === 'apply') return await readStash([...operands, ...(given.paths ?? [])], repository);
  if (/^(list|show|drop|clear|create|store)$/.test(action)) return NOTHING;
  if (action !== 'push' && action !== 'save') return undefined;
  const named = action === 'save' ? [] : [...operands, ...(given.paths ?? [])];
  const files = named.length > 0 ? named : [EVERYTHING];
  // Without files to put aside it ends with a hard reset.
  const changed =
    named.length > 0
      ? await repository.changed('HEAD', '--', ...files)
      : await repository.changedFrom('HEAD', [EVERYTHING]);
  const others = hasOption(given, '-u', '--include-untracked')
    ? await repository.listed('--others', '--exclude-standard', '--', ...files)
    : [];
  return foreseenFiles(changed && others && [...changed, ...others]);
};

/** Reads the content of a stash; files that were not tracked are in its third parent, if there is one. */
async function readStash(
  [name = '0', ...more]: readonly string[],
  repository: RepositoryQueries,
): Promise<ForeseenFiles | undefined> {
  const of = /^\d+$/.test(name) ? `stash@{${name}}` : name;
  if (more.length > 0 || (await repository.commit(of)) === undefined) return undefined;
  const changed = await repository.changed(`${of}^1`, of);
  const others = (await repository.commit(`${of}^3`))
    ? await repository.names('ls-tree', '-r', '-z', '--full-tree', '--name-only', `${of}^3`)
    : [];
  return foreseenFiles(changed && others && [...changed, ...others], { isSure: false });
}
