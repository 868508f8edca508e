import { stat } from 'node:fs/promises';
import type { LedgerEventData, LedgerEventType, LiveUsage, PeakUsage, RunLimits } from '#contract';
import { messageOf } from '#core/app-error';
import type { Redactor } from '#core/secrets/redact';
import type { RefusedByBox } from '#execution';
import { type ContentStore, keepRedacted, type SessionLedger } from '#ledger';
import type { CallEffects } from '#tools';
import type { RequiredConfirmation } from '../confirmation/model.ts';
import { AdapterError, type ExecuteResult, type TerminationReason } from '../shells/model.ts';
import { recordedOutcome, stopReasonOf } from './recorded-end.ts';

/** A session of the ledger that stands for one client. */
export interface RecordSession {
  readonly ledger: Pick<SessionLedger, 'add'>;
  /** The event from which what it does comes. */
  readonly cause: string;
}

export interface ClientRecordOptions {
  readonly id: string;
  /** Made with the first thing there is to record. @throws AppError if it cannot be written */
  readonly open: () => Promise<RecordSession>;
  readonly content: Pick<ContentStore, 'keepFile'>;
  readonly redactor: Redactor;
}

/** A command as its record goes on. */
export interface RecordedCommand {
  readonly callId: string;
  readonly command: string;
  /** Folder of its shell when its turn comes; until then, the last known one. */
  cwd: string;
  readonly shell: string | undefined;
  /** Limits including what a person raised for this client by the time it runs. */
  limits: RunLimits;
  /** The event it comes from; each step is the next link. */
  cause?: string;
  /** Steps on their way to the disk. */
  writing?: Promise<unknown>[];
}

/** Facts about a command, apart from its result. */
export interface ClientCommandFacts {
  /** Time of its start by the clock that nobody sets, in milliseconds. */
  readonly startedAt: number;
  readonly outputBytes: number;
  readonly peak: PeakUsage | undefined;
  readonly effects: Pick<CallEffects, 'notWatched' | 'alongside'>;
  readonly refused: RefusedByBox | undefined;
}

/** Most bytes kept of an output that is kept whole. */
const SPOOL_BYTES = 5_000_000;
const TOOL = 'execute_command';

/** Record of everything a client does, as a session of its own. The steps of a command are on disk once `settled` has resolved. */
export class ClientRecord {
  readonly id: string;
  readonly #options: ClientRecordOptions;
  #session: Promise<RecordSession> | undefined;
  readonly #shells = new Set<string>();

  constructor(options: ClientRecordOptions) {
    this.id = options.id;
    this.#options = options;
  }

  /** Whether there is anything in it. */
  get isBegun(): boolean {
    return this.#session !== undefined;
  }

  async asked(command: RecordedCommand, required: RequiredConfirmation): Promise<void> {
    const { callId, command: text, cwd, limits } = command;
    await this.#step(command, 'approval.asked', {
      question: required.confirmation_id,
      callId,
      tool: TOOL,
      subject: { kind: 'command', command: text, cwd, limits },
      why: required.reasons.join(' ') || 'Every command of a client is asked about',
      warnings: [...required.reasons],
    });
  }

  async decided(command: RecordedCommand, decided: Omit<LedgerEventData<'approval.decided'>, 'callId'>): Promise<void> {
    const { callId, command: text, cwd } = command;
    await this.#step(command, 'approval.decided', { ...decided, callId, command: { command: text, cwd } });
  }

  async called(command: RecordedCommand): Promise<void> {
    const { callId, command: text, shell } = command;
    const session = shell === undefined ? {} : { session_id: shell };
    await this.#step(command, 'tool.called', { callId, tool: TOOL, arguments: { command: text, ...session } });
  }

  /** Writes what the call led to; the chain does not go on from it. */
  async effect<T extends LedgerEventType>(
    called: string | undefined,
    type: T,
    data: LedgerEventData<T>,
  ): Promise<string> {
    return await this.#append(type, data, called);
  }

  async ran(command: RecordedCommand, result: ExecuteResult, facts: ClientCommandFacts): Promise<void> {
    const { command: text, cwd, limits, shell } = command;
    const { termination_reason: reason } = result;
    const spool = await this.#spool(result.full_output_path);
    await this.#step(command, 'command.ran', {
      command: text,
      cwd,
      ...(result.exit_code >= 0 && { exitCode: result.exit_code }),
      stopReason: stopReasonOf(reason),
      durationMs: Math.round(performance.now() - facts.startedAt),
      limits,
      ...(facts.peak && { peak: facts.peak }),
      output: [result.stdout, result.stderr].filter((part) => part !== '').join('\n'),
      outputBytes: facts.outputBytes,
      ...(spool && { spool }),
      notWatched: [...facts.effects.notWatched],
      ...(facts.effects.alongside.length > 0 && { alongside: [...facts.effects.alongside] }),
      ...(shell !== undefined && { shell }),
      ...(result.box && { sandbox: result.box.strength }),
      ...(facts.refused && { refusedByBox: [...facts.refused.lines] }),
    });
  }

  async returned(command: RecordedCommand, result: ExecuteResult): Promise<void> {
    const { box: _, ended: __, ...told } = result;
    const { termination_reason: reason } = told;
    const outcome = reason === undefined || reason === 'shell_exit' ? 'done' : recordedOutcome(reason);
    await this.#step(command, 'tool.returned', {
      callId: command.callId,
      tool: TOOL,
      content: JSON.stringify(told),
      outcome,
    });
  }

  async failed(command: RecordedCommand, error: AdapterError): Promise<void> {
    const isRefused = error.code === 'confirmation_denied' || error.code === 'confirmation_expired';
    const isStopped = error.code === 'cancelled' || error.code === 'adapter_stopping';
    await this.#step(command, 'tool.returned', {
      callId: command.callId,
      tool: TOOL,
      content: JSON.stringify({ error: { code: error.code, message: error.message } }),
      outcome: isRefused ? 'refused' : isStopped ? 'cancelled' : 'failed',
    });
  }

  async shellOpened(data: LedgerEventData<'shell.opened'>): Promise<void> {
    this.#shells.add(data.shell);
    await this.#append('shell.opened', data, undefined);
  }

  /** Records that a shell was closed; does nothing for a shell that was never handed out. */
  async shellClosed(shell: string, reason: TerminationReason, commands: number): Promise<void> {
    if (!this.#shells.delete(shell)) return;
    await this.#append('shell.closed', { shell, reason: stopReasonOf(reason), commands }, undefined);
  }

  /** Waits until every step of a command so far is on disk. @throws AdapterError spawn_failed */
  async settled(command: RecordedCommand): Promise<void> {
    const { writing = [] } = command;
    command.writing = [];
    await Promise.all(writing);
  }

  async #step<T extends LedgerEventType>(command: RecordedCommand, type: T, data: LedgerEventData<T>): Promise<void> {
    const { id, onDisk } = await this.#add(type, data, command.cause);
    command.cause = id;
    command.writing = [...(command.writing ?? []), onDisk];
  }

  async #append<T extends LedgerEventType>(type: T, data: LedgerEventData<T>, cause: string | undefined) {
    const { id, onDisk } = await this.#add(type, data, cause);
    await onDisk;
    return id;
  }

  async #add<T extends LedgerEventType>(type: T, data: LedgerEventData<T>, cause: string | undefined) {
    try {
      const session = await this.#opened();
      const { id, onDisk } = session.ledger.add(type, data, { cause: cause ?? session.cause });
      const written = onDisk.catch((error: unknown) => {
        throw unwritable(error);
      });
      // `settled` tells of its failure.
      written.catch(() => {});
      return { id, onDisk: written };
    } catch (error) {
      throw unwritable(error);
    }
  }

  #opened(): Promise<RecordSession> {
    this.#session ??= this.#options.open().catch((error: unknown) => {
      this.#session = undefined;
      throw error;
    });
    return this.#session;
  }

  async #spool(path: string | undefined): Promise<LedgerEventData<'command.ran'>['spool']> {
    if (path === undefined) return undefined;
    try {
      const { content, redactor } = this.#options;
      const { size: printed } = await stat(path);
      const { hash, size, redacted } = await keepRedacted(path, content, redactor);
      return { hash, bytes: size, complete: printed < SPOOL_BYTES, ...(redacted > 0 && { redacted }) };
    } catch {
      return undefined;
    }
  }
}

function unwritable(error: unknown): AdapterError {
  return new AdapterError('spawn_failed', `The record cannot be written, so nothing more is run: ${messageOf(error)}`);
}

/** Joins a usage with the peak so far: the highest of each figure by itself. */
export function raisePeak(peak: PeakUsage | undefined, usage: LiveUsage): PeakUsage | undefined {
  const { cpuPercent, memoryBytes, processes, diskBytes } = usage;
  if (cpuPercent === undefined && memoryBytes === undefined) return peak;
  return {
    cpuPercent: Math.max(peak?.cpuPercent ?? 0, cpuPercent ?? 0),
    memoryBytes: Math.max(peak?.memoryBytes ?? 0, memoryBytes ?? 0),
    ...(processes !== undefined && { processes: Math.max(peak?.processes ?? 0, processes) }),
    ...(diskBytes !== undefined && { diskBytes: Math.max(peak?.diskBytes ?? 0, diskBytes) }),
  };
}
