import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { bundledProgram } from './bundled-program.ts';
import { temporaryFolder } from './temporary-folder.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const FIXTURES = join(ROOT, 'test/fixtures/mounts');
const IMAGES = join(ROOT, 'test/fixtures/images');

/** Users of the box alone: `sigma-tester` and `sigma-stranger`. */
export const TESTER = 4321;
export const STRANGER = 4322;

export interface CommandResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  /** Root unless told. */
  readonly uid?: number;
  readonly environment?: Readonly<Record<string, string>>;
  readonly input?: string;
  /** Working folder; `/` unless told. */
  readonly cwd?: string;
}

export interface SigmaOptions extends RunOptions {
  /** Name of the fixture. */
  readonly program?: string;
  /** Runs it under this, such as strace. */
  readonly under?: readonly string[];
}

/** Entry of a tree, in the form of the expected trees. */
export interface TreeEntry {
  readonly type: string;
  readonly mode?: string;
  readonly sha256?: string;
  readonly target?: string;
}

/**
 * A place where everything may be mounted: a namespace of mounts and processes of its own, which vanishes with all that is in
 * it. `/run`, `/var/lib` and `/usr/libexec` are empty there, `/dev/fuse` is everybody's, and it knows two users more.
 */
export interface MountBox extends AsyncDisposable {
  /** Seen inside and outside; everybody's to write. */
  readonly folder: string;
  sh(script: string, options?: RunOptions): Promise<CommandResult>;
  /** `sigma workspace` with these words, or another program of the fixtures in its place. */
  sigma(words: readonly string[], options?: SigmaOptions): Promise<CommandResult>;
  /** Reads the tree inside at a path, by path. */
  tree(path: string, options?: RunOptions): Promise<Record<string, TreeEntry>>;
  /** Lists our mounts inside, and the number of our loop devices. */
  mounted(): Promise<readonly string[]>;
}

const SETUP = `
set -e
for place in /run /var/lib /usr/libexec; do mount -t tmpfs -o mode=755 none $place; done
mkdir /run/box /run/lock
cp /etc/passwd /etc/group /run/box
for user in tester:x:${TESTER} stranger:x:${STRANGER}; do
  echo "sigma-$user:\${user##*:}::/:/bin/sh" >> /run/box/passwd
  echo "sigma-$user:" >> /run/box/group
done
mount --bind /run/box/passwd /etc/passwd
mount --bind /run/box/group /etc/group
if [ -e /dev/fuse ]; then mknod -m 666 /run/box/fuse c 10 229 && mount --bind /run/box/fuse /dev/fuse; fi
echo ready
exec sleep infinity
`;

/** Explains why no such place can be made here; undefined if it can. */
export function boxProblem(): string | undefined {
  if (process.platform !== 'linux') return 'only Linux has mount namespaces';
  if (process.getuid?.() !== 0) return 'only root may mount';
  if (!existsSync('/usr/bin/setpriv')) return 'setpriv is not installed';
  const made = spawnSync('unshare', ['-mpf', '--mount-proc', 'mount', '-t', 'tmpfs', 'none', '/mnt'], {
    encoding: 'utf8',
  });
  return made.status === 0
    ? undefined
    : `a mount namespace cannot be made: ${made.stderr?.trim() || made.error?.message}`;
}

/** Whether the kernel mounts squashfs and overlay here, and has loop devices. */
export function kernelProblem(): string | undefined {
  const why = boxProblem();
  if (why !== undefined) return why;
  if (!existsSync('/dev/loop-control')) return 'there are no loop devices';
  const known = readFileSync('/proc/filesystems', 'utf8');
  return ['squashfs', 'overlay'].every((name) => new RegExp(`\\t${name}\\n`).test(known))
    ? undefined
    : 'the kernel has no squashfs or no overlay';
}

/** Whether what runs as an ordinary user can read the checkout, in which the program's own files are. */
export function userProblem(): string | undefined {
  const why = boxProblem();
  if (why !== undefined) return why;
  const words = ['--reuid', `${TESTER}`, '--regid', `${TESTER}`, '--clear-groups', '--'];
  const read = spawnSync('setpriv', [...words, 'test', '-r', join(ROOT, 'package.json')]);
  return read.status === 0 ? undefined : 'other users may not read the folder of the checkout';
}

/** Whether squashfuse and fuse-overlayfs can be used here. */
export function fuseProblem(): string | undefined {
  const why = boxProblem();
  if (why !== undefined) return why;
  if (!existsSync('/dev/fuse')) return 'there is no /dev/fuse';
  const missing = ['squashfuse', 'fuse-overlayfs', 'fusermount3'].find((name) => !existsSync(`/usr/bin/${name}`));
  return missing === undefined ? undefined : `${missing} is not installed`;
}

export async function mountBox(): Promise<MountBox> {
  const folder = await temporaryFolder();
  await chmod(folder.path, 0o777);
  const args = ['-mpf', '--kill-child', '--mount-proc', '--propagation', 'private', '/bin/sh', '-c', SETUP];
  const holder = spawn('unshare', args, { stdio: ['ignore', 'pipe', 'pipe'] });
  await isReady(holder);
  const [inner = ''] = readFileSync(`/proc/${holder.pid}/task/${holder.pid}/children`, 'utf8').trim().split(' ');
  const run = (words: readonly string[], options: RunOptions = {}) =>
    enter(inner, words, { ...options, folder: folder.path });
  return {
    folder: folder.path,
    // A process of the box stands above what runs, as pkexec wants it.
    sh: (script, options) => run(['/bin/sh', '-c', `${script}\nexit $?`], options),
    sigma: async (words, { program = 'mounts-program.ts', under = [], ...options } = {}) => {
      const file = await bundledProgram(join(FIXTURES, program));
      const command = [...under, process.execPath, file, ROOT, ...words];
      return await run(['/bin/sh', '-c', '"$@"; exit $?', 'sh', ...command], options);
    },
    tree: async (path, options) => {
      const { stdout, stderr } = await run(['/usr/bin/python3', '-c', TREE, path], options);
      if (stdout === '') throw new Error(stderr);
      return JSON.parse(stdout) as Record<string, TreeEntry>;
    },
    mounted: async () => {
      const { stdout } = await run(['/bin/sh', '-c', 'cut -d" " -f5 /proc/self/mountinfo; losetup -nO BACK-FILE']);
      return stdout.split('\n').filter((line) => line.includes(folder.path) || line.includes('sigma-shell/'));
    },
    [Symbol.asyncDispose]: async () => {
      const ended = new Promise((end) => holder.once('close', end));
      holder.kill('SIGKILL');
      await ended;
      await folder[Symbol.asyncDispose]();
    },
  };
}

async function isReady(holder: ChildProcess): Promise<void> {
  let said = '';
  holder.stderr?.on('data', (piece) => (said += piece));
  await new Promise<void>((ready, fail) => {
    holder.stdout?.once('data', () => ready());
    holder.once('exit', () => fail(new Error(`The place for mounts could not be made: ${said}`)));
  });
}

function enter(
  inner: string,
  words: readonly string[],
  options: RunOptions & { readonly folder: string },
): Promise<CommandResult> {
  const { uid, environment = {}, input, folder, cwd = '/' } = options;
  const asUser = uid === undefined ? [] : ['setpriv', '--reuid', `${uid}`, '--regid', `${uid}`, '--clear-groups', '--'];
  const child = spawn('nsenter', ['-t', inner, '-m', '-p', `--wdns=${cwd}`, '--', ...asUser, ...words], {
    cwd: '/',
    env: {
      PATH: '/usr/sbin:/usr/bin:/sbin:/bin',
      HOME: folder,
      SIGMA_DATA: join(folder, `data-${uid ?? 0}`),
      ...environment,
    },
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  child.stdin.on('error', () => {});
  child.stdin.end(input ?? '');
  return new Promise((done, fail) => {
    child.once('error', fail);
    child.once('close', (code) => done({ code, stdout, stderr }));
  });
}

const TREE = `
import hashlib, json, os, stat, sys
tree = {}
for folder, folders, files in os.walk(sys.argv[1]):
    for name in folders + files:
        path = os.path.join(folder, name)
        found = os.lstat(path)
        mode = format(stat.S_IMODE(found.st_mode), 'o')
        if stat.S_ISLNK(found.st_mode): entry = {'type': 'symlink', 'target': os.readlink(path)}
        elif stat.S_ISDIR(found.st_mode): entry = {'type': 'dir', 'mode': mode}
        elif stat.S_ISREG(found.st_mode): entry = {'type': 'file', 'mode': mode, 'sha256': hashlib.sha256(open(path, 'rb').read()).hexdigest()}
        else: entry = {'type': 'other', 'mode': mode}
        tree[os.path.relpath(path, sys.argv[1])] = entry
print(json.dumps(tree))
`;

/** A sample image where every user may read it: the folder of the checkout may be closed to others. Resolves with its path. */
export function readableImage(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'sigma-images-'));
  chmodSync(folder, 0o755);
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, name);
  copyFileSync(join(IMAGES, name), path);
  chmodSync(path, 0o644);
  return path;
}
