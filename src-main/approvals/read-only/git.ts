/** git in its neutralised form: nothing that the workspace's own configuration names is run. */

import { whyConfigRunsCode } from './git-config.ts';
import { byGrammar, type Check, type Grammar } from './grammar.ts';
import { absolute, type Reader } from './reader.ts';

/** Both must be there, as they stand. */
const NEEDED = ['core.fsmonitor=false', 'core.hooksPath=/dev/null'];
const HARMLESS =
  /^(color\.(ui|status|diff|branch)=(never|false|always|auto)|core\.(quotepath|pager)=(false|true|off|cat)|log\.showSignature=false)$/i;

const PATHS = 'what*';
/** A revision, a range or a path inside; never an option. */
const KINDS: NonNullable<Grammar['kinds']> = {
  what: (value, reader) =>
    /^[A-Za-z0-9_@^~.{}:/-]+$/.test(value) && !value.startsWith('-') && !/^\/|(^|\/)\.\.(\/|$)/.test(value)
      ? credential(value, reader)
      : 'it is no plain revision or path',
  format: (value) => (/^[^\0]*$/.test(value) ? undefined : 'no format'),
};

const SHOWING =
  '-pqsuw -U=number -M?=number --stat?=text --numstat --shortstat --dirstat --summary --name-only --name-status --no-patch --patch --raw --unified=number --color?=word --no-color --word-diff?=word --minimal --patience --histogram --diff-filter=word --no-renames --ignore-all-space --ignore-space-change --ignore-blank-lines --no-ext-diff --no-textconv --abbrev?=number --no-abbrev --relative --no-relative --no-prefix --check --function-context --text --binary --full-index';
const LOGGING =
  '-n=number -NUM -i -E -F -S=text -G=text --oneline --graph --decorate?=word --no-decorate --all --branches --tags --remotes --max-count=number --skip=number --since=text --after=text --until=text --before=text --author=text --committer=text --grep=text --invert-grep --reverse --date=text --format=format --pretty?=format --abbrev-commit --no-abbrev-commit --merges --no-merges --first-parent --follow --topo-order --date-order --left-right --cherry-pick --no-show-signature --full-history --no-walk --source --parents --children --boundary --simplify-by-decoration --no-notes --no-mailmap';

interface Subcommand extends Grammar {
  /** It prints differences, for which the configuration may name programs. */
  readonly isShowing?: boolean;
}

const SUBCOMMANDS: Readonly<Record<string, Subcommand>> = {
  status: {
    options:
      '-sbuz -v --short --branch --porcelain?=word --long --show-stash --untracked-files?=word --ignored?=word --ignore-submodules?=word --no-renames --ahead-behind --no-ahead-behind --column?=text --null',
    operands: PATHS,
    kinds: KINDS,
  },
  diff: {
    options: `${SHOWING} -b -R --cached --staged --exit-code --quiet --merge-base --ignore-submodules?=word`,
    operands: PATHS,
    kinds: KINDS,
    isShowing: true,
  },
  log: { options: `${SHOWING} ${LOGGING}`, operands: PATHS, kinds: KINDS, isShowing: true },
  show: { options: `${SHOWING} ${LOGGING}`, operands: PATHS, kinds: KINDS, isShowing: true },
  branch: {
    options:
      '-arv --all --remotes --list --verbose --show-current --no-color --color?=word --no-column --sort=word --format=format --contains?=what --merged?=what --no-merged?=what',
    kinds: KINDS,
  },
  tag: { options: '-l --list --sort=word --format=format -n?=number', kinds: KINDS },
  'rev-parse': {
    options:
      '--show-toplevel --abbrev-ref --short?=number --verify --is-inside-work-tree --git-dir --show-prefix --quiet -q',
    operands: PATHS,
    kinds: KINDS,
  },
  'ls-files': {
    options: '-cotsz --cached --others --stage --exclude-standard --ignored -i --full-name --error-unmatch -x=text',
    operands: PATHS,
    kinds: KINDS,
  },
  'ls-tree': {
    options: '-rdtlz --name-only --name-status --long --full-name --full-tree',
    operands: PATHS,
    kinds: KINDS,
  },
  'rev-list': {
    options:
      '-n=number -NUM --count --all --max-count=number --since=text --until=text --no-merges --merges --reverse --abbrev-commit',
    operands: PATHS,
    kinds: KINDS,
  },
  describe: { options: '--tags --all --always --abbrev=number --long --exact-match', operands: PATHS, kinds: KINDS },
  shortlog: { options: '-snec --summary --numbered --email --no-merges', operands: 'what what*', kinds: KINDS },
  'merge-base': { options: '-a --all --is-ancestor', operands: PATHS, kinds: KINDS },
};

const CHECKS = new Map(Object.entries(SUBCOMMANDS).map(([name, grammar]) => [name, byGrammar(grammar)]));

export const gitCheck: Check = (given, reader) => {
  const before = settingsOf(given);
  if (typeof before === 'string') return before;
  const { settings, folder, rest } = before;
  const outside = folder === undefined ? undefined : reader.whyNotSee(folder);
  const cwds = reader.cwds.map((cwd) => (folder === undefined ? cwd : absolute(folder, cwd)));
  return outside ?? whyNotNeutral(settings) ?? whyNotSubcommand(rest, reader) ?? whyConfigRunsCode(cwds, reader);
};

interface Before {
  readonly settings: readonly string[];
  readonly folder: string | undefined;
  readonly rest: readonly string[];
}

/** What stands before the subcommand. */
function settingsOf(given: readonly string[]): Before | string {
  const settings: string[] = [];
  const folders: string[] = [];
  let at = 0;
  for (; given[at]?.startsWith('-'); at += 1) {
    const word = given[at] ?? '';
    if (/^--(no-pager|no-optional-locks|literal-pathspecs)$/.test(word)) continue;
    if (word !== '-c' && word !== '-C') return `git ${word} is not known to read only`;
    at += 1;
    (word === '-c' ? settings : folders).push(given[at] ?? '');
  }
  return folders.length > 1 ? 'git goes to several folders' : { settings, folder: folders[0], rest: given.slice(at) };
}

function whyNotNeutral(settings: readonly string[]): string | undefined {
  const missing = NEEDED.filter((needed) => !settings.includes(needed));
  if (missing.length > 0) {
    return `git runs programs that the workspace's own configuration names, unless it is told -c ${missing.join(' -c ')}`;
  }
  const other = settings.find((setting) => !NEEDED.includes(setting) && !HARMLESS.test(setting));
  return other === undefined ? undefined : `the setting ${other} is not known to be harmless`;
}

function whyNotSubcommand([name = '', ...given]: readonly string[], reader: Reader): string | undefined {
  const grammar = Object.hasOwn(SUBCOMMANDS, name) ? SUBCOMMANDS[name] : undefined;
  if (grammar === undefined) return `git ${name} is not known to read only`;
  if (grammar.isShowing) {
    const missing = ['--no-ext-diff', '--no-textconv'].filter((needed) => !given.includes(needed));
    if (missing.length > 0) return `git ${name} may run programs of the configuration without ${missing.join(' and ')}`;
  }
  return CHECKS.get(name)?.(given, reader);
}

function credential(value: string, reader: Reader): string | undefined {
  const path = value.slice(value.indexOf(':') + 1);
  return path === '' || /[{}@^~]/.test(path) ? undefined : reader.whyNotRead(path);
}
