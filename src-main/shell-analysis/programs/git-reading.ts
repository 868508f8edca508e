import type { ProgramDeclaration, ProgramDeclarations, RepositoryShows } from './declaration.ts';
import { ifGiven, NAMES, PATHS } from './git-kinds.ts';
import * as options from './git-options.ts';
import { GIT_REFERENCES } from './git-references.ts';
import { has, type ParsedArguments } from './parsed-arguments.ts';
import type { ArgumentWord } from './read-arguments.ts';

type GitArguments = ParsedArguments<ArgumentWord>;

const PATCHES =
  '-p -u --patch -U --unified -W --function-context --word-diff --word-diff-regex --color-words --color-moved --check -m -c --cc --diff-merges --patch-with-stat'.split(
    ' ',
  );
const SUMMARIES =
  '--stat --numstat --shortstat --dirstat --summary --compact-summary --name-only --name-status --raw --quiet -q --no-patch -s'.split(
    ' ',
  );
const READING = { isReading: true } as const;

const hasPatch = (read: GitArguments): boolean => has(read, ...PATCHES);
const shownByWalk = (read: GitArguments): RepositoryShows => (hasPatch(read) ? 'contents' : 'history');
/** Contents that a verb shows: differences, unless an option sums them up. */
const shownBySummary = (read: GitArguments): RepositoryShows =>
  has(read, ...SUMMARIES) && !hasPatch(read) ? 'tree' : 'contents';
const HISTORY = { readsOnly: { shows: 'history' } } as const;

const LOG: ProgramDeclaration = {
  ...PATHS,
  options: {
    proven: `${options.SHOWING_MORE} ${options.WALKING_MORE} ${options.MERGES}`,
    'proven open': `${options.SHOWING} ${options.WALKING} -S=text -G=text`,
  },
  readsOnly: { shows: shownByWalk },
};
const DIFF: ProgramDeclaration = {
  ...PATHS,
  options: {
    proven: `${options.SHOWING_MORE} ${options.MERGES} --base --ours --theirs -0123`,
    'proven open': `${options.SHOWING} -R --cached --staged --exit-code --quiet --merge-base`,
  },
  // Two files or folders are compared without a repository, too, with all that lies below them.
  readsOnly: { shows: shownBySummary, needsRepository: 'between-files' },
  rule: NAMES,
};
const PLUMBING: ProgramDeclaration = {
  ...PATHS,
  options: {
    proven: `${options.SHOWING} ${options.SHOWING_MORE} ${options.MERGES} --cached --root --no-commit-id --always`,
  },
  readsOnly: { shows: (read) => (hasPatch(read) ? 'contents' : 'tree') },
};
const BLAME: ProgramDeclaration = { ...PATHS, options: options.BLAME, readsOnly: { shows: 'contents' } };
const STASH_SHOWN: ProgramDeclaration = {
  options: {
    proven: `${options.SHOWING_MORE} ${options.MERGES} --base --ours --theirs -0123 --cached --staged --merge-base`,
    'proven open': options.SHOWING,
  },
  operands: 'path?',
  readsOnly: { shows: 'contents' },
  rule: { isReading: true, operands: 'name' },
};

/** Verbs of `git stash` that only read. */
export const STASHES_READ: ProgramDeclarations = {
  list: {
    options: {
      proven: `${options.SHOWING} ${options.SHOWING_MORE} ${options.WALKING} ${options.WALKING_MORE} ${options.MERGES}`,
      'proven open': '-n=number -NUM --oneline',
    },
    readsOnly: { shows: shownByWalk },
    rule: READING,
  },
  show: STASH_SHOWN,
};

/** Verbs of git that only read, with what each of them shows. */
export const GIT_READING: ProgramDeclarations = {
  ...GIT_REFERENCES,
  status: {
    ...PATHS,
    options: {
      'proven open':
        '-sbuzv --short --branch --porcelain?=v1|v2 --long --show-stash --untracked-files?=no|normal|all --ignored?=word',
      proven:
        '--no-branch --verbose --no-show-stash --renames --no-renames --find-renames?=word --ahead-behind --no-ahead-behind --column?=text --no-column --null',
    },
    readsOnly: { shows: ifGiven('-v --verbose', 'contents', 'tree') },
    rule: READING,
  },
  diff: DIFF,
  'diff-tree': { ...PLUMBING, readsOnly: { shows: shownByWalk } },
  'diff-index': PLUMBING,
  'diff-files': PLUMBING,
  log: { ...LOG, rule: NAMES },
  whatchanged: LOG,
  // It prints files, too, whatever it is told about differences.
  show: { ...LOG, readsOnly: { shows: 'contents' }, rule: NAMES },
  blame: { ...BLAME, rule: NAMES },
  annotate: BLAME,
  grep: {
    options: { proven: options.GREP },
    operands: 'text path*',
    standIns: ['-e'],
    readsOnly: {
      shows: ifGiven(
        '-l -L -c -q --name-only --files-with-matches --files-without-match --count --quiet',
        'tree',
        'contents',
      ),
      needsRepository: 'always',
    },
  },
  'ls-files': {
    ...PATHS,
    options: {
      'proven open': '-cdmostzi --cached --deleted --modified --others --stage --exclude-standard --ignored',
      proven:
        '-ukv -x=text --unmerged --killed --directory --no-empty-directory --exclude=text --full-name --error-unmatch --deduplicate --abbrev?=number --eol --format=text',
    },
    readsOnly: { shows: 'tree' },
    rule: READING,
  },
  'ls-tree': {
    ...PATHS,
    ...HISTORY,
    options: {
      'proven open': '-rdtlz --name-only --name-status --long --full-name',
      proven: '--object-only --full-tree --abbrev?=number --format=text',
    },
    rule: NAMES,
  },
  'cat-file': {
    options: { proven: '-tsep' },
    operands: 'path path?',
    readsOnly: { shows: ifGiven('-t -s -e', 'history', 'contents') },
  },
  reflog: {
    ...LOG,
    readsOnly: {
      shows: shownByWalk,
      whyNot: ({ operands: [first] }) =>
        /^(expire|delete|drop|write|exists|list)$/.test(first?.literal ?? '')
          ? `git reflog ${first?.literal} is not known to read only`
          : undefined,
    },
  },
  remote: {
    options: { proven: '-v --verbose' },
    readsOnly: { shows: 'addresses' },
    verbs: { 'get-url': { options: { proven: '--push --all' }, operands: 'text', readsOnly: { shows: 'addresses' } } },
  },
  worktree: { verbs: { list: { ...HISTORY, options: { proven: '-vz --verbose --porcelain' } } } },
  version: { ...HISTORY, options: { proven: '--build-options' } },
};
