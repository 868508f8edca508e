import { randomUUID } from 'node:crypto';
import type { Duplex } from 'node:stream';
import { text } from 'node:stream/consumers';
import { AppError, systemCodeOf } from '#core/app-error';
import { type ChildPipes, pipesOf } from '../child-pipes.ts';
import { findProgram } from '../find-program.ts';
import { cannotStartProgram, hasStarted, spawnGroup } from '../group.ts';
import { signalGroup } from '../tree.ts';
import { dyingWithHost } from '../watchdog.ts';
import { DOOR, ENTER, ENTER_AND_WAIT, type Launch, launchScript, WAIT, withMarker } from './launch-script.ts';
import { inNamespace, type NamespacePids, namespacePids } from './namespace.ts';
import type { PreparedContainer, ProcessContainer } from './process-container.ts';

export interface LauncherOptions {
  /** Environment that most programs will have, so that little has to be added. */
  readonly environment: Readonly<Record<string, string>>;
  readonly prepared: PreparedContainer;
  /** bubblewrap, where it is to wait in a PID namespace. */
  readonly bwrap: string | undefined;
  /**
   * Whether the program ends by itself when this host ends, as bubblewrap does; a launcher that still waits is told.
   */
  readonly diesWithHost?: boolean | undefined;
}

/** A program that a launcher has become. */
export interface LaunchedProgram {
  readonly child: ChildPipes;
  readonly container: ProcessContainer;
  readonly marker: string;
  readonly pids: NamespacePids;
}

const READY_MS = 10_000;
const MUCH_BYTES = 4096;
const SHELL = '/bin/sh';

/**
 * A shell that has entered its control groups and its namespace, and waits to become a program. Entering makes a process wait
 * for all CPUs of the machine, some milliseconds; the next launcher does that while nobody waits for it.
 */
export class Launcher {
  /** Whether it can be used; a failure is not thrown unless it is awaited. */
  readonly ready: Promise<boolean>;
  readonly #options: LauncherOptions;
  readonly #marker: string = randomUUID();
  readonly #end = randomUUID();
  readonly #started: Promise<ChildPipes & { readonly door: Duplex }>;
  #pids: NamespacePids = { around: new Set(), program: undefined };
  #isUsed = false;
  #hasEnded = false;

  constructor(options: LauncherOptions) {
    this.#options = options;
    this.#started = this.#start();
    this.ready = this.#started.then((started) => this.#enter(started)).catch(() => false);
    const ended = () => this.#ended();
    void this.#started.then(({ exited }) => exited).then(ended, ended);
  }

  get isUsable(): boolean {
    return !this.#isUsed && !this.#hasEnded;
  }

  /**
   * Becomes the program, which may have so many `processes` from its first moment on.
   *
   * @throws AppError UNAVAILABLE if it could not be started, or not enter what was to hold it.
   */
  async become(
    { processes, ...launch }: Omit<Launch, 'environment'> & { readonly processes?: number | undefined },
    environment: Launch['environment'],
    marker = this.#marker,
  ): Promise<LaunchedProgram> {
    this.#isUsed = true;
    const child = await this.#started.catch(async (error: unknown) => {
      await this.discard();
      throw error instanceof AppError ? error : cannotStartProgram(launch, systemCodeOf(error), error);
    });
    if (!(await this.ready)) {
      await this.discard();
      throw new AppError('UNAVAILABLE', `${launch.file} was not started: its process limits could not be set up`, {
        where: launch.file,
        advice:
          'Try again. If it happens again, restart Sigma Shell: it then checks anew what can contain commands here.',
      });
    }
    const { pid, door } = child;
    if (marker !== this.#marker) dyingWithHost.expect(marker);
    const script = launchScript(
      { ...launch, environment: withMarker(environment, marker) },
      withMarker(this.#options.environment, this.#marker),
    );
    const container = this.#options.prepared.around({ pid, marker });
    // Afterwards a fork bomb would have been quicker.
    container.limit(processes, this.#pids.around.size);
    door.write(this.#sent(script));
    door.end(launch.filter);
    if (marker !== this.#marker) {
      dyingWithHost.started(marker, pid);
      dyingWithHost.gone(this.#marker);
    }
    door.resume();
    if (!launch.hasStdin) child.stdin?.destroy();
    if (!launch.hasSide) child.side?.destroy();
    const pids = { ...this.#pids, program: this.#pids.program ?? pid };
    const seen = {
      ...child,
      stdin: launch.hasStdin ? child.stdin : undefined,
      side: launch.hasSide ? child.side : undefined,
    };
    return { child: seen, container, marker, pids };
  }

  /** Ends the prepared process, which is no longer needed. */
  async discard(): Promise<void> {
    this.#isUsed = true;
    const child = await this.#started.catch(() => undefined);
    if (child && !child.hasExited()) {
      // It may not have entered yet what holds it.
      signalGroup(child.pid, 'SIGKILL');
      const container = this.#options.prepared.around({ pid: child.pid, marker: this.#marker });
      await container.kill(this.#pids.around);
      await child.exited;
    }
    child?.shut();
    await this.#options.prepared.release();
    dyingWithHost.gone(this.#marker);
  }

  /** Reads what it wrote to its standard error, for a sentence: empty, or with a colon before it. */
  async complaint(): Promise<string> {
    const child = await this.#started.catch(() => undefined);
    const said = child?.hasExited() ? (await text(child.stderr).catch(() => '')).trim().split('\n').at(-1) : '';
    return said ? `: ${said}` : '';
  }

  /** A shell reads lines from a pipe byte by byte; much is read for it by `head`. */
  #sent(script: string): string {
    const bytes = Buffer.byteLength(script);
    const head = bytes > MUCH_BYTES && findProgram('head', { cwd: '/', environment: {} });
    if (!head) return `${script}${this.#end}\n`;
    return `_sigma_text=$(${head} -c ${bytes} <&${DOOR}); eval "$_sigma_text"\n${this.#end}\n${script}`;
  }

  async #start(): Promise<ChildPipes & { readonly door: Duplex }> {
    const { environment, prepared, bwrap, diesWithHost = false } = this.#options;
    const doors = [String(prepared.doors.length), ...prepared.doors];
    const waiting = { file: SHELL, args: ['-c', WAIT, 'sh', this.#end] };
    const inside = bwrap === undefined ? undefined : inNamespace(bwrap, waiting);
    const args = inside
      ? ['-c', ENTER, 'sh', ...doors, inside.file, ...inside.args]
      : ['-c', ENTER_AND_WAIT, 'sh', ...doors, this.#end];
    const program = { file: SHELL, args, cwd: '/', diesWithHost: diesWithHost || inside !== undefined };
    dyingWithHost.expect(this.#marker);
    const child = spawnGroup({ ...program, environment, stdin: 'pipe', hasSide: true, hasDoor: true }, this.#marker);
    await hasStarted(child, program);
    const pipes = pipesOf(child);
    dyingWithHost.started(this.#marker, pipes.pid);
    const door = child.stdio[4] as Duplex;
    door.on('error', () => {});
    return { ...pipes, door };
  }

  async #enter({ pid, door, exited }: ChildPipes & { readonly door: Duplex }): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined;
    const isIn = await Promise.race([
      new Promise<boolean>((resolve) => door.once('data', () => resolve(true))),
      exited.then(() => false),
      new Promise<boolean>((resolve) => {
        timer = setTimeout(() => resolve(false), READY_MS).unref();
      }),
    ]);
    clearTimeout(timer);
    if (isIn && this.#options.bwrap !== undefined) this.#pids = await namespacePids(pid);
    return isIn;
  }

  #ended(): void {
    this.#hasEnded = true;
    if (!this.#isUsed) void this.discard().catch(() => {});
  }
}
