/**
 * The environment in which git reads and runs nothing that a configuration names: the person's and the system's are not read,
 * and what the repositories' own names is replaced, by fixed keys and by the names of their drivers.
 */
import { dirname, join } from 'node:path';
import type { GitSetting } from './config-text.ts';
import type { GitDiskFacts } from './look.ts';
import type { GitPlace } from './repository.ts';
import { readSettings } from './settings-files.ts';

/** A program that fails and one that does nothing: some keys cannot be left without one. */
const FAILS = 'false';
const NOTHING = 'true';
/**
 * Replacement for a converter to text: prints text as it is, and for anything else a checksum that differs whenever the
 * content does.
 */
const AS_TEXT = 'f() { if grep -qI . "$1" || [ ! -s "$1" ]; then cat "$1"; else sha256sum < "$1"; fi; }; f';
/** Replacement for a diff program, which receives a path and then each side with its hash and mode. */
const AS_DIFF = 'f() { diff -u --label "a/$1" --label "b/$1" "$2" "$5"; true; }; f';

const FIXED: Readonly<Record<string, string>> = {
  'core.fsmonitor': 'false',
  'core.hooksPath': '/dev/null',
  'core.pager': 'cat',
  'core.editor': FAILS,
  'core.askPass': FAILS,
  'core.sshCommand': FAILS,
  'core.gitProxy': FAILS,
  'core.alternateRefsCommand': NOTHING,
  'gpg.format': 'openpgp',
  'gpg.program': FAILS,
  'gpg.openpgp.program': FAILS,
  'gpg.x509.program': FAILS,
  'gpg.ssh.program': FAILS,
  'gpg.ssh.defaultKeyCommand': FAILS,
  'log.showSignature': 'false',
  'log.diffMerges': 'separate',
  'protocol.allow': 'never',
  'safe.bareRepository': 'explicit',
  // What reaches into other repositories, or reads files that git does not know of.
  'submodule.recurse': 'false',
  'status.submoduleSummary': 'false',
  'diff.submodule': 'short',
  'stash.showIncludeUntracked': 'false',
  'grep.fallbackToNoIndex': 'false',
  // A file of revisions whose lines an error would print.
  'blame.ignoreRevsFile': '',
};

/**
 * Variables for git; where an older one does not know the environment of a newer one, the second form of the settings
 * counts.
 */
const VARIABLES: Readonly<Record<string, string>> = {
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_SYSTEM: '/dev/null',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_ATTR_NOSYSTEM: '1',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_NO_LAZY_FETCH: '1',
  GIT_ALLOW_PROTOCOL: 'none',
  GIT_TERMINAL_PROMPT: '0',
  GIT_PAGER: 'cat',
  GIT_EDITOR: FAILS,
  GIT_SEQUENCE_EDITOR: FAILS,
  GIT_ASKPASS: FAILS,
  GIT_SSH_COMMAND: FAILS,
  GIT_SSH: FAILS,
};

/** Replacement values for keys, by section and key. */
const DRIVERS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  filter: { clean: '', smudge: '', process: '', required: 'false' },
  diff: { command: AS_DIFF, textconv: AS_TEXT, cachetextconv: 'false' },
  merge: { driver: FAILS },
  trailer: { command: NOTHING, cmd: NOTHING },
};

/** The person's own settings that only matter for what is shown; they count where the repository has none. */
const OWN = new Set(
  'core.excludesfile core.autocrlf core.eol core.quotepath core.abbrev log.date diff.renames'.split(' '),
);

export async function neutralEnvironment(
  { tops, settings }: GitDiskFacts,
  { workspace, home }: GitPlace,
): Promise<Record<string, string>> {
  const files = [join(home, '.config', 'git', 'config'), join(home, '.gitconfig')];
  const read = await readSettings(files, home);
  const own = 'why' in read ? [] : read.settings;
  const entries = [
    ...own
      .filter((one) => OWN.has(keyOf(one)) && !settings.some((other) => keyOf(other) === keyOf(one)))
      .flatMap(entryOf),
    ...Object.entries(FIXED),
    ...driversIn([...settings, ...own]),
    // They were looked at, whoever owns them.
    ...tops.map((top) => ['safe.directory', top] as const),
  ];
  return {
    ...VARIABLES,
    GIT_CEILING_DIRECTORIES: dirname(workspace),
    ...asVariables(entries),
    GIT_CONFIG_PARAMETERS: entries.map(([key, value]) => quote(`${key}=${value}`)).join(' '),
  };
}

type EnvironmentEntry = readonly [key: string, value: string];

function driversIn(settings: readonly GitSetting[]): EnvironmentEntry[] {
  const hasExternal = settings.some((one) => keyOf(one) === 'diff.external');
  const replaced = settings.flatMap(replacementsOf);
  return [...new Map([...(hasExternal ? [['diff.external', AS_DIFF] as const] : []), ...replaced])];
}

/** All of a filter is replaced at once: one that only cleans may be required, too. */
function replacementsOf({ section, name, key }: GitSetting): EnvironmentEntry[] {
  const keys = Object.hasOwn(DRIVERS, section) ? DRIVERS[section] : undefined;
  if (keys === undefined || name === undefined || !Object.hasOwn(keys, key)) return [];
  return Object.entries(keys)
    .filter(([one]) => section === 'filter' || one === key)
    .map(([one, value]) => [`${section}.${name}.${one}`, value]);
}

const keyOf = ({ section, name, key }: GitSetting): string =>
  [section, ...(name === undefined ? [] : [name]), key].join('.');

const entryOf = (setting: GitSetting): EnvironmentEntry[] =>
  setting.value === undefined ? [] : [[keyOf(setting), setting.value]];

function asVariables(entries: readonly EnvironmentEntry[]): Record<string, string> {
  const pairs = entries.flatMap(([key, value], index) => [
    [`GIT_CONFIG_KEY_${index}`, key],
    [`GIT_CONFIG_VALUE_${index}`, value],
  ]);
  return { GIT_CONFIG_COUNT: String(entries.length), ...Object.fromEntries(pairs) };
}

const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
