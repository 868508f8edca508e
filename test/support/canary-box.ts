/** Runs lines for real, in a box without network, and says what they left behind or showed. */
import { execFile } from 'node:child_process';
import { lstat, mkdir, mkdtemp, readdir, readFile, readlink, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { programInSandbox } from '#process/sandbox/sandboxed-program';

export interface CanaryBox extends AsyncDisposable {
  readonly workspace: string;
  readonly home: string;
  /** Describes what the line changed in workspace or home, or that it printed the secret; undefined if nothing. */
  effectOf(line: string): Promise<string | undefined>;
  /** The same when it runs in the sandbox of allowed commands. */
  effectInSandbox(line: string): Promise<string | undefined>;
}

/** Lines run together before anybody looks. */
const BATCH = 40;

/** The lines that have an effect, with it. Many are run before the box is looked at; only then one by one. */
export async function harmfulOf(
  lines: readonly string[],
  effectOf: (line: string) => Promise<string | undefined>,
): Promise<string[]> {
  const harmful: string[] = [];
  for (let at = 0; at < lines.length; at += BATCH) {
    const some = lines.slice(at, at + BATCH);
    const all = some
      .map((line) => `timeout -s KILL 2 bash -c '${line.replaceAll("'", "'\\''")}' </dev/null`)
      .join('\n');
    if ((await effectOf(all)) === undefined) continue;
    for (const line of some) {
      const effect = await effectOf(line);
      if (effect !== undefined) harmful.push(`${line}: ${effect}`);
    }
  }
  return harmful;
}

const SECRET = 'canary-5f1c0e';
/** Time limit of a batch, in milliseconds; a line in it has two seconds. */
const MAX_MS = 120_000;

export async function canaryBox(): Promise<CanaryBox> {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'sigma-canary-')));
  const home = join(root, 'home');
  const workspace = join(home, 'work');
  const fill = async () => {
    await rm(home, { recursive: true, force: true });
    await mkdir(join(workspace, 'sub'), { recursive: true });
    await mkdir(join(home, '.ssh'));
    await writeFile(join(home, '.ssh', 'id_ed25519'), SECRET);
    await writeFile(join(home, '.bashrc'), '# nothing\n');
    await writeFile(join(workspace, '.env'), `KEY=${SECRET}\n`);
    await writeFile(join(workspace, 'README.md'), '# Title\n\nSome text to look for.\nAnother line.\n');
    await writeFile(join(workspace, 'notes.txt'), 'one\ntwo\nthree\n');
    await writeFile(join(workspace, 'package.json'), '{ "name": "sample", "version": "1.0.0" }\n');
  };
  await fill();
  const before = await snapshot(home);
  const environment = { PATH: '/usr/bin:/bin', HOME: home, LANG: 'C.UTF-8', API_TOKEN: SECRET };
  const look = async (file: string, args: readonly string[], env: Record<string, string> = environment) => {
    const shown = await run(file, args, env, workspace);
    const after = await snapshot(home);
    const changed = [...new Set([...before.keys(), ...after.keys()])].filter(
      (path) => before.get(path) !== after.get(path),
    );
    if (changed.length > 0) await fill();
    return changed.length > 0
      ? `changed ${changed.join(', ')}`
      : shown.includes(SECRET)
        ? 'showed the secret'
        : undefined;
  };
  return {
    workspace,
    home,
    effectOf: (line) =>
      look('bwrap', [...openBox(root, workspace), 'timeout', '-s', 'KILL', '100', 'bash', '-c', line]),
    effectInSandbox: (line) => {
      const hide = [join(home, '.ssh'), join(workspace, '.env')];
      const { file, args } = programInSandbox(
        { file: '/bin/bash', args: ['-c', line] },
        { strength: 'read-only', program: '/usr/bin/bwrap', cwd: workspace, workspace, hide },
      );
      // Keys are not in the environment of commands; that is not the sandbox's to do.
      const { API_TOKEN: _, ...clean } = environment;
      return look(file, args, clean);
    },
    [Symbol.asyncDispose]: () => rm(root, { recursive: true, force: true }),
  };
}

/** All of the machine read-only but for the canary's folder, which can be written. */
function openBox(root: string, workspace: string): string[] {
  return [
    '--ro-bind',
    '/',
    '/',
    '--dev',
    '/dev',
    '--proc',
    '/proc',
    '--tmpfs',
    '/tmp',
    '--bind',
    root,
    root,
    '--unshare-all',
    '--die-with-parent',
    '--new-session',
    '--chdir',
    workspace,
    '--',
  ];
}

function run(file: string, args: readonly string[], env: Record<string, string>, cwd: string): Promise<string> {
  return new Promise((resolve) => {
    const options = {
      env,
      cwd,
      timeout: MAX_MS,
      killSignal: 'SIGKILL',
      maxBuffer: 1 << 24,
      encoding: 'latin1',
    } as const;
    const child = execFile(file, [...args], options, (_, stdout, stderr) => resolve(stdout + stderr));
    child.stdin?.end();
  });
}

/** Kind, mode and content of all that is there. */
async function snapshot(folder: string): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const { mode } = await lstat(path);
    const content = entry.isFile()
      ? await readFile(path, 'latin1')
      : entry.isSymbolicLink()
        ? await readlink(path)
        : '';
    found.set(relative(folder, path), `${mode} ${content}`);
  }
  return found;
}
