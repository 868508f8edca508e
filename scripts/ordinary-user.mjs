import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Folders whose tests an ordinary user runs where root runs the others. */
const FOLDERS = ['app', 'approvals', 'execution', 'shell-adapter/shells', 'terminal', 'workspaces'];
/** Files of these that mount something or make control groups in some of their tests: both run them. */
const OF_BOTH = ['app/full-disk-start', 'execution/tool/limited-command', 'shell-adapter/shells/limits'];

/** Integration tests of the project at `root` that an ordinary user runs, and those of them that root leaves to him; paths in it. */
export function usersTests(root) {
  const tests = join('test', 'src-main');
  const all = FOLDERS.flatMap((folder) =>
    readdirSync(join(root, tests, folder), { recursive: true })
      .filter((name) => name.endsWith('.integration.test.ts'))
      .map((name) => join(tests, folder, name)),
  );
  const ofBoth = new Set(OF_BOTH.map((name) => join(tests, `${name}.integration.test.ts`)));
  return { all, alone: all.filter((file) => !ofBoth.has(file)) };
}

/** Number of the user and the group that own nothing. */
const NOBODY = 65_534;
const UNSHARE = '/usr/bin/unshare';
const SETPRIV = '/usr/bin/setpriv';
/**
 * The project is seen at a place that every user reaches: the folders above it may be closed to others. Tests look for a
 * place outside of all others in `/srv`.
 */
const ENTER = `mount -t tmpfs -o mode=1777 none /srv && mount --bind "$1" "$2" && cd "$2" && shift 2 && exec ${SETPRIV} --reuid=${NOBODY} --regid=${NOBODY} --clear-groups -- "$@"`;

/**
 * A user without rights or files who runs what `wrapper` is put before, in the project at `root`; `undefined` unless root
 * runs this, on a system that has one and lets it start node.
 */
export function ordinaryUser(root) {
  if (process.getuid?.() !== 0 || !existsSync(UNSHARE) || !existsSync(SETPRIV)) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'sigma-user-'));
  chmodSync(folder, 0o755);
  const [place, home] = ['project', 'home'].map((name) => join(folder, name));
  for (const path of [place, home]) mkdirSync(path);
  chownSync(home, NOBODY, NOBODY);
  // What tests build once for all is kept there.
  const cache = join(root, 'node_modules', '.cache', 'sigma-shell');
  mkdirSync(cache, { recursive: true });
  chmodSync(cache, 0o1777);
  const wrapper = [UNSHARE, '--mount', '/bin/sh', '-c', ENTER, 'sh', root, place];
  const env = { HOME: home, XDG_RUNTIME_DIR: '', XDG_CONFIG_HOME: '', XDG_DATA_HOME: '', XDG_CACHE_HOME: '' };
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const [program = '', ...args] = wrapper;
  const tried = spawnSync(program, [...args, process.execPath, '-e', "require('vitest/package.json')"], {
    env: { ...process.env, ...env },
  });
  if (tried.status === 0) return { root: place, home, wrapper, env, remove };
  remove();
  return undefined;
}
