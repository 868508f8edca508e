import { type ChildProcess, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { AppError, systemCodeOf } from '#core/app-error';
import { coveringPrivate } from './private-descriptors.ts';
import { listTree, MARKER, signalAll, signalGroup } from './tree.ts';

export interface StartOptions {
  readonly file: string;
  readonly args: readonly string[];
  /** An existing directory. */
  readonly cwd: string;
  /** All of the child's environment; nothing is inherited. */
  readonly environment: Readonly<Record<string, string>>;
  /** `ignore` reads as an empty file. */
  readonly stdin?: 'ignore' | 'pipe';
  /** Time between SIGTERM and SIGKILL, in milliseconds. */
  readonly graceMs?: number;
}

export interface Exit {
  readonly exitCode?: number | undefined;
  readonly signal?: string | undefined;
}

/** A child that leads its own process group (and session), with everything it starts. Whoever starts it ends it. */
export interface ProcessGroup extends AsyncDisposable {
  readonly pid: number;
  readonly stdin: Writable | undefined;
  readonly stdout: Readable;
  readonly stderr: Readable;
  /** The leader's own end; its descendants may go on and hold its pipes. */
  readonly exited: Promise<Exit>;
  /** Every process of the tree that is alive, those that left the group included where the system lets us find them. */
  pids(): Promise<readonly number[]>;
  /** SIGTERM, after the grace period SIGKILL, to all of the tree. Resolves when it is gone and the pipes are shut. */
  end(): Promise<void>;
}

/** @throws AppError UNAVAILABLE when the program cannot be started. */
export async function startGroup(options: StartOptions): Promise<ProcessGroup> {
  const marker = crypto.randomUUID();
  const child = spawnGroup(options, marker);
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', (error) => reject(cannotStart(options, error)));
  });
  return new Group(child, marker, options.graceMs ?? 2000);
}

/** Descriptors of ours that are open to children, such as the masters of terminals, are covered while it starts. */
function spawnGroup({ file, args, cwd, environment, stdin = 'ignore' }: StartOptions, marker: string): ChildProcess {
  const covered = coveringPrivate([stdin, 'pipe', 'pipe']);
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

function cannotStart({ file, cwd }: StartOptions, error: unknown): AppError {
  const reason = systemCodeOf(error) ?? 'unknown reason';
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

class Group implements ProcessGroup {
  readonly pid: number;
  readonly stdin: Writable | undefined;
  readonly stdout: Readable;
  readonly stderr: Readable;
  readonly exited: Promise<Exit>;
  readonly #marker: string;
  readonly #graceMs: number;
  #hasExited = false;
  #ending: Promise<void> | undefined;

  constructor(child: ChildProcess, marker: string, graceMs: number) {
    const { pid, stdout, stderr } = child;
    if (pid === undefined || !stdout || !stderr) throw new Error('A child without pid or pipes');
    this.pid = pid;
    this.stdin = child.stdin ?? undefined;
    this.stdout = stdout;
    this.stderr = stderr;
    this.#marker = marker;
    this.#graceMs = graceMs;
    // A child that closes its input early must not take the app down.
    this.stdin?.on('error', () => {});
    this.exited = new Promise((resolve) => {
      child.once('exit', (exitCode, signal) => {
        this.#hasExited = true;
        resolve({ exitCode: exitCode ?? undefined, signal: signal ?? undefined });
      });
    });
  }

  pids(): Promise<readonly number[]> {
    return listTree(this.pid, this.#marker);
  }

  end(): Promise<void> {
    this.#ending ??= this.#endAll();
    return this.#ending;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.end();
  }

  async #endAll(): Promise<void> {
    const deadline = Date.now() + this.#graceMs;
    await this.#signal('SIGTERM');
    while (!(await this.#isGone()) && Date.now() < deadline) await pause(20);
    // A tree that keeps forking is caught by repeating: each pass kills what the last one missed.
    for (let pass = 0; pass < 200 && !(await this.#isGone()); pass++) {
      await this.#signal('SIGKILL');
      await pause(10);
    }
    // A descendant we could not find may still hold the other end.
    this.stdin?.destroy();
    this.stdout.destroy();
    this.stderr.destroy();
    await this.exited;
  }

  async #signal(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    const pids = await this.pids();
    // Once all are gone the group's number may be somebody else's.
    if (pids.length > 0 || !this.#hasExited) signalGroup(this.pid, signal);
    signalAll(pids, signal);
  }

  async #isGone(): Promise<boolean> {
    return this.#hasExited && (await this.pids()).length === 0;
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
