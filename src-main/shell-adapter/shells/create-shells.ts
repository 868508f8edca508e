import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import type { AdapterShell } from '#contract';
import { AppError, messageOf } from '#core/app-error';
import { Emitter } from '#core/emitter';
import type { Logger } from '#core/logger';
import { watchLimits } from '#execution';
import type { ContainmentPort } from '#process/containment/model';
import { assertCommand } from './assert-command.ts';
import { bashOf, bashProgram } from './bash-program.ts';
import {
  AdapterError,
  type ClosedShell,
  type ExecuteRequest,
  type ExecuteResult,
  type ShellSettings,
  type Shells,
} from './model.ts';
import { PipePool } from './pipe-pool.ts';
import { powershellProgram } from './powershell-program.ts';
import { closedError, ShellSession, stoppingError } from './session.ts';
import { shellEnvironment } from './shell-environment.ts';
import { ShellProcess } from './shell-process.ts';
import type { ShellProgram } from './shell-program.ts';
import { SpareShell } from './spare-shell.ts';
import { sweepSpool } from './sweep-spool.ts';

export interface ShellsOptions {
  readonly containment: ContainmentPort;
  /** Of the shells; without secrets. */
  readonly environment: Readonly<Record<string, string>>;
  readonly settings: () => ShellSettings;
  /** For pipes, texts of commands and outputs that were shortened; made if missing, private. */
  readonly spoolFolder: string;
  readonly log: Logger;
  /** Bash unless given: the person's `$SHELL` when that is one. */
  readonly program?: ShellProgram;
  readonly watchLimits?: typeof watchLimits;
  /** Of the machine, unless given. */
  readonly platform?: NodeJS.Platform;
}

/** Of closed sessions, so that whoever comes back learns why. */
const REMEMBERED = 1000;
const SWEEP_MS = 600_000;

/** @throws AppError UNAVAILABLE on Windows */
export function createShells(options: ShellsOptions): Shells {
  // What a command prints goes through named pipes of Unix.
  if ((options.platform ?? process.platform) === 'win32') {
    throw new AppError('UNAVAILABLE', "The Shell Adapter's shells are not available on Windows yet", {
      where: 'Shell Adapter',
      advice: 'Run it on Linux or macOS, or inside WSL.',
    });
  }
  return new ShellSessions(options);
}

function programFor(environment: Readonly<Record<string, string>>): ShellProgram {
  return process.platform === 'win32' ? powershellProgram() : bashProgram(bashOf(environment));
}

class ShellSessions implements Shells {
  readonly #options: ShellsOptions;
  readonly #changed = new Emitter<void>();
  readonly #closedShells = new Emitter<ClosedShell>();
  readonly #sessions = new Map<string, ShellSession>();
  readonly #gone = new Map<string, { readonly owner: string; readonly why: string }>();
  readonly #ending = new Set<Promise<void>>();
  readonly #spare = new SpareShell((cwd, processes) => this.#startShell(cwd, processes));
  #pool: Promise<PipePool> | undefined;
  #sweeping: NodeJS.Timeout | undefined;
  #opening = 0;
  #isStopping = false;

  readonly onChanged = this.#changed.subscribe;
  readonly onClosed = this.#closedShells.subscribe;

  constructor(options: ShellsOptions) {
    this.#options = options;
  }

  async open(owner: string): Promise<{ readonly id: string }> {
    const { maxSessions } = this.#options.settings();
    const open = [...this.#sessions.values()].filter(({ kind }) => kind === 'session').length;
    if (open + this.#opening >= maxSessions) {
      throw new AdapterError('session_limit', `At most ${maxSessions} sessions can be open`);
    }
    this.#opening++;
    try {
      return { id: (await this.#start(owner, 'session')).id };
    } finally {
      this.#opening--;
      this.#prepare();
    }
  }

  async execute(request: ExecuteRequest): Promise<ExecuteResult> {
    assertCommand(request.command);
    this.#assertRunning();
    if (request.shell) return await this.#session(request.shell, request.owner).execute(request);
    const session = await this.#start(request.owner, 'independent');
    try {
      return await session.execute(request);
    } finally {
      await session.close('closed', 'it was for one command');
      this.#prepare();
    }
  }

  async close(id: string, owner?: string): Promise<void> {
    await this.#session(id, owner).close('closed', 'it was closed on request');
  }

  async closeOwner(owner: string): Promise<void> {
    const theirs = [...this.#sessions.values()].filter((session) => session.owner === owner);
    await Promise.all(theirs.map((session) => session.close('closed', 'its client has left')));
  }

  cwdOf(id: string, owner: string): string {
    return this.#session(id, owner).cwd;
  }

  list(): readonly AdapterShell[] {
    return [...this.#sessions.values()].map((session) => session.state());
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isStopping = true;
    clearInterval(this.#sweeping);
    const sessions = [...this.#sessions.values()];
    await Promise.all(sessions.map((session) => session.close('adapter_stopping', 'the Shell Adapter is stopping')));
    await Promise.all(this.#ending);
    await this.#spare.close();
    await (await this.#pool?.catch(() => undefined))?.close();
  }

  #assertRunning(): void {
    if (this.#isStopping) throw stoppingError();
  }

  #session(id: string, owner: string | undefined): ShellSession {
    this.#assertRunning();
    const session = this.#sessions.get(id);
    if (session && (owner === undefined || session.owner === owner)) return session;
    const gone = this.#gone.get(id);
    if (gone && (owner === undefined || gone.owner === owner)) throw closedError(gone.why);
    throw new AdapterError('session_not_found', `There is no session ${id}`);
  }

  async #start(owner: string, kind: 'session' | 'independent'): Promise<ShellSession> {
    this.#assertRunning();
    const shell = await this.#shell();
    const { settings, watchLimits: watch = watchLimits, spoolFolder, log } = this.#options;
    const session = new ShellSession(shell, {
      ...{ owner, kind, settings, watchLimits: watch, spoolFolder, log },
      onChanged: () => this.#changed.emit(),
      onClosed: (closed, reason, why) =>
        this.#noteClosed(closed, { id: closed.id, owner, reason, why, commands: closed.commands }),
    });
    this.#sessions.set(session.id, session);
    this.#changed.emit();
    if (this.#isStopping) await session.close('adapter_stopping', 'the Shell Adapter is stopping');
    return session;
  }

  async #shell(): Promise<ShellProcess> {
    const { workspace, limits } = this.#options.settings();
    try {
      return await this.#spare.take(workspace, limits.processes);
    } catch (error) {
      throw new AdapterError('spawn_failed', `No shell could be started: ${messageOf(error)}`, error);
    }
  }

  #prepare(): void {
    const { workspace, limits } = this.#options.settings();
    if (!this.#isStopping) this.#spare.prepare(workspace, limits.processes);
  }

  async #startShell(cwd: string, processes: number | undefined): Promise<ShellProcess> {
    const { containment, environment, program = programFor(environment) } = this.#options;
    const id = randomUUID();
    const pool = await this.#pipes();
    return await ShellProcess.start({
      ...{ id, program, containment, pool, cwd, processes },
      environment: shellEnvironment(environment, id),
      folder: pool.folder,
    });
  }

  #pipes(): Promise<PipePool> {
    this.#pool ??= this.#openPool().catch((error: unknown) => {
      this.#pool = undefined;
      throw error;
    });
    return this.#pool;
  }

  async #openPool(): Promise<PipePool> {
    const { spoolFolder } = this.#options;
    await mkdir(spoolFolder, { recursive: true, mode: 0o700 });
    const pool = new PipePool(await mkdtemp(join(spoolFolder, 'pipes-')));
    const sweep = () => void sweepSpool(spoolFolder, pool.folder);
    sweep();
    this.#sweeping = setInterval(sweep, SWEEP_MS).unref();
    return pool;
  }

  #noteClosed(session: ShellSession, closed: ClosedShell): void {
    this.#sessions.delete(session.id);
    if (session.kind === 'session') {
      this.#gone.set(session.id, closed);
      const [oldest] = this.#gone.keys();
      if (this.#gone.size > REMEMBERED && oldest !== undefined) this.#gone.delete(oldest);
      this.#closedShells.emit(closed);
    }
    const ended = session.close(closed.reason, closed.why).finally(() => this.#ending.delete(ended));
    this.#ending.add(ended);
    this.#changed.emit();
  }
}
