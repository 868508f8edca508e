import { type ChildProcess, spawn } from 'node:child_process';
import { AppError, systemCodeOf } from '#core/app-error';
import { pipesOf } from './child-pipes.ts';
import { withDeathSignal } from './death-signal.ts';
import { endTree } from './end-tree.ts';
import { OwnedChild } from './owned-child.ts';
import { coveringPrivate } from './private-descriptors.ts';
import type { ProcessGroup } from './process-group.ts';
import { listProcessTree, MARKER } from './tree.ts';
import { dyingWithHost } from './watchdog.ts';

export interface StartOptions {
  readonly file: string;
  readonly args: readonly string[];
  /** An existing directory. */
  readonly cwd: string;
  /** All of the child's environment; nothing is inherited. */
  readonly environment: Readonly<Record<string, string>>;
  /** `ignore` reads as an empty file. */
  readonly stdin?: 'ignore' | 'pipe';
  /** A pipe for both ways on descriptor 3, on which the child may tell more: `group.side`. */
  readonly hasSide?: boolean;
  /** Whether it ends by itself when its parent ends, as bubblewrap does. */
  readonly diesWithHost?: boolean;
  /** Time between SIGTERM and SIGKILL, in milliseconds. */
  readonly graceMs?: number;
  /** Unguessable; by it everything the child started is found again, by a later process too (`endMarked`). Made up unless given. */
  readonly marker?: string;
}

/** Default time between SIGTERM and SIGKILL, in milliseconds. */
export const GRACE_MS = 2000;

/** @throws AppError UNAVAILABLE if the program cannot be started. */
export async function startGroup(options: StartOptions): Promise<ProcessGroup> {
  const marker = options.marker ?? crypto.randomUUID();
  dyingWithHost.expect(marker);
  try {
    const child = spawnGroup(options, marker);
    await hasStarted(child, options);
    const group = new Group(pipesOf(child), marker, options.graceMs ?? GRACE_MS);
    dyingWithHost.started(marker, group.pid);
    return group;
  } catch (error) {
    dyingWithHost.gone(marker);
    throw error;
  }
}

/** @throws AppError UNAVAILABLE if it has not. */
export async function hasStarted(child: ChildProcess, what: Pick<StartOptions, 'file' | 'cwd'>): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', (error) => reject(cannotStartProgram(what, systemCodeOf(error), error)));
  });
}

const PIPE = ['pipe'] as const;

/** Starts a program as the leader of a group. Descriptors of ours that are open to children, such as the masters of terminals, are covered meanwhile. */
export function spawnGroup(options: StartOptions & { readonly hasDoor?: boolean }, marker: string): ChildProcess {
  const { cwd, environment, stdin = 'ignore' } = options;
  const { file, args } = options.diesWithHost ? options : withDeathSignal(options, { cwd, environment });
  const covered = coveringPrivate([
    stdin,
    'pipe',
    'pipe',
    ...(options.hasSide ? PIPE : []),
    ...(options.hasDoor ? PIPE : []),
  ]);
  try {
    return spawn(file, args, {
      cwd,
      env: { ...environment, [MARKER]: marker },
      detached: true,
      windowsHide: true,
      stdio: covered.stdio,
    });
  } finally {
    covered.release();
  }
}

export function cannotStartProgram(
  { file, cwd }: Pick<StartOptions, 'file' | 'cwd'>,
  reason = 'unknown reason',
  error?: unknown,
): AppError {
  return new AppError(
    'UNAVAILABLE',
    `${file} could not be started in ${cwd} (${reason})`,
    {
      where: file,
      advice: reason === 'ENOENT' ? 'Check that the program is installed and the folder exists.' : undefined,
    },
    error,
  );
}

class Group extends OwnedChild {
  pids(): Promise<readonly number[]> {
    return listProcessTree(this.pid, this.marker);
  }

  protected endTree(): Promise<void> {
    return endTree({
      pid: this.pid,
      marker: this.marker,
      leadsGroup: true,
      hasExited: this.hasExited,
      deadline: () => this.deadline,
    });
  }
}
