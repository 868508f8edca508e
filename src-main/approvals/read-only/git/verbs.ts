/** The verbs of git that only read, with what each of them shows. */
import { byGrammar, type Check, type Grammar, has } from '../grammar.ts';
import type { Arguments } from '../option-table.ts';
import { absolute, type GitShows, type Reader } from '../reader.ts';
import { whyNotOperand } from './operands.ts';
import * as options from './verb-options.ts';

interface Described {
  readonly options: string;
  /** Kinds of operands; `path` is judged by what is shown of it. */
  readonly operands?: string | ((given: Arguments) => string);
  readonly shows: GitShows | ((given: Arguments) => GitShows);
  readonly needsRepository?: (given: Arguments, reader: Reader) => boolean;
  readonly also?: (given: Arguments) => string | undefined;
}

const PATCHES =
  'p u patch U unified W function-context word-diff word-diff-regex color-words color-moved check m c cc diff-merges patch-with-stat';
const SUMMARIES = 'stat numstat shortstat dirstat summary compact-summary name-only name-status raw quiet q no-patch s';

const hasPatch = (given: Arguments): boolean => has(given, ...PATCHES.split(' '));
/** Contents that a verb shows: differences, unless an option sums them up. */
const summed =
  (otherwise: GitShows) =>
  (given: Arguments): GitShows =>
    has(given, ...SUMMARIES.split(' ')) && !hasPatch(given) ? otherwise : 'contents';
const walked = (given: Arguments): GitShows => (hasPatch(given) ? 'contents' : 'history');

/** Whether it is two files or folders that are compared: git does that without a repository, too, with all that lies below them. */
const areFiles = ({ operands }: Arguments, { files, cwds }: Reader): boolean =>
  operands.filter((path) => cwds.some((cwd) => files.realpath(absolute(path, cwd)) !== undefined)).length > 1;

const PATHS = 'path*';
const LISTING = ['list', 'l', 'contains', 'no-contains', 'merged', 'no-merged', 'points-at', 'n'];
/** Without such an option an operand would be a name to create. */
const listed = (given: Arguments): string => (has(given, ...LISTING) ? 'text*' : '');

const LOG: Described = {
  options: `${options.SHOWING} ${options.WALKING} ${options.MERGES}`,
  operands: PATHS,
  shows: walked,
};
const DIFF: Described = {
  options: `${options.SHOWING} ${options.MERGES} --cached --staged --merge-base --base --ours --theirs -0 -1 -2 -3`,
  operands: PATHS,
  shows: summed('tree'),
  needsRepository: areFiles,
};
const PLUMBING: Described = {
  options: `${options.SHOWING} ${options.MERGES} --cached --root --no-commit-id --always`,
  operands: PATHS,
  shows: (given) => (hasPatch(given) ? 'contents' : 'tree'),
};

const DESCRIBED: Readonly<Record<string, Described>> = {
  status: {
    options: options.STATUS,
    operands: PATHS,
    shows: (given) => (has(given, 'v', 'verbose') ? 'contents' : 'tree'),
  },
  diff: DIFF,
  'diff-tree': { ...PLUMBING, shows: walked },
  'diff-index': PLUMBING,
  'diff-files': PLUMBING,
  log: LOG,
  whatchanged: LOG,
  // It prints files, too, whatever it is told about differences.
  show: { ...LOG, shows: 'contents' },
  blame: { options: options.BLAME, operands: PATHS, shows: 'contents' },
  annotate: { options: options.BLAME, operands: PATHS, shows: 'contents' },
  grep: {
    options: options.GREP,
    operands: (given) => (has(given, 'e') ? PATHS : `text ${PATHS}`),
    shows: (given) =>
      has(given, 'l', 'L', 'c', 'q', 'name-only', 'files-with-matches', 'files-without-match', 'count', 'quiet')
        ? 'tree'
        : 'contents',
    needsRepository: () => true,
  },
  branch: { options: options.BRANCH, operands: listed, shows: 'history' },
  tag: { options: options.TAG, operands: listed, shows: 'history' },
  'rev-parse': { options: options.REV_PARSE, operands: PATHS, shows: 'history' },
  'ls-files': { options: options.LS_FILES, operands: PATHS, shows: 'tree' },
  'ls-tree': { options: options.LS_TREE, operands: PATHS, shows: 'history' },
  'rev-list': { options: `${options.WALKING} --count --objects`, operands: PATHS, shows: 'history' },
  describe: {
    options: options.DESCRIBE,
    operands: PATHS,
    shows: (given) => (has(given, 'dirty', 'broken') ? 'tree' : 'history'),
  },
  shortlog: {
    options: `${options.WALKING} -snec --summary --numbered --email --committer --group=text`,
    operands: PATHS,
    shows: 'history',
  },
  'merge-base': {
    options: '-a --all --is-ancestor --fork-point --octopus --independent',
    operands: PATHS,
    shows: 'history',
  },
  'for-each-ref': { options: options.REFS, operands: 'text*', shows: 'history' },
  'show-ref': {
    options: '-dsq --head --heads --branches --tags --dereference --hash?=number --verify --abbrev?=number --quiet',
    operands: 'text*',
    shows: 'history',
  },
  // With a second operand it would set what it names.
  'symbolic-ref': { options: '-q --quiet --short', operands: 'text', shows: 'history' },
  'name-rev': { options: '--name-only --tags --refs=text --always', operands: PATHS, shows: 'history' },
  cherry: { options: '-v --abbrev=number', operands: PATHS, shows: 'history' },
  'count-objects': { options: '-vH --verbose --human-readable', shows: 'history' },
  'cat-file': {
    options: '-tsep',
    operands: 'path path?',
    shows: (given) => (has(given, 't', 's', 'e') ? 'history' : 'contents'),
  },
  reflog: {
    ...LOG,
    also: ({ operands: [first = ''] }) =>
      /^(expire|delete|drop|write|exists|list)$/.test(first)
        ? `git reflog ${first} is not known to read only`
        : undefined,
  },
  'stash list': { ...LOG, operands: '' },
  'stash show': { ...DIFF, operands: 'path?', shows: 'contents' },
  remote: { options: '-v --verbose', shows: 'addresses' },
  'remote get-url': { options: '--push --all', operands: 'text', shows: 'addresses' },
  'worktree list': { options: '-vz --verbose --porcelain', shows: 'history' },
  version: { options: '--build-options', shows: 'history' },
};

const KINDS: NonNullable<Grammar['kinds']> = {
  'path-in-contents': (value, reader) => whyNotOperand(value, (path) => reader.whyNotRead(path)),
  'path-in-names': (value, reader) => whyNotOperand(value, (path) => reader.whyNotSee(path)),
  merges: (value) =>
    /^(off|none|first-parent|1|separate|m|combined|c|dense-combined|cc)$/.test(value)
      ? undefined
      : `'${value}' may run a program that merges`,
};

const CHECKS: ReadonlyMap<string, Check> = new Map(
  Object.entries(DESCRIBED).map(([name, described]) => [name, checkOf(described)]),
);

function checkOf({ shows, operands = '', ...described }: Described): Check {
  const shownBy = (given: Arguments) => (typeof shows === 'function' ? shows(given) : shows);
  return byGrammar({
    options: described.options,
    kinds: KINDS,
    operandsOf: (given) => {
      const kinds = typeof operands === 'function' ? operands(given) : operands;
      return kinds.replaceAll('path', shownBy(given) === 'contents' ? 'path-in-contents' : 'path-in-names');
    },
    also: (given, reader) => {
      const why = described.also?.(given);
      if (why === undefined)
        reader.keepGit({ shows: shownBy(given), needsRepository: described.needsRepository?.(given, reader) === true });
      return why;
    },
  });
}

/** Why a verb with its words is not proven to read only, or nothing; `git stash` and its like have a verb of two words. */
export function whyNotVerb(words: readonly string[], reader: Reader): string | undefined {
  const [name = '', second = '', ...others] = words;
  const long = CHECKS.get(`${name} ${second}`);
  const check = long ?? CHECKS.get(name);
  if (check === undefined)
    return `git ${long === undefined && second ? `${name} ${second}` : name} is not known to read only`;
  return check(long === undefined ? words.slice(1) : others, reader);
}
