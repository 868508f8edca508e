import { basename } from 'node:path';
import type { AnyLedgerEvent, ConsoleState, LedgerEventData, LedgerEventType, ListedItem } from '#contract';
import { AppError } from '#core/app-error';
import { LiveValue } from '#core/async/streams';
import { isSecretVariable } from '#core/secrets/secret-variables';
import { listedItem } from '#core/text/listed-item';
import type { SessionLedger } from '#ledger';
import type { ConsoleOptions } from './ports.ts';
import type { RunningLine } from './running-line.ts';
import { SessionRecord } from './session-record.ts';
import { TypeAheadQueue } from './type-ahead-queue.ts';

/** Folder and environment of a session's programs: one for Shell mode, every chat mode and the tools. */
export interface ProgramContext {
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string>>;
}

/** One session in Shell mode: its working directory and variables by the ledger, and what runs now. */
export class SessionConsole {
  readonly session: string;
  readonly state: LiveValue<ConsoleState>;
  readonly typedAhead = new TypeAheadQueue();
  readonly #options: ConsoleOptions;
  readonly #ledger: SessionLedger;
  readonly #record = new SessionRecord();
  #running: RunningLine | undefined;
  #pending: readonly ListedItem[] = [];

  /** @throws AppError NOT_FOUND */
  static async open(session: string, options: ConsoleOptions): Promise<SessionConsole> {
    const console = new SessionConsole(options, await options.ledger.session(session));
    for await (const event of console.#ledger.read()) console.#record.take(event);
    // One whose record was emptied has no events; it is read and gone on with all the same.
    if (!console.#record.hasEvents && !(await options.ledger.sessions()).includes(session)) {
      throw new AppError('NOT_FOUND', 'There is no such session', { where: session });
    }
    await console.refreshPending();
    return console;
  }

  private constructor(options: ConsoleOptions, ledger: SessionLedger) {
    this.#options = options;
    this.#ledger = ledger;
    this.session = ledger.session;
    this.state = new LiveValue(this.#stateNow());
  }

  get place(): ProgramContext {
    const { cwd } = this;
    return { cwd, environment: { ...this.inherited, ...this.exported, PWD: cwd } };
  }

  /** Environment of the app without what the person took away in this session. */
  get inherited(): Readonly<Record<string, string>> {
    const { unset } = this.#record;
    const { environment } = this.#options;
    if (unset.size === 0) return environment;
    return Object.fromEntries(Object.entries(environment).filter(([name]) => !unset.has(name)));
  }

  get cwd(): string {
    return this.#record.cwd ?? this.#options.firstWorkspace();
  }

  /** Folder of the session's workspace; undefined if the record does not name it. */
  get workspace(): string | undefined {
    return this.#record.workspace;
  }

  get previousCwd(): string | undefined {
    return this.#record.previousCwd;
  }

  /** Variables that the person set in this session. */
  get exported(): Readonly<Record<string, string>> {
    return Object.fromEntries(this.#record.variables);
  }

  get home(): string {
    return this.place.environment.HOME || this.#options.home;
  }

  get retained() {
    return this.#record.retained;
  }

  get modes(): readonly string[] {
    return this.#record.modes ?? this.#options.profiles.initial(this.workspace);
  }

  get running(): RunningLine | undefined {
    return this.#running;
  }

  set running(running: RunningLine | undefined) {
    this.#running = running;
    this.publish();
  }

  /** Appends an event; it is on disk when this resolves. */
  async append<T extends LedgerEventType>(
    type: T,
    data: LedgerEventData<T>,
    cause?: string | undefined,
  ): Promise<AnyLedgerEvent> {
    const event = await this.#ledger.append(type, data, { cause });
    this.#record.take(event);
    this.publish();
    return event;
  }

  async move(cwd: string): Promise<void> {
    if (cwd !== this.cwd) await this.append('session.moved', { cwd });
  }

  async setVariable(name: string, value: string): Promise<void> {
    const isSecret = isSecretVariable(name, value);
    if (isSecret) this.#options.redactor.add(value);
    this.#record.supplyVariable(name, value);
    await this.append('session.variable', isSecret ? { name } : { name, value });
  }

  async unsetVariable(name: string): Promise<void> {
    await this.append('session.variable', { name, isUnset: true });
  }

  /** The events of the console of an ended line, newest first. */
  events(): AsyncIterable<AnyLedgerEvent> {
    return this.#ledger.read({ backward: true });
  }

  /** Refreshes the pending items, which change with the chat. */
  async refreshPending(): Promise<void> {
    this.#pending = (await this.#options.chat.pending(this.session)).map(listedItem);
    this.publish();
  }

  publish(): void {
    this.state.set(this.#stateNow());
  }

  #stateNow(): ConsoleState {
    const { retained, running } = this;
    return {
      cwd: this.cwd,
      promptName: promptName(this.cwd, this.home),
      modes: [...this.modes],
      pending: [...this.#pending],
      ...(retained && { retained: { command: retained.command, bytes: Buffer.byteLength(retained.text) } }),
      ...(running?.block && {
        running: { line: running.line, block: running.block.id, terminal: running.block.block.terminal },
      }),
      lostVariables: [...this.#record.lost].sort(),
    };
  }
}

function promptName(cwd: string, home: string): string {
  return cwd === home ? '~' : basename(cwd) || cwd;
}
