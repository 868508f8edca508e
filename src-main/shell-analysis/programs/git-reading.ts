import type { Declaration, Declarations, RepositoryShows } from './declaration.ts';
import * as options from './git-options.ts';
import { has, type Read } from './given.ts';
import type { ArgumentWord } from './read-arguments.ts';

type Words = Read<ArgumentWord>;

const PATCHES =
  '-p -u --patch -U --unified -W --function-context --word-diff --word-diff-regex --color-words --color-moved --check -m -c --cc --diff-merges --patch-with-stat'.split(
    ' ',
  );
const SUMMARIES =
  '--stat --numstat --shortstat --dirstat --summary --compact-summary --name-only --name-status --raw --quiet -q --no-patch -s'.split(
    ' ',
  );
const PATHS = { operands: 'path*' } as const;
/** A rule may leave revisions and branches open, and paths that read as one. */
const NAMES = { isReading: true, operands: 'name*' } as const;
const READING = { isReading: true } as const;

const hasPatch = (read: Words): boolean => has(read, ...PATCHES);
const walked = (read: Words): RepositoryShows => (hasPatch(read) ? 'contents' : 'history');
/** Contents that a verb shows: differences, unless an option sums them up. */
const summed = (read: Words): RepositoryShows => (has(read, ...SUMMARIES) && !hasPatch(read) ? 'tree' : 'contents');
const ifGiven =
  (names: string, shows: RepositoryShows, otherwise: RepositoryShows) =>
  (read: Words): RepositoryShows =>
    has(read, ...names.split(' ')) ? shows : otherwise;
const HISTORY = { readsOnly: { shows: 'history' } } as const;

const LISTING = '--list -l --contains --no-contains --merged --no-merged --points-at -n'.split(' ');
/** Without such an option an operand would be a name to create. */
const LISTED = {
  readsOnly: { shows: 'history', operands: (read: Words) => (has(read, ...LISTING) ? 'text*' : '') },
  rule: { operands: 'name*' },
} as const;

const LOG: Declaration = {
  ...PATHS,
  options: {
    proven: `${options.SHOWING_MORE} ${options.WALKING_MORE} ${options.MERGES}`,
    'proven open': `${options.SHOWING} ${options.WALKING} -S=text -G=text`,
  },
  readsOnly: { shows: walked },
};
const DIFF: Declaration = {
  ...PATHS,
  options: {
    proven: `${options.SHOWING_MORE} ${options.MERGES} --base --ours --theirs -0123`,
    'proven open': `${options.SHOWING} -R --cached --staged --exit-code --quiet --merge-base`,
  },
  // Two files or folders are compared without a repository, too, with all that lies below them.
  readsOnly: { shows: summed, needsRepository: 'between-files' },
  rule: NAMES,
};
const PLUMBING: Declaration = {
  ...PATHS,
  options: {
    proven: `${options.SHOWING} ${options.SHOWING_MORE} ${options.MERGES} --cached --root --no-commit-id --always`,
  },
  readsOnly: { shows: (read) => (hasPatch(read) ? 'contents' : 'tree') },
};
const BLAME: Declaration = { ...PATHS, options: options.BLAME, readsOnly: { shows: 'contents' } };
const STASH_SHOWN: Declaration = {
  options: {
    proven: `${options.SHOWING_MORE} ${options.MERGES} --base --ours --theirs -0123 --cached --staged --merge-base`,
    'proven open': options.SHOWING,
  },
  operands: 'path?',
  readsOnly: { shows: 'contents' },
  rule: { isReading: true, operands: 'name' },
};

/** Verbs of `git stash` that only read. */
export const STASHES_READ: Declarations = {
  list: {
    options: {
      proven: `${options.SHOWING} ${options.SHOWING_MORE} ${options.WALKING} ${options.WALKING_MORE} ${options.MERGES}`,
      'proven open': '-n=number -NUM --oneline',
    },
    readsOnly: { shows: walked },
    rule: READING,
  },
  show: STASH_SHOWN,
};

/** Verbs of git that only read, with what each of them shows. */
export const GIT_READING: Declarations = {
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
  'diff-tree': { ...PLUMBING, readsOnly: { shows: walked } },
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
  branch: {
    ...LISTED,
    options: {
      'proven open':
        '-arv --all --remotes --list --verbose --show-current --no-color --sort=word --contains?=text --merged?=text --no-merged?=text',
      proven:
        '-qi --quiet --color?=word --column?=text --no-column --format=text --no-contains?=text --points-at=text --abbrev=number --no-abbrev --ignore-case',
      kept: '-dmcu --delete --move --copy --set-upstream-to=name --unset-upstream',
    },
  },
  tag: {
    ...LISTED,
    options: {
      'proven open': '-l -n?=number --list --sort=word',
      proven:
        '-i --format=text --contains?=text --no-contains?=text --merged?=text --no-merged?=text --points-at?=text --column?=text --no-column --color?=word --ignore-case',
      kept: '-adsfm --annotate --delete --force --sign --message=text',
    },
  },
  'rev-parse': {
    ...PATHS,
    ...HISTORY,
    options: {
      'proven open':
        '-q --quiet --show-toplevel --abbrev-ref?=word --short?=number --verify --is-inside-work-tree --show-prefix',
      proven:
        '--symbolic --symbolic-full-name --is-inside-git-dir --is-bare-repository --is-shallow-repository --git-dir --absolute-git-dir --git-common-dir --show-cdup --show-superproject-working-tree --show-object-format?=word --all --branches?=text --tags?=text --remotes?=text --revs-only --no-revs --flags --no-flags --default=text --path-format=word',
    },
    rule: NAMES,
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
  'rev-list': {
    ...PATHS,
    ...HISTORY,
    options: {
      proven: `${options.WALKING} ${options.WALKING_MORE} --objects`,
      'proven open': '-n=number --all --max-count=number --reverse --merges --no-merges --count -NUM',
    },
    rule: NAMES,
  },
  describe: {
    ...PATHS,
    options: {
      'proven open': '--tags --all --always --abbrev=number --long --exact-match --dirty?=text',
      proven: '--broken?=text --contains --candidates=number --match=text --exclude=text --first-parent --debug',
    },
    readsOnly: { shows: ifGiven('--dirty --broken', 'tree', 'history') },
    rule: NAMES,
  },
  shortlog: {
    ...PATHS,
    ...HISTORY,
    options: {
      proven: `${options.WALKING} ${options.WALKING_MORE} --committer --group=text`,
      'proven open': '-nsec --no-merges --summary --numbered --email',
    },
    rule: NAMES,
  },
  'merge-base': {
    ...PATHS,
    ...HISTORY,
    options: { 'proven open': '-a --all --is-ancestor', proven: '--fork-point --octopus --independent' },
    rule: NAMES,
  },
  'for-each-ref': {
    ...HISTORY,
    options: {
      proven:
        '--count=number --sort=word --format=text --contains?=text --no-contains?=text --merged?=text --no-merged?=text --points-at=text --exclude=text --ignore-case --color?=word',
    },
    operands: 'text*',
  },
  'show-ref': {
    ...HISTORY,
    options: {
      proven: '-dsq --head --heads --branches --tags --dereference --hash?=number --verify --abbrev?=number --quiet',
    },
    operands: 'text*',
  },
  // With a second operand it would set what it names.
  'symbolic-ref': { ...HISTORY, options: { proven: '-q --quiet --short' }, operands: 'text' },
  'name-rev': { ...PATHS, ...HISTORY, options: { proven: '--name-only --tags --refs=text --always' } },
  cherry: { ...PATHS, ...HISTORY, options: { proven: '-v --abbrev=number' } },
  'count-objects': { ...HISTORY, options: { proven: '-vH --verbose --human-readable' } },
  'cat-file': {
    options: { proven: '-tsep' },
    operands: 'path path?',
    readsOnly: { shows: ifGiven('-t -s -e', 'history', 'contents') },
  },
  reflog: {
    ...LOG,
    readsOnly: {
      shows: walked,
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
