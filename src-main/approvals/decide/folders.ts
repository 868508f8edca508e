import { posix } from 'node:path';
import type { Analysis, SimpleCommand } from '#shell-analysis';
import { programOf } from '../program-of.ts';

/** Number of folders beyond which it is unknown where a part runs. */
const MOST = 8;

type Folders = readonly string[] | undefined;

/**
 * Determines the folders in which each part may run: `cd` may fail, and one in a subshell does not count after it, so
 * that both the folder before and after it remain possible. Undefined if known only at run time.
 */
export function workingFolders({ parts, loops }: Analysis, cwd: string): Folders[] {
  let present: Folders = [cwd];
  const isSearching = loops.some(({ variable }) => variable === SEARCHED) || parts.some(namesSearched);
  const inLoops: { readonly statement: number; readonly folders: Folders }[] = [];
  const folders = parts.map((part) => {
    const here = present;
    if (!changesFolder(part)) return here;
    present = after(part, here, isSearching);
    if (isRepeated(part)) inLoops.push({ statement: part.statement, folders: present });
    return here;
  });
  return folders.map((here, index) => {
    const part = parts[index] as SimpleCommand;
    if (isLed(part, parts.slice(0, index))) return undefined;
    if (isRepeated(part) && parts.some((one) => isRepeated(one) && isSteppingIn(part, one))) return undefined;
    if (runsLater(part)) return union([...folders.slice(index), present]);
    // A round begins where the one before it ended.
    const before = isRepeated(part) ? inLoops.filter(({ statement }) => statement === part.statement) : [];
    return before.length > 0 ? union([here, ...before.map((one) => one.folders)]) : here;
  });
}

function changesFolder({ program }: SimpleCommand): boolean {
  return program === 'cd' || program === 'pushd' || program === 'popd';
}

/** Variable with folders in which `cd` looks for another one; with `cdable_vars` it looks at variables, too. */
const SEARCHED = 'CDPATH';

const namesSearched = ({ assignments, words }: SimpleCommand): boolean =>
  assignments.some(({ name }) => name === SEARCHED) ||
  words.some(({ text }) => text.includes(SEARCHED) || text === 'cdable_vars');

function after(
  { program, words, wrappers, assignments, places }: SimpleCommand,
  before: Folders,
  isSearching: boolean,
): Folders {
  if (before === undefined || program === 'popd' || wrappers.length > 0 || assignments.length > 0) return undefined;
  const [target, ...more] = words.slice(1).filter(({ literal }) => literal !== '--');
  const folder = target?.literal;
  if (folder === undefined || folder === '' || more.length > 0 || /^[-+~]/.test(folder)) return undefined;
  if (mayRepeat(places) && !folder.startsWith('/')) return undefined;
  if (isSearching && !/^(?:\/|\.{1,2}(?:\/|$))/.test(folder)) return undefined;
  return union([before, before.map((one) => posix.resolve(one, folder))]);
}

function union(all: readonly Folders[]): Folders {
  if (all.includes(undefined)) return undefined;
  const known = new Set(all.flatMap((one) => one ?? []));
  return known.size > MOST ? undefined : [...known];
}

/** Whether a part stands where it is only said: in a function or a trap, which may run wherever the line is by then. */
const runsLater = ({ places, wrappers }: SimpleCommand): boolean =>
  places.includes('function') || wrappers.includes('trap');

const isRepeated = ({ places }: SimpleCommand): boolean => places.includes('loop');

const mayRepeat = (places: SimpleCommand['places']): boolean => places.includes('loop') || places.includes('function');

/** Whether another part of the same loop goes somewhere from where it is, so that each round runs elsewhere. */
const isSteppingIn = ({ statement }: SimpleCommand, other: SimpleCommand): boolean =>
  other.statement === statement && changesFolder(other) && !other.words[1]?.literal?.startsWith('/');

/** Whether another program of the line runs the part in a folder of its own, as `env -C` and `find -execdir` do. */
const isLed = ({ wrappers, statement }: SimpleCommand, before: readonly SimpleCommand[]): boolean =>
  wrappers.some((wrapper) => LEADS.has(wrapper)) &&
  before.some((one) => {
    const name = programOf(one) ?? '';
    const leads = one.statement === statement && wrappers.includes(name) ? LEADS.get(name) : undefined;
    return leads !== undefined && one.words.slice(1).some(({ text }) => leads.test(text));
  });

const ANYHOW = /^/;
/** Words with which programs that run others leave the folder they are in; long options may be cut short. */
const LEADS: ReadonlyMap<string, RegExp> = new Map([
  ['env', /(?:^|[\s'"=])(?:-[i0v]*C|--c)/],
  ['find', /-(?:exec|ok)dir/],
  ['sudo', /^["']?-(?:[A-Za-z]*[DRi]|-ch|-lo)/],
  ['su', /^["']?-(?:[A-Za-z]*l|-l|$)/],
  ['runuser', /^["']?-(?:[A-Za-z]*l|-l|$)/],
  ['unshare', /^["']?-(?:[A-Za-z]*[wR]|-w|-r)/],
  ['parallel', /^["']?--w/],
  ['nsenter', ANYHOW],
  ['chroot', ANYHOW],
  ['systemd-run', ANYHOW],
  ['start-stop-daemon', ANYHOW],
]);
