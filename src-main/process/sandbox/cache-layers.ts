import { closeSync, mkdirSync, openSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import type { Program } from '../death-signal.ts';
import { findProgram } from '../find-program.ts';
import { startGroup } from '../group.ts';
import type { ProcessGroup } from '../process-group.ts';
import { isBelow, realPlace } from './real-place.ts';

/** Folders that commands of one session write to in a layer of their own; the folders themselves stay as they are. */
export interface CacheLayers {
  /** Absolute, links resolved. */
  readonly paths: readonly string[];
  /** The program where the layers are mounted; it starts in `/`, with the same environment. */
  enter(program: Program): Program;
  /** Numbers of the user as whom it is to run there; `undefined` if it stays who it is. */
  readonly user: { readonly uid: number; readonly gid: number } | undefined;
  close(): void;
}

export interface CacheLayersOptions {
  /** Absolute paths of folders; such as are not there are left out. */
  readonly caches: readonly string[];
  /** Folder of ours in which the layers are kept. */
  readonly folder: string;
  /** Whether the app runs as root; otherwise mounts need a user namespace. */
  readonly isRoot?: boolean;
}

const SYSTEM = { cwd: '/', environment: { PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin', LC_ALL: 'C' } };
/** Mounts each pair of options and folder, says so, and waits until it is let go. */
const HOLDER =
  'while [ "$#" -gt 0 ]; do mount -t overlay sigma-shell -o "$1" "$2" || exit 1; shift 2; done; echo ready; read -r _';
const MOUNT_MS = 5000;
/** Characters with a meaning in the options of a mount. */
const NOT_IN_OPTIONS = /[,:\\\n"]/;

/**
 * Mounts a layer over each folder, in a mount namespace that nobody else is in (overlayfs, mount_namespaces(7)). The
 * namespace is held by open descriptors and gone with us. `undefined` if the system lets nobody mount, or no folder is
 * there.
 */
export async function layerCaches(options: CacheLayersOptions): Promise<CacheLayers | undefined> {
  const { folder, isRoot = process.getuid?.() === 0 } = options;
  const [unshare, nsenter] = ['unshare', 'nsenter'].map((name) => findProgram(name, SYSTEM));
  const paths = cacheFolders(options.caches);
  if (process.platform !== 'linux' || !unshare || !nsenter || paths.length === 0) return undefined;
  if (NOT_IN_OPTIONS.test(folder)) return undefined;
  try {
    const mounts = paths.flatMap((path, index) => [mountOptions(path, `${folder}/${index}`, isRoot), path]);
    const own = isRoot ? ['--mount'] : ['--user', '--map-root-user', '--mount'];
    const args = [...own, '--propagation', 'slave', '--', '/bin/sh', '-c', HOLDER, 'sh', ...mounts];
    await using holder = await startGroup({ file: unshare, args, ...SYSTEM, stdin: 'pipe', graceMs: 0 });
    if (!(await isReady(holder))) return undefined;
    const layers = layersIn(paths, nsenter, namespacesOf(holder.pid, isRoot));
    if (await works(layers)) return layers;
    layers.close();
    return undefined;
  } catch {
    return undefined;
  }
}

function cacheFolders(caches: readonly string[]): string[] {
  const found = caches.map(realPlace).filter((place) => place?.isFolder === true);
  const paths = [...new Set(found.flatMap((place) => place?.path ?? []))].filter((path) => !NOT_IN_OPTIONS.test(path));
  // What lies in another of them is in its layer.
  return paths.filter((path) => !paths.some((other) => isBelow(path, other)));
}

function mountOptions(path: string, folder: string, isRoot: boolean): string {
  for (const name of ['upper', 'work']) mkdirSync(`${folder}/${name}`, { recursive: true, mode: 0o700 });
  const own = `lowerdir=${path},upperdir=${folder}/upper,workdir=${folder}/work`;
  return isRoot ? own : `${own},userxattr`;
}

async function isReady(holder: ProcessGroup): Promise<boolean> {
  holder.stderr.resume();
  const lines = createInterface({ input: holder.stdout, signal: AbortSignal.timeout(MOUNT_MS) });
  for await (const line of lines) return line === 'ready';
  return false;
}

interface Namespaces {
  readonly mount: number;
  readonly user: number | undefined;
}

/** @throws file system errors */
function namespacesOf(pid: number, isRoot: boolean): Namespaces {
  const mount = openSync(`/proc/${pid}/ns/mnt`, 'r');
  try {
    return { mount, user: isRoot ? undefined : openSync(`/proc/${pid}/ns/user`, 'r') };
  } catch (error) {
    closeSync(mount);
    throw error;
  }
}

async function works(layers: CacheLayers): Promise<boolean> {
  await using group = await startGroup({ ...layers.enter({ file: '/bin/true', args: [] }), ...SYSTEM, graceMs: 0 });
  group.stdout.resume();
  group.stderr.resume();
  return (await group.exited).exitCode === 0;
}

function layersIn(paths: readonly string[], nsenter: string, { mount, user }: Namespaces): CacheLayers {
  const at = (fd: number) => `/proc/${process.pid}/fd/${fd}`;
  const asUser = user === undefined ? [] : [`--user=${at(user)}`, '--preserve-credentials'];
  let isClosed = false;
  return {
    paths,
    user: user === undefined ? undefined : { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 },
    enter: ({ file, args }) => ({ file: nsenter, args: [...asUser, `--mount=${at(mount)}`, '--', file, ...args] }),
    close: () => {
      if (isClosed) return;
      isClosed = true;
      for (const fd of [mount, user]) if (fd !== undefined) closeSync(fd);
    },
  };
}
