import type { AdapterShell } from '#contract';
import { AppError, messageOf } from '#core/app-error';
import { Emitter } from '#core/async/emitter';
import { PendingWork } from '#core/async/pending-work';
import type { Logger } from '#core/logger';
import { watchLimits } from '#execution';
import { assertCommand } from './assert-command.ts';
import {
  AdapterError,
  type ClosedShell,
  type CommandPlace,
  type ExecuteRequest,
  type ExecuteResult,
  type Shells,
} from './model.ts';
import { bashOf } from './process/bash-program.ts';
import { ShellStarter, type StarterOptions } from './process/shell-starter.ts';
import { ShellSession } from './session.ts';
import { closedError, stoppingError } from './session-errors.ts';
import { SessionShells } from './session-shells.ts';

export interface ShellsOptions extends StarterOptions {
  readonly log: Logger;
  readonly watchLimits?: typeof watchLimits;
  /** Platform; that of the machine if absent. */
  readonly platform?: NodeJS.Platform;
}

/** Number of closed sessions remembered, so that a returning client learns why its session closed. */
const REMEMBERED = 1000;

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

class ShellSessions implements Shells {
  readonly #options: ShellsOptions;
  readonly #changed = new Emitter<void>();
  readonly #closedShells = new Emitter<ClosedShell>();
  readonly #sessions = new Map<string, ShellSession>();
  readonly #gone = new Map<string, { readonly owner: string; readonly why: string }>();
  readonly #ending = new PendingWork();
  readonly #starter: ShellStarter;
  #opening = 0;
  #isStopping = false;

  readonly onChanged = this.#changed.subscribe;
  readonly onClosed = this.#closedShells.subscribe;

  constructor(options: ShellsOptions) {
    this.#options = options;
    this.#starter = new ShellStarter(options);
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

  foresee(): void {
    if (!this.#isStopping) this.#starter.foresee();
  }

  async execute(request: ExecuteRequest): Promise<ExecuteResult> {
    assertCommand(request.command);
    this.#assertRunning();
    if (request.shell) return await this.#session(request.shell, request.owner).execute(request);
    const session = await this.#start(request.owner, 'independent', request.place);
    try {
      return await session.execute({ ...request, place: undefined });
    } finally {
      void session.close('closed', 'it was for one command');
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

  isInBoxAlone(id: string, owner: string): boolean {
    return this.#session(id, owner).isInBoxAlone;
  }

  list(): readonly AdapterShell[] {
    return [...this.#sessions.values()].map((session) => session.state());
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isStopping = true;
    const sessions = [...this.#sessions.values()];
    await Promise.all(sessions.map((session) => session.close('adapter_stopping', 'the Shell Adapter is stopping')));
    await this.#ending.settled();
    await this.#starter[Symbol.asyncDispose]();
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

  async #start(owner: string, kind: 'session' | 'independent', place?: CommandPlace): Promise<ShellSession> {
    this.#assertRunning();
    const starter = this.#starter;
    const home = await starter.first(place);
    const { settings, watchLimits: watch = watchLimits, spoolFolder, log, boxes, environment } = this.#options;
    const { id } = home;
    const shells = new SessionShells({
      home,
      boxes,
      start: (where) => starter.another(id, where),
      keyNow: () => starter.keyOf(id),
      bash: bashOf(environment),
      onStarted: (shell) => session.noteStarted(shell),
    });
    const session: ShellSession = new ShellSession(shells, {
      owner,
      kind,
      settings,
      watchLimits: watch,
      spoolFolder,
      log,
      onChanged: () => this.#changed.emit(),
      onClosed: (reason, why) => this.#noteClosed(session, { id, owner, reason, why, commands: session.commands }),
    });
    this.#sessions.set(session.id, session);
    this.#changed.emit();
    if (this.#isStopping) await session.close('adapter_stopping', 'the Shell Adapter is stopping');
    return session;
  }

  #prepare(): void {
    if (!this.#isStopping) this.#starter.prepare();
  }

  #noteClosed(session: ShellSession, closed: ClosedShell): void {
    this.#sessions.delete(session.id);
    if (session.kind === 'session') {
      this.#gone.set(session.id, closed);
      const [oldest] = this.#gone.keys();
      if (this.#gone.size > REMEMBERED && oldest !== undefined) this.#gone.delete(oldest);
      this.#closedShells.emit(closed);
    }
    const ended = this.#ending.add(session.close(closed.reason, closed.why));
    ended.catch((error: unknown) => {
      this.#options.log.error('shell.not-ended', { shell: session.id, error: messageOf(error) });
    });
    this.#changed.emit();
  }
}
