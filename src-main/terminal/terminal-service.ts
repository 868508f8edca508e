import { randomUUID } from 'node:crypto';
import type { Shell, Terminal, TerminalOutput } from '#contract';
import { AppError } from '#core/app-error';
import { LiveValue, streamOf } from '#core/async/streams';
import type { Logger } from '#core/logger';
import type { PtySize, SpawnPty } from './pty.ts';
import { chooseShell, listShells, type ShellSources, shellArguments } from './shells.ts';
import { terminalEnvironment } from './terminal-environment.ts';
import { TerminalSession } from './terminal-session.ts';

export interface TerminalOptions {
  /** Path of the shell; the login shell otherwise. */
  readonly shell?: string | undefined;
  /** Lines a terminal keeps above its screen. */
  readonly scrollback: number;
  /** Most terminals open at once. */
  readonly maxOpen: number;
}

export interface TerminalServiceOptions {
  readonly spawnPty: SpawnPty;
  /** Environment that a shell inherits, without our secrets. */
  readonly environment: Readonly<Record<string, string>>;
  readonly defaultCwd: () => string;
  readonly options: () => TerminalOptions;
  readonly log: Logger;
  readonly now?: () => number;
}

/** Titles may change hundreds of times a second; readers of the list hear of changes at most this often, in milliseconds. */
const ANNOUNCE_MS = 40;

/** Owns every open terminal; disposing it ends their shells and what runs in them. */
export class TerminalService implements AsyncDisposable {
  readonly #options: TerminalServiceOptions;
  readonly #sessions = new Map<string, TerminalSession>();
  readonly #list = new LiveValue<readonly Terminal[]>([]);
  #opening = 0;
  #isEnding = false;
  #announcement: NodeJS.Timeout | undefined;

  constructor(options: TerminalServiceOptions) {
    this.#options = options;
  }

  /** All terminals in the order they were opened: now, and whenever one changes. */
  changes(signal: AbortSignal | undefined): AsyncGenerator<readonly Terminal[], void> {
    if (this.#announcement) this.#announce();
    return this.#list.stream(signal);
  }

  shells(): Promise<readonly Shell[]> {
    return listShells(this.#shellSources());
  }

  async open(request: PtySize & { cwd?: string | undefined; shell?: string | undefined }): Promise<Terminal> {
    this.#checkLimit();
    this.#opening++;
    try {
      const session = await this.#openSession(request);
      const { id, pid, shell, cwd } = session.state.value;
      this.#sessions.set(id, session);
      session.state.onChanged(() => this.#announceSoon());
      this.#announce();
      this.#options.log.info('terminal.opened', { id, pid, shell, cwd });
      return session.state.value;
    } finally {
      this.#opening--;
    }
  }

  async restart({ id, columns, rows }: PtySize & { id: string }): Promise<Terminal> {
    const session = this.#session(id);
    await session.restart({ columns, rows });
    this.#announce();
    return session.state.value;
  }

  /** Resolves when nothing of it runs any more. */
  async close(id: string): Promise<void> {
    const session = this.#session(id);
    this.#sessions.delete(id);
    this.#announce();
    await session[Symbol.asyncDispose]();
    this.#options.log.info('terminal.closed', { id });
  }

  /** A replay, then output as it comes; ends when the terminal is closed or `signal` aborts. */
  attach(id: string, signal: AbortSignal | undefined): AsyncGenerator<TerminalOutput, void> {
    const session = this.#session(id);
    const ends = signal ? AbortSignal.any([signal, session.closed]) : session.closed;
    return streamOf<TerminalOutput>((deliver) => session.attach(deliver), ends);
  }

  /** @throws AppError NOT_FOUND */
  session(id: string): TerminalSession {
    return this.#session(id);
  }

  /** Terminals in which something would be cut short, and by name what. */
  running(): string[] {
    return [...this.#sessions.values()].flatMap((session) => {
      const job = session.job();
      const { title } = session.state.value;
      return job === undefined ? [] : [title === job ? job : `${title}: ${job}`];
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isEnding = true;
    clearTimeout(this.#announcement);
    const sessions = [...this.#sessions.values()];
    this.#sessions.clear();
    await Promise.all(sessions.map((session) => session[Symbol.asyncDispose]()));
  }

  async #openSession(request: PtySize & { cwd?: string | undefined; shell?: string | undefined }) {
    const { spawnPty, defaultCwd, environment, options, now } = this.#options;
    const { columns, rows, cwd = defaultCwd() } = request;
    const file = await chooseShell(request.shell, this.#shellSources());
    const session = await TerminalSession.open({
      id: randomUUID(),
      spawnPty,
      program: { file, args: shellArguments(), cwd, environment: terminalEnvironment(environment, cwd) },
      size: { columns, rows },
      scrollback: options().scrollback,
      now: now ?? Date.now,
    });
    if (!this.#isEnding) return session;
    await session[Symbol.asyncDispose]();
    throw new AppError('CANCELLED', 'Sigma Shell is closing');
  }

  #checkLimit(): void {
    const { maxOpen } = this.#options.options();
    if (this.#isEnding) throw new AppError('CANCELLED', 'Sigma Shell is closing');
    if (this.#sessions.size + this.#opening < maxOpen) return;
    throw new AppError('LIMIT_EXCEEDED', `At most ${maxOpen} terminals can be open`, {
      where: 'terminal.max_open',
      advice: 'Close one, or raise the limit in Settings.',
    });
  }

  #shellSources(): ShellSources {
    return { environment: this.#options.environment, preferred: this.#options.options().shell };
  }

  #session(id: string): TerminalSession {
    const session = this.#sessions.get(id);
    if (session) return session;
    throw new AppError('NOT_FOUND', 'This terminal is closed', { where: id });
  }

  #announceSoon(): void {
    this.#announcement ??= setTimeout(() => this.#announce(), ANNOUNCE_MS);
  }

  #announce(): void {
    clearTimeout(this.#announcement);
    this.#announcement = undefined;
    this.#list.set([...this.#sessions.values()].map((session) => session.state.value));
  }
}
