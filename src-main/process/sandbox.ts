import { lstatSync, realpathSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { messageOf } from '#core/app-error';
import type { Program } from './death-signal.ts';
import { findProgram } from './find-program.ts';
import { startGroup } from './group.ts';

/** Whether commands can be run in a sandbox here, and why not. */
export interface SandboxState {
  readonly works: boolean;
  readonly program?: string | undefined;
  /** A sentence for a person. */
  readonly why?: string | undefined;
}

export interface SandboxOptions {
  /** bubblewrap, from `SandboxState`. */
  readonly program: string;
  readonly cwd: string;
  /** Readable wherever it lies, what is hidden in it excepted. */
  readonly workspace: string;
  /** Absolute paths that are not to be seen. */
  readonly hide: readonly string[];
}

/** Private, empty and gone with the command; whatever of others is there, sockets of services above all, is not seen. */
const SCRATCH = ['/tmp', '/var/tmp'];
const RUNTIME = ['/run', '/var/run'];
/** Programs that some systems keep there. */
const IN_RUNTIME = ['/run/current-system', '/run/booted-system', '/run/wrappers'];

const PROBE_MS = 5000;
const SYSTEM_PATH = '/usr/local/bin:/usr/bin:/bin';

/**
 * The program under bubblewrap: all of the machine read-only, nothing of it that is hidden, no network, private /tmp, /run
 * and /dev, no processes but its own, no capabilities; all of it gone when we are. The environment and the open descriptors
 * are those that it is started with.
 */
export function sandboxed(program: Program, options: SandboxOptions): Program {
  const covers = new Covers(options.workspace);
  for (const path of [...SCRATCH, ...RUNTIME]) covers.folder(path, SCRATCH.includes(path) ? 'scratch' : 'hidden');
  for (const path of options.hide) covers.hide(path);
  return {
    file: options.program,
    args: [
      ...['--unshare-pid', '--unshare-net', '--unshare-ipc', '--unshare-uts', '--die-with-parent', '--new-session'],
      ...['--cap-drop', 'ALL', '--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc'],
      ...covers.args(),
      // Where we are root, what is in /proc/sys would be ours to write.
      ...['--remount-ro', '/proc', '--chdir', options.cwd, '--', program.file, ...program.args],
    ],
  };
}

interface Cover {
  readonly path: string;
  readonly kind: 'scratch' | 'hidden' | 'file';
}

/** What is laid over the machine, outermost first; the workspace shines through. */
class Covers {
  readonly #workspace: string;
  readonly #all: Cover[] = [];

  constructor(workspace: string) {
    this.#workspace = workspace;
  }

  folder(path: string, kind: 'scratch' | 'hidden'): void {
    const found = look(path);
    if (found?.isFolder && !this.#isKnown(found.path)) this.#all.push({ path: found.path, kind });
  }

  hide(path: string): void {
    const found = look(path);
    if (!found || found.path === this.#workspace || this.#isKnown(found.path)) return;
    this.#all.push({ path: found.path, kind: found.isFolder ? 'hidden' : 'file' });
  }

  args(): string[] {
    const sorted = [...this.#all].sort((one, other) => one.path.length - other.path.length);
    const isInside = ({ path }: Cover) => isBelow(path, this.#workspace);
    const outside = sorted.filter((cover) => !isInside(cover) && !this.#isUnderAnother(cover));
    const isCovered = outside.some(({ path }) => isBelow(this.#workspace, path));
    return [
      ...outside.flatMap((cover) => this.#over(cover)),
      ...IN_RUNTIME.filter((path) => look(path)).flatMap((path) => ['--ro-bind', path, path]),
      ...(isCovered ? ['--ro-bind', this.#workspace, this.#workspace] : []),
      ...sorted.filter(isInside).flatMap((cover) => this.#over(cover)),
      ...sorted
        .filter((cover) => cover.kind === 'hidden' && (isInside(cover) || outside.includes(cover)))
        .flatMap(({ path }) => ['--remount-ro', path]),
    ];
  }

  /** Hidden folders can be passed through only where the workspace lies below. */
  #over({ path, kind }: Cover): string[] {
    if (kind === 'file') return ['--ro-bind', '/dev/null', path];
    if (kind === 'scratch') return ['--perms', '1777', '--tmpfs', path];
    const isOnTheWay = isBelow(this.#workspace, path) || IN_RUNTIME.some((inside) => isBelow(inside, path));
    return ['--perms', isOnTheWay ? '0755' : '0000', '--tmpfs', path];
  }

  #isKnown(path: string): boolean {
    return this.#all.some((cover) => cover.path === path);
  }

  #isUnderAnother({ path }: Cover): boolean {
    return this.#all.some((cover) => cover.path !== path && isBelow(path, cover.path));
  }
}

function isBelow(path: string, folder: string): boolean {
  return path.startsWith(folder === '/' ? '/' : `${folder}/`) && path !== folder;
}

/** With links resolved, since something can be laid over the thing itself alone. */
function look(path: string): { readonly path: string; readonly isFolder: boolean } | undefined {
  try {
    const real = realpathSync(path);
    return { path: real, isFolder: lstatSync(real).isDirectory() };
  } catch {
    return undefined;
  }
}

let probed: Promise<SandboxState> | undefined;

/** Tries it once, really: a command must run, and not be able to write. */
export function probeSandbox(environment: Readonly<Record<string, string>>): Promise<SandboxState> {
  probed ??= probe(environment);
  return probed;
}

async function probe(environment: Readonly<Record<string, string>>): Promise<SandboxState> {
  if (process.platform !== 'linux') return { works: false, why: 'The sandbox is there on Linux only' };
  // What keeps others out is not looked up where a workspace may have put it first.
  const path = [SYSTEM_PATH, ...(environment.PATH ?? '').split(':').filter((folder) => folder.startsWith('/'))];
  const program = findProgram('bwrap', { cwd: '/', environment: { PATH: path.join(':') } });
  if (program === undefined) return { works: false, why: 'bubblewrap (bwrap) is not installed' };
  try {
    const problem = await problemOf(program, environment);
    return problem === undefined ? { works: true, program } : { works: false, program, why: problem };
  } catch (error) {
    return { works: false, program, why: messageOf(error) };
  }
}

async function problemOf(program: string, environment: Readonly<Record<string, string>>): Promise<string | undefined> {
  const test = { file: '/bin/sh', args: ['-c', '[ ! -w / ] && [ -w /tmp ] && [ ! -w /proc/sys/kernel/hostname ]'] };
  const options = { program, cwd: '/', workspace: '/', hide: [] };
  await using group = await startGroup({ ...sandboxed(test, options), cwd: '/', environment, diesWithHost: true });
  const timer = setTimeout(() => void group.end(0), PROBE_MS);
  try {
    // Where nobody reads it to its end, the pipe is closed before it.
    const said = text(group.stderr).catch(() => '');
    group.stdout.resume();
    const { exitCode } = await group.exited;
    if (exitCode === 0) return undefined;
    const [line = ''] = (await said).trim().split('\n').slice(-1);
    return line === '' ? 'In bubblewrap, a command could still write' : `bubblewrap does not work here: ${line}`;
  } finally {
    clearTimeout(timer);
  }
}
