import type { ProgramDeclarations } from './declaration.ts';
import { ifGiven, NAMES, PATHS } from './git-kinds.ts';
import * as options from './git-options.ts';
import { has, type ParsedArguments } from './parsed-arguments.ts';
import type { ArgumentWord } from './read-arguments.ts';

const HISTORY = { readsOnly: { shows: 'history' } } as const;

const LISTING = '--list -l --contains --no-contains --merged --no-merged --points-at -n'.split(' ');
/** Declaration that needs one of these options; otherwise an operand would be a name to create. */
const LISTED = {
  readsOnly: {
    shows: 'history',
    operands: (read: ParsedArguments<ArgumentWord>) => (has(read, ...LISTING) ? 'text*' : ''),
  },
  rule: { operands: 'name*' },
} as const;

/** Verbs of git that only read and show branches, tags and other names of commits. */
export const GIT_REFERENCES: ProgramDeclarations = {
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
};
