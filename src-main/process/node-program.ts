import { type ChildProcess, spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { AppError, messageOf } from '#core/app-error';
import { Emitter, type Subscribe } from '#core/async/emitter';
import { type Program, withDeathSignal } from './death-signal.ts';
import { endTree } from './end-tree.ts';
import type { StartOptions } from './group.ts';
import { programInGroup } from './node-in-group.ts';
import { coveringPrivate } from './private-descriptors.ts';
import type { Exit, ProcessGroup } from './process-group.ts';
import { MARKER } from './tree.ts';
import { dyingWithHost } from './watchdog.ts';

export interface StartNodeOptions {
  /** The script: absolute, a CommonJS or an ES module. */
  readonly module: string;
  /** An existing directory. */
  readonly cwd: string;
  /** All of the program's environment; nothing is inherited. */
  readonly environment: Readonly<Record<string, string>>;
  /** Puts the program into a box. Where a Node cannot be started through another program it runs without: see `isBoxed`. */
  readonly boxed?: ((program: Program, cwd: string) => Program) | undefined;
  /** Starts it, held to limits. Where a Node cannot be started through another program it is not asked. */
  readonly start?: ((options: StartOptions) => Promise<ProcessGroup>) | undefined;
}

/**
 * Script under a Node of ours, with a port for messages beside its output. Its starter ends it; it does not outlive us.
 */
export interface NodeProgram extends AsyncDisposable {
  readonly pid: number;
  /** Unguessable; in the environment of all that it starts. */
  readonly marker: string;
  /** Whether it runs in the box that it was started with. */
  readonly isBoxed: boolean;
  /** A JSON value. What is sent to a program that has ended is lost. */
  send(message: unknown): void;
  readonly onMessage: Subscribe<unknown>;
  readonly stdout: Readable;
  readonly stderr: Readable;
  readonly exited: Promise<Exit>;
  /** SIGTERM, after `graceMs` SIGKILL, to it and its descendants. */
  end(graceMs?: number): Promise<void>;
}

/**
 * The port for programs that need a Node: a child process where a Node runs us, a utility process in Electron, so that
 * the installed app needs no Node beside it (docs/decisions/002-starting-and-testing.md). @throws AppError UNAVAILABLE
 * when it cannot be started.
 */
export type StartNode = (options: StartNodeOptions) => Promise<NodeProgram>;

/** Default time between SIGTERM and SIGKILL, in milliseconds. */
export const NODE_GRACE_MS = 10_000;

/** The `StartNode` of a host that runs under Node: the same executable. */
export const startNodeChild: StartNode = (options) => startNodeBy(process.execPath, options);

/** Starts a script under a Node executable, absolute, with node's own channel as the port. @throws AppError UNAVAILABLE */
export async function startNodeBy(executable: string, options: StartNodeOptions): Promise<NodeProgram> {
  // Node's channel is a plain pipe of lines, but on Windows.
  if (options.start && process.platform !== 'win32')
    return await programInGroup(executable, { ...options, start: options.start });
  const marker = crypto.randomUUID();
  dyingWithHost.expect(marker);
  try {
    const child = spawnNode(executable, options, marker);
    await new Promise<void>((resolve, reject) => {
      child.once('spawn', resolve);
      child.once('error', (error) => reject(cannotStartNode(options.module, error)));
    });
    const program = new ChildProgram(child, marker, options.boxed !== undefined);
    dyingWithHost.started(marker, program.pid);
    return program;
  } catch (error) {
    dyingWithHost.gone(marker);
    throw error;
  }
}

function spawnNode(executable: string, options: StartNodeOptions, marker: string): ChildProcess {
  const { module, cwd, environment, boxed } = options;
  const node = { file: executable, args: [module] };
  // The channel's descriptor is inherited through the box.
  const { file, args } = withDeathSignal(boxed ? boxed(node, cwd) : node, { cwd, environment });
  const covered = coveringPrivate(['ignore', 'pipe', 'pipe']);
  const [stdin, stdout, stderr, ...hidden] = covered.stdio as (number | 'ignore' | 'pipe')[];
  try {
    return spawn(file, args, {
      cwd,
      env: { ...environment, [MARKER]: marker },
      detached: true,
      windowsHide: true,
      // The channel goes behind what is covered, which must keep its places.
      stdio: [stdin, stdout, stderr, ...hidden, 'ipc'],
    });
  } finally {
    covered.release();
  }
}

export function cannotStartNode(module: string, error: unknown): AppError {
  const message = `The process for ${module} could not be started: ${messageOf(error)}`;
  return new AppError('UNAVAILABLE', message, { where: module }, error);
}

class ChildProgram implements NodeProgram {
  readonly pid: number;
  readonly stdout: Readable;
  readonly stderr: Readable;
  readonly exited: Promise<Exit>;
  readonly isBoxed: boolean;
  readonly #child: ChildProcess;
  readonly marker: string;
  readonly #messages = new Emitter<unknown>();
  readonly onMessage = this.#messages.subscribe;
  #hasExited = false;
  #deadline = Number.POSITIVE_INFINITY;
  #ending: Promise<void> | undefined;

  constructor(child: ChildProcess, marker: string, isBoxed: boolean) {
    const { pid, stdout, stderr } = child;
    if (pid === undefined || !stdout || !stderr) throw new Error('A child without pid or pipes');
    this.pid = pid;
    this.isBoxed = isBoxed;
    this.stdout = stdout;
    this.stderr = stderr;
    this.#child = child;
    this.marker = marker;
    child.on('message', (message) => this.#messages.emit(message));
    // A channel that breaks is followed by the end of the process.
    child.on('error', () => {});
    this.exited = new Promise((resolve) => {
      child.once('exit', (exitCode, signal) => {
        this.#hasExited = true;
        resolve({ exitCode: exitCode ?? undefined, signal: signal ?? undefined });
      });
    });
  }

  send(message: unknown): void {
    if (this.#child.connected) this.#child.send(message as object, () => {});
  }

  end(graceMs = NODE_GRACE_MS): Promise<void> {
    this.#deadline = Math.min(this.#deadline, performance.now() + graceMs);
    this.#ending ??= this.#endAll();
    return this.#ending;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.end();
  }

  async #endAll(): Promise<void> {
    const { pid } = this;
    await endTree({
      pid,
      marker: this.marker,
      leadsGroup: true,
      hasExited: () => this.#hasExited,
      deadline: () => this.#deadline,
    });
    if (this.#child.connected) this.#child.disconnect();
    this.stdout.destroy();
    this.stderr.destroy();
    await this.exited;
    dyingWithHost.gone(this.marker);
  }
}
