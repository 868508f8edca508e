/** Whether git, as it is found, runs nothing but itself in a line that only reads: where nobody replaces its configuration. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Analysis } from '#shell-analysis';
import { diskNow } from '../disk.ts';
import { programOf } from '../program-of.ts';
import type { Setting } from './git/config-text.ts';
import { lookAtGit } from './git/look.ts';
import { settingsOf } from './git/settings-files.ts';
import { readOnly } from './index.ts';
import type { ProvenPlace } from './prove.ts';

/** Settings of a repository that name no program, no other file and no other repository; all others do not count as plain. */
const PLAIN: Readonly<Record<string, string>> = {
  core: 'repositoryformatversion filemode bare logallrefupdates ignorecase precomposeunicode symlinks autocrlf eol safecrlf quotepath abbrev compression',
  remote: 'url pushurl fetch push tagopt prune',
  branch: 'remote merge rebase pushremote description',
  user: 'name email',
  init: 'defaultbranch',
  pull: 'rebase ff',
  push: 'default autosetupremote followtags',
  fetch: 'prune',
  color: 'ui diff status branch',
  extensions: 'objectformat',
};

/** Settings of the person and of the system with which a verb that reads runs something, or reads elsewhere. */
const RUNS =
  /^(core\.(fsmonitor|hookspath|worktree|gitproxy|sshcommand|alternaterefscommand)|diff\.(external|command|textconv|submodule)|gpg\..*|log\.showsignature|trailer\..*|submodule\..*|status\.submodulesummary|stash\.showincludeuntracked|grep\.fallbacktonoindex|blame\.ignorerevsfile|include(if)?\..*|remote\..*|extensions\..*)$/;

/** Not so for a line without git, or one that is not proven to only read. */
export async function runsOnlyGit(analysis: Analysis, place: ProvenPlace): Promise<boolean> {
  if (!analysis.parts.some((part) => programOf(part) === 'git')) return false;
  const proof = readOnly(analysis, { ...place, ...diskNow() });
  if (!proof.line.isProven) return false;
  const world = await lookAtGit(proof.git, place);
  if ('why' in world || !world.settings.every(isPlain)) return false;
  const files = ['/etc/gitconfig', join(place.home, '.config', 'git', 'config'), join(place.home, '.gitconfig')];
  const own = await settingsOf(files, place.home);
  if ('why' in own || own.settings.some(runsSomething)) return false;
  return (await Promise.all(world.tops.map(hasNoHooks))).every(Boolean);
}

const isPlain = ({ section, key }: Setting): boolean =>
  Object.hasOwn(PLAIN, section) && (PLAIN[section]?.split(' ').includes(key) ?? false);

function runsSomething({ section, key, value }: Setting): boolean {
  if (section === 'filter') return key !== 'required' && !/^git-lfs /.test(value ?? '');
  return RUNS.test(`${section}.${key}`) && value !== 'false';
}

/** A refreshed index has a hook of its own. What git puts into a new repository as examples does not run. */
async function hasNoHooks(top: string): Promise<boolean> {
  const git = join(top, '.git');
  try {
    const names = await readdir(git);
    return !names.includes('hooks') || (await readdir(join(git, 'hooks'))).every((name) => name.endsWith('.sample'));
  } catch {
    // A file that leads to a repository elsewhere, or what cannot be read.
    return false;
  }
}
