import { branch, checkOut, goTo, merge, pick, reset } from './branches.ts';
import { clean, move, remove, restore, stash } from './files.ts';
import { givenIn } from './given-git-words.ts';
import { type ForeseenFiles, type GitVerb, NOTHING, type RepositoryQueries, WITH_SKIPPED } from './repository.ts';

interface Verb {
  /** Options with which it is understood. */
  readonly options: string;
  /** Whether what stands behind `--` are files. */
  readonly takesFiles?: boolean;
  readonly foresee: GitVerb;
}

const GOING =
  '-q --quiet --progress --no-progress -d --detach --guess --no-guess -f --force -t --track --no-track --ignore-other-worktrees';
const MERGING =
  '-q --quiet --ff --no-ff --ff-only --no-edit --stat --no-stat -n --squash --no-squash --commit --no-commit --signoff --progress --no-progress -m=';
const PICKING = '-x -n --no-commit --no-edit -s --signoff --ff -m=';

/** Sub-commands of which it can be worked out what they put in place of what is there. */
const VERBS: Readonly<Record<string, Verb>> = {
  switch: { options: `${GOING} --discard-changes -c= -C= --create= --force-create=`, foresee: goTo },
  checkout: { options: `${GOING} -b= -B= ${WITH_SKIPPED}`, takesFiles: true, foresee: checkOut },
  restore: {
    options: `-q --quiet --progress --no-progress -S --staged -W --worktree -s= --source= ${WITH_SKIPPED}`,
    takesFiles: true,
    foresee: restore,
  },
  reset: { options: '-q --quiet --hard --soft --mixed --keep -N --intent-to-add', takesFiles: true, foresee: reset },
  merge: { options: MERGING, foresee: merge },
  // The commits of this branch are made again on top, and leave what they had.
  rebase: { options: '-q --quiet --stat --no-stat -n', foresee: merge },
  'cherry-pick': { options: PICKING, foresee: pick },
  revert: { options: PICKING, foresee: pick },
  stash: {
    options: '-q --quiet -u --include-untracked -k --keep-index --no-keep-index --index -m= --message=',
    takesFiles: true,
    foresee: stash,
  },
  rm: { options: '-r -f --force -q --quiet -n --dry-run --cached --ignore-unmatch', takesFiles: true, foresee: remove },
  mv: { options: '-f --force -k -v --verbose', takesFiles: true, foresee: move },
  clean: { options: '-f --force -d -x -X -q --quiet -n --dry-run', takesFiles: true, foresee: clean },
  branch: {
    options:
      '-a -r -v -q --all --remotes --list -l --quiet --show-current -d -D --delete -f --force -m -M --move -c -C --copy -u= --set-upstream-to= --unset-upstream -t --track --no-track',
    foresee: branch,
  },
  remote: {
    options: '-v --verbose -t= -m= -f --tags --no-tags --push --add --delete',
    foresee: async ({ operands: [action = ''] }) => ({
      ...NOTHING,
      setsConfig: /^(add|remove|rm|rename|set-url|set-branches)$/.test(action),
    }),
  },
  config: {
    options: '--local --add --unset --unset-all --replace-all --rename-section --remove-section --type= --bool --int',
    foresee: async ({ options, operands: [first = '', ...rest] }) => ({
      ...NOTHING,
      setsConfig: first !== 'get' && first !== 'list' && (rest.length > 0 || options.has('--unset')),
    }),
  },
};

/** Foresees what a sub-command with its words puts in place; undefined if that cannot be determined. */
export async function foreseeVerb(
  { verb, rest }: { readonly verb: string; readonly rest: readonly (string | undefined)[] },
  repository: RepositoryQueries,
): Promise<ForeseenFiles | undefined> {
  const known = Object.hasOwn(VERBS, verb) ? VERBS[verb] : undefined;
  const given = known && givenIn(rest, known.options, known.takesFiles === true);
  return given && (await known?.foresee(given, repository));
}

/** Whether what a sub-command of git replaces can be worked out at all. */
export const isForeseeable = (verb: string): boolean => Object.hasOwn(VERBS, verb);
