import type { RunPlace } from '#contract';
import { whyProtected } from '#core/sensitive-paths';
import type { DoubtCode, Effect, Part } from '#shell-analysis';
import type { AskedName } from '../built-in.ts';
import { gitWords } from '../git-words.ts';
import { programOf } from '../program-of.ts';
import { effectsOfPart } from './by-part.ts';
import type { CommandFacts } from './facts.ts';
import { isChange, isWithin, mayBeOutside, pathsOf } from './targets.ts';

/** Order of the places, from the narrowest. */
const WIDTH: Readonly<Record<RunPlace, number>> = { 'read-only': 0, workspace: 1, network: 2, none: 3 };

export const widest = (places: readonly RunPlace[]): RunPlace =>
  places.reduce((one, other) => (WIDTH[other] > WIDTH[one] ? other : one), 'read-only');

export const isWider = (one: RunPlace, other: RunPlace): boolean => WIDTH[one] > WIDTH[other];

/** What is always asked about, and cannot be done in the box. */
const ONLY_OUTSIDE: ReadonlySet<string> = new Set<AskedName>([
  'outside the workspace',
  'other rights',
  'credentials',
  'files of Sigma Shell',
]);

/** What works with other processes, services, keys or windows of the person, none of which are in the box. */
const OUTSIDE = new Set(
  `docker docker-compose podman nerdctl kubectl helm minikube vagrant multipass lxc systemctl service journalctl loginctl crontab at batch
  ps top htop pgrep pidof lsof ss netstat kill pkill killall renice strace gdb dmesg mount umount losetup
  ssh scp sftp rsync gh glab aws gcloud az heroku fly vercel wrangler terraform ansible
  xdg-open open code cursor idea notify-send xclip xsel pbcopy wl-copy psql mysql redis-cli mongosh apt apt-get dpkg dnf yum brew snap flatpak`.split(
    /\s+/,
  ),
);
/** What stores or loads with the person's keys. */
const GIT_OUTSIDE = new Set(['push', 'pull', 'fetch', 'ls-remote', 'send-email', 'credential']);
const PACKAGES =
  'install i ci add update up upgrade outdated view info show audit fund search dlx create init fetch download get';
/** Sub-commands that load something from other machines. */
const NETWORK_VERBS: Readonly<Record<string, ReadonlySet<string>>> = {
  git: new Set(['clone', 'submodule', 'lfs']),
  npm: new Set(`${PACKAGES} install-test it ping whoami pack publish`.split(' ')),
  pnpm: new Set(`${PACKAGES} publish`.split(' ')),
  yarn: new Set(`${PACKAGES} publish npm`.split(' ')),
  bun: new Set(`${PACKAGES} x`.split(' ')),
  pip: new Set(['install', 'download', 'wheel', 'index', 'search']),
  pip3: new Set(['install', 'download', 'wheel', 'index', 'search']),
  pipx: new Set(['install', 'run', 'upgrade', 'upgrade-all']),
  uv: new Set(['add', 'sync', 'lock', 'pip', 'tool', 'python']),
  poetry: new Set(['add', 'install', 'update', 'lock', 'publish']),
  cargo: new Set(['add', 'install', 'update', 'fetch', 'search', 'publish', 'generate-lockfile']),
  go: new Set(['get', 'install', 'mod', 'download']),
  gem: new Set(['install', 'update', 'fetch']),
  bundle: new Set(['install', 'update', 'add']),
  composer: new Set(['install', 'update', 'require']),
};
/** Programs that load something when their sub-command is left out. */
const LOADS_BY_ITSELF = new Set(['yarn']);

/** Where a part has to run to do what its text says; a program that nothing is known of has to do with the box. */
export function neededBy(index: number, facts: CommandFacts, workspace: string, findings: readonly string[]): RunPlace {
  if (findings.some((rule) => ONLY_OUTSIDE.has(rule))) return 'none';
  const part = facts.analysis.parts[index];
  const folders = facts.folders[index];
  if (folders?.some((folder) => !isWithin(workspace, folder))) return 'none';
  const effects = effectsOfPart(facts.analysis, index);
  const leaves = (one: Effect) =>
    isChange(one) &&
    one.target !== undefined &&
    mayBeOutside(one, facts, workspace) &&
    !isInPrivateTemp(one, facts, workspace);
  if (effects.some(leaves)) return 'none';
  const byProgram = part === undefined ? 'workspace' : neededByProgram(part);
  const sends = effects.some(({ kind }) => kind === 'send');
  return widest([byProgram, sends ? 'network' : 'workspace']);
}

/** Whether all that an effect may be about lies in the workspace, or in `/tmp`, which is the session's own in the box. */
export function isInPrivateTemp(effect: Effect, facts: CommandFacts, workspace: string): boolean {
  const paths = pathsOf(effect, facts) ?? [];
  return paths.length > 0 && paths.every((path) => isWithin(workspace, path) || TEMP.test(path));
}

const TEMP = /^\/(var\/)?tmp\/./;

function neededByProgram(part: Part): RunPlace {
  const { words } = part;
  const name = programOf(part) ?? '';
  if (OUTSIDE.has(name)) return 'none';
  const verbs = Object.hasOwn(NETWORK_VERBS, name) ? NETWORK_VERBS[name] : undefined;
  if (verbs === undefined) return 'workspace';
  const git = gitWords(part);
  const first = words.slice(1).find(({ literal }) => literal !== undefined && !literal.startsWith('-'))?.literal;
  const verb = git ? git.verb : first;
  if (name === 'git' && verb !== undefined && GIT_OUTSIDE.has(verb)) return 'none';
  if (verb === undefined) return LOADS_BY_ITSELF.has(name) ? 'network' : 'workspace';
  return verbs.has(verb) ? 'network' : 'workspace';
}

/** Protected files of the workspace that the line says it changes; absolute, each once. */
export function protectedWrites(facts: CommandFacts, workspace: string): string[] {
  const paths = facts.analysis.effects
    .filter(isChange)
    .flatMap((effect) => pathsOf(effect, facts) ?? [])
    .filter((path) => isWithin(workspace, path) && whyProtected(path, workspace) !== undefined);
  return [...new Set(paths)].slice(0, MOST_WRITES);
}

const MOST_WRITES = 100;

/** What package managers change when they load something (decision 35), from the folder they run in. */
const PACKAGE_FILES: Readonly<Record<string, readonly string[]>> = {
  npm: ['node_modules', 'package.json'],
  pnpm: ['node_modules', 'package.json'],
  yarn: ['node_modules', 'package.json'],
  bun: ['node_modules', 'package.json'],
  cargo: ['Cargo.toml'],
  poetry: ['pyproject.toml'],
  uv: ['pyproject.toml'],
  bundle: ['Gemfile'],
};

/** Protected files that the package managers of a line change; absolute, each once. */
export function packageWrites({ analysis, folders }: CommandFacts, workspace: string): string[] {
  const paths = analysis.parts.flatMap((part, index) => {
    const name = programOf(part) ?? '';
    const files = Object.hasOwn(PACKAGE_FILES, name) ? (PACKAGE_FILES[name] ?? []) : [];
    if (neededByProgram(part) !== 'network') return [];
    return (folders[index] ?? []).flatMap((folder) => files.map((file) => `${folder}/${file}`));
  });
  return [...new Set(paths)].filter((path) => isWithin(workspace, path)).slice(0, MOST_WRITES);
}

/** Sub-commands that leave the tracked files as they are; of others, aliases among them, it is not sure. */
const KEEPS_FILES = new Set(
  `add annotate archive blame branch bundle cat-file check-attr check-ignore cherry commit commit-tree config count-objects describe diff diff-files
  diff-index diff-tree fetch for-each-ref format-patch fsck gc grep hash-object help log ls-files ls-remote ls-tree maintenance merge-base name-rev
  notes pack-refs prune push range-diff reflog remote repack rev-list rev-parse shortlog show show-branch show-ref status symbolic-ref tag update-index
  update-ref var version whatchanged write-tree`.split(/\s+/),
);

/** Whether a part may put other versions of tracked files in their place. */
export function isRewriting(part: Part): boolean {
  const git = gitWords(part);
  if (git === undefined) return false;
  return git.verb === undefined ? git.isOpen || part.wrappers.length > 0 : !KEEPS_FILES.has(git.verb);
}

/** What the box does not answer: the line was not read to its end, so that what it asks about may be missing. */
const NOT_READ: ReadonlySet<DoubtCode> = new Set<DoubtCode>([
  'too-long',
  'too-long-at-once',
  'too-deep',
  'too-many-words',
  'too-many-parts',
  'too-tangled',
  'too-slow',
  'unreadable',
  'incomplete',
]);

export const isOfReading = (code: DoubtCode): boolean => NOT_READ.has(code);
