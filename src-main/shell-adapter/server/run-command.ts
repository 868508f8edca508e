import { randomUUID } from 'node:crypto';
import type { PeakUsage, RunLimits } from '#contract';
import { messageOf } from '#core/app-error';
import type { CommandLimits } from '#execution';
import { type CallToWatch, type CallWatch, commandLabel } from '#tools';
import type { ConfirmationDecision, Confirmations } from '../confirmation/model.ts';
import { AdapterError, type ExecuteResult, type Shells } from '../shells/model.ts';
import type { Client } from './client.ts';
import { type ClientRecord, type CommandFacts, higher, type RecordedCommand } from './client-record.ts';
import type { AdapterLog } from './log/adapter-log.ts';
import { inLine } from './log/adapter-log.ts';
import { Turns, throwIfStopped } from './turns.ts';

export interface CommandsOptions {
  readonly shells: Shells;
  readonly confirmations: Pick<Confirmations, 'pass'>;
  readonly log: AdapterLog;
  /** Where shells start, as the configuration has it. */
  readonly start: string;
  /** The same folder, its links resolved. */
  readonly workspace: string;
  readonly watch: CallWatch;
  /** Of a client for whom nothing was raised. */
  readonly base: RunLimits;
  readonly limits: Pick<CommandLimits, 'next' | 'begin'>;
  /** How many commands wait has changed. */
  readonly onChanged: () => void;
}

export interface CommandRequest {
  readonly command: string;
  readonly shell: string | undefined;
  readonly signal: AbortSignal;
}

/** Commands of clients: confirmed, recorded, run; those of one session one after another. */
export class Commands {
  readonly #options: CommandsOptions;
  readonly #turns = new Turns();
  /** What is about to be decided, by its call. */
  readonly #undecided = new Map<string, { readonly client: Client; readonly command: RecordedCommand }>();

  constructor(options: CommandsOptions) {
    this.#options = options;
  }

  waiting(shell: string): number {
    return this.#turns.waiting(shell);
  }

  /** @throws AdapterError */
  async run(client: Client, request: CommandRequest): Promise<ExecuteResult> {
    const { shells, start, base } = this.#options;
    const { command, shell } = request;
    // Whose it is not does not wait behind it.
    const cwd = shell === undefined ? start : shells.cwdOf(shell, client.id);
    const recorded: RecordedCommand = { callId: randomUUID(), command, cwd, shell, limits: base };
    try {
      return await this.#inTurn(client, request, recorded);
    } catch (error) {
      if (error instanceof AdapterError) await recordFailure(client.record, recorded, error);
      throw error;
    }
  }

  /** To be told of every decision of the confirmations, before the command runs. */
  async decided(decision: ConfirmationDecision): Promise<void> {
    const { by, verdict, said, callId } = decision;
    const { log } = this.#options;
    const words = `${verdict} by ${by}: ${inLine(decision.command)}${said === undefined ? '' : ` (${inLine(said)})`}`;
    if (verdict === 'allowed') log.info(`Command ${words}`);
    else log.warning(`Command ${words}`);
    const undecided = this.#undecided.get(callId);
    if (!undecided) throw new AdapterError('cancelled', 'It was decided after its end');
    await undecided.client.record.decided(undecided.command, recordedDecision(decision));
  }

  async #inTurn(client: Client, request: CommandRequest, recorded: RecordedCommand): Promise<ExecuteResult> {
    const { shells, onChanged } = this.#options;
    const { shell, signal } = request;
    if (shell === undefined) return await this.#run(client, request, recorded);
    const done = this.#turns.run(shell, signal, () => {
      recorded.cwd = shells.cwdOf(shell, client.id);
      return this.#run(client, request, recorded);
    });
    onChanged();
    try {
      return await done;
    } finally {
      onChanged();
    }
  }

  async #run(client: Client, request: CommandRequest, recorded: RecordedCommand): Promise<ExecuteResult> {
    const { signal } = request;
    const { limits } = this.#options;
    const { record } = client;
    throwIfStopped(signal);
    if (record.isBegun) recorded.limits = await limits.next(record.id);
    await this.#confirm(client, recorded, signal);
    throwIfStopped(signal);
    await record.called(recorded);
    using inForce = await limits.begin(record.id, recorded.callId);
    recorded.limits = inForce.current;
    return await this.#watched(client, request, recorded);
  }

  /** Between two looks at the workspace; what cannot be recorded is left to the next start. */
  async #watched(client: Client, request: CommandRequest, recorded: RecordedCommand): Promise<ExecuteResult> {
    const { watch, log } = this.#options;
    await using watched = await watch.begin(this.#callOf(client, request, recorded)).catch((error: unknown) => {
      throw error instanceof AdapterError ? error : new AdapterError('spawn_failed', messageOf(error), error);
    });
    let ran: Ran | undefined;
    try {
      ran = await this.#execute(client, request, recorded);
      return ran.result;
    } finally {
      try {
        const effects = await watched.look();
        if (ran) await client.record.ran(recorded, ran.result, { ...ran, effects });
        await watched.finish(effects);
      } catch (error) {
        log.error('What a command did could not be recorded', error);
      }
    }
  }

  #callOf(client: Client, { command, signal }: CommandRequest, { callId, cause }: RecordedCommand): CallToWatch {
    const { workspace } = this.#options;
    const { record, title: by } = client;
    return {
      ...{ session: record.id, callId, tool: 'execute_command', workspace, origin: 'client', by, signal },
      label: commandLabel(command),
      record: (type, data) => record.effect(cause, type, data),
    };
  }

  async #confirm(client: Client, recorded: RecordedCommand, signal: AbortSignal): Promise<void> {
    const { callId, command, cwd, shell } = recorded;
    this.#undecided.set(callId, { client, command: recorded });
    let asked: Promise<void> = Promise.resolve();
    try {
      await this.#options.confirmations.pass({
        ...{ owner: client.id, record: client.record.id, callId, shell, command, cwd, signal },
        onRequired: (required) => {
          asked = client.record.asked(recorded, required);
          asked.catch(() => {});
          client.emit('command_confirmation_required', required);
        },
      });
      await asked;
    } finally {
      this.#undecided.delete(callId);
    }
  }

  async #execute(client: Client, request: CommandRequest, recorded: RecordedCommand): Promise<Ran> {
    const { shells, log } = this.#options;
    const { command, shell, signal } = request;
    const where = shell ?? 'a shell of its own';
    log.info(`Command started in ${where}: ${inLine(command)}`);
    const startedAt = Date.now();
    let outputBytes = 0;
    let peak: PeakUsage | undefined;
    const result = await shells.execute({
      ...{ owner: client.id, command, shell, signal, limits: recorded.limits },
      onOutput: (_, text) => {
        outputBytes += Buffer.byteLength(text);
      },
      onUsage: (usage) => {
        peak = higher(peak, usage);
      },
    });
    const { exit_code: exitCode, termination_reason: reason } = result;
    const took = `${Date.now() - startedAt} ms`;
    log.info(`Command ended in ${where} with exit code ${exitCode} after ${took}`);
    log.debug(`Output of it: ${inLine(result.stdout)} | ${inLine(result.stderr)}`);
    if (reason !== undefined && LIMITS.has(reason)) log.warning(`Limit exceeded in ${where}: ${reason}`);
    return { result, startedAt, outputBytes, peak };
  }
}

type Ran = Omit<CommandFacts, 'effects'> & { readonly result: ExecuteResult };

const LIMITS = new Set<string>(['timeout', 'cpu', 'memory', 'disk', 'output', 'processes']);

/** As the ledger has it. */
function recordedDecision(decision: ConfirmationDecision): Parameters<ClientRecord['decided']>[1] {
  const { by, verdict, reasons, said, confirmation } = decision;
  const reason = said ?? reasons.join(' ');
  return {
    ...(confirmation !== undefined && { question: confirmation }),
    ...(by === 'user' ? { by: 'person' } : { by: 'rule', rule: RULES[by] ?? by }),
    verdict: VERDICTS[verdict],
    ...(reason !== '' && { reason }),
  };
}

const VERDICTS = { allowed: 'allow', denied: 'refuse', expired: 'refuse', withdrawn: 'withdrawn' } as const;

const RULES: Readonly<Record<string, string>> = {
  off: 'adapter.confirmation.mode off',
  safe: 'no known danger',
  rule: 'a ban or a rule of yours',
  'allow-list': 'adapter.confirmation.allow',
  'deny-list': 'adapter.confirmation.deny',
  remembered: 'allowed before in this session',
  client: 'the client confirmed it',
  time: 'nobody answered in time',
  stop: 'it was not wanted any more',
};

/** What cannot be recorded stays so. */
async function recordFailure(record: ClientRecord, command: RecordedCommand, error: AdapterError): Promise<void> {
  try {
    if (command.cause === undefined) {
      const decision = { by: 'rule', rule: RULES.stop ?? '', verdict: 'withdrawn', reason: error.message } as const;
      await record.decided(command, decision);
    }
    await record.failed(command, error);
  } catch {
    // Whoever sent it is told of the first failure.
  }
}
