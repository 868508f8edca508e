import { randomUUID } from 'node:crypto';
import { messageOf } from '#core/app-error';
import { Semaphore } from '#core/async/semaphore';
import { refusalText } from '#execution';
import { type CallToWatch, commandLabel, type WatchedCall } from '#tools';
import type { ConfirmationDecision } from '../confirmation/model.ts';
import { withNote as withRemark } from '../shells/command-run.ts';
import { AdapterError, type CommandPlace, type ExecuteResult } from '../shells/model.ts';
import type { ServedClient } from './client.ts';
import type { RecordedCommand } from './client-record.ts';
import { recordFailure, WAY_OUT } from './command-outcome.ts';
import type { CommandsOptions } from './commands-options.ts';
import {
  type ClientCommandResult,
  type CommandRequest,
  executeInShell,
  type PlacedRequest,
} from './execute-in-shell.ts';
import { acquirePlace, KeyedQueue, throwIfStopped } from './keyed-queue.ts';
import { inLine } from './log/adapter-log.ts';
import { withNeutralGit } from './reading-place.ts';
import { recordedDecision } from './recorded-decision.ts';
import { revertChanges } from './revert-changes.ts';

/** Commands of clients: confirmed, recorded, run; those of one session one after another. */
export class Commands {
  readonly #options: CommandsOptions;
  readonly #turns = new KeyedQueue();
  readonly #isolated: Semaphore;
  /** Commands about to be decided, by call. */
  readonly #undecided = new Map<string, { readonly client: ServedClient; readonly command: RecordedCommand }>();

  constructor(options: CommandsOptions) {
    this.#options = options;
    this.#isolated = new Semaphore(options.maxIsolated);
  }

  waiting(shell: string): number {
    return this.#turns.waiting(shell);
  }

  /** @throws AdapterError */
  async run(client: ServedClient, request: CommandRequest): Promise<ExecuteResult> {
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

  /** Records a decision of the confirmations before the command runs. */
  async decided(decision: ConfirmationDecision): Promise<void> {
    const { by, verdict, said, callId } = decision;
    const { log } = this.#options;
    const words = `${verdict} by ${by}: ${inLine(decision.command)}${said === undefined ? '' : ` (${inLine(said)})`}`;
    if (verdict === 'allowed') log.info(`Command ${words}`);
    else log.warning(`Command ${words}`);
    const undecided = this.#undecided.get(callId);
    if (!undecided) throw new AdapterError('cancelled', 'It was answered after it had ended');
    await undecided.client.record.decided(undecided.command, recordedDecision(decision));
  }

  async #inTurn(client: ServedClient, request: CommandRequest, recorded: RecordedCommand): Promise<ExecuteResult> {
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

  async #run(client: ServedClient, request: CommandRequest, recorded: RecordedCommand): Promise<ExecuteResult> {
    const { signal } = request;
    const { limits, log, shells } = this.#options;
    const { record } = client;
    throwIfStopped(signal);
    if (request.shell === undefined) shells.foresee();
    if (record.isBegun) recorded.limits = await limits.next(record.id);
    const confirmed = await this.#confirm(client, recorded, signal);
    throwIfStopped(signal);
    const leave = request.shell === undefined ? await acquirePlace(this.#isolated, signal) : () => {};
    let ended: Promise<void> | undefined;
    try {
      const place = await withNeutralGit(confirmed, recorded, this.#options);
      await record.called(recorded);
      const result = await this.#watched(client, { ...request, place }, recorded);
      ended = result.ended;
      return result;
    } finally {
      // So many may be ending, too, as may run.
      void Promise.resolve(ended)
        .catch((error: unknown) => log.error('The shell of a command could not be ended', error))
        .finally(leave);
    }
  }

  /** Runs a command between two looks at the workspace; what cannot be recorded is left to the next start. */
  async #watched(client: ServedClient, request: PlacedRequest, recorded: RecordedCommand): Promise<ExecuteResult> {
    const { watch, log } = this.#options;
    await using watched = await watch.begin(this.#callOf(client, request, recorded)).catch((error: unknown) => {
      throw error instanceof AdapterError ? error : new AdapterError('spawn_failed', messageOf(error), error);
    });
    let ran: ClientCommandResult | undefined;
    try {
      ran = await this.#limited(client, request, recorded);
    } finally {
      try {
        ran = await this.#recorded(client, recorded, { ran, watched });
      } catch (error) {
        log.error('What a command did could not be recorded', error);
      }
    }
    if (!ran) throw new Error('A command that has not run has failed');
    return ran.result;
  }

  async #limited(
    client: ServedClient,
    request: PlacedRequest,
    recorded: RecordedCommand,
  ): Promise<ClientCommandResult> {
    const { record } = client;
    // The decision and the call go to the disk in one write, beside the journal's.
    await record.settled(recorded);
    using inForce = await this.#options.limits.begin(record.id, recorded.callId);
    recorded.limits = inForce.current;
    return await executeInShell(client, request, { ...this.#options, recorded });
  }

  /** Writes down what came of a command, and takes back what it may not have changed; answers what its client is told. */
  async #recorded(
    client: ServedClient,
    recorded: RecordedCommand,
    { ran, watched }: EndedCommand,
  ): Promise<ClientCommandResult | undefined> {
    const { held } = this.#options;
    const { record } = client;
    const effects = await watched.look();
    if (ran) await record.ran(recorded, ran.result, { ...ran, effects });
    const isUnchanged = effects.changes.length === 0;
    const finish = async () => {
      await record.settled(recorded);
      return await watched.finish(effects);
    };
    const events = ran && isUnchanged ? [] : await finish();
    if (!ran) return undefined;
    const changed = effects.changes.map(({ path }, index) => ({ path, event: events[index] ?? '' }));
    const { workspace } = this.#options;
    const { box } = ran.result;
    const taken = box && held && (await revertChanges(changed, { ...box, held, session: record.id, workspace }));
    const notes = [ran.refused && refusalText(ran.refused, WAY_OUT), taken?.told].filter((note) => note !== undefined);
    const result = { ...ran.result, stderr: notes.reduce(withRemark, ran.result.stderr) };
    await record.returned(recorded, result);
    // Nothing comes between the end of a command without changes and what its client is told: one write does for both.
    if (isUnchanged) await finish();
    else await record.settled(recorded);
    if (taken && taken.files.length > 0) this.#options.keep?.ask(client, recorded, taken.files);
    return { ...ran, result };
  }

  #callOf(client: ServedClient, { command, signal }: CommandRequest, { callId, cause }: RecordedCommand): CallToWatch {
    const { workspace } = this.#options;
    const { record, title: by } = client;
    return {
      session: record.id,
      callId,
      tool: 'execute_command',
      workspace,
      origin: 'client',
      by,
      signal,
      label: commandLabel(command),
      record: (type, data) => record.effect(cause, type, data),
    };
  }

  async #confirm(client: ServedClient, recorded: RecordedCommand, signal: AbortSignal): Promise<CommandPlace> {
    const { callId, command, cwd, shell } = recorded;
    const isInBoxAlone = shell !== undefined && this.#options.shells.isInBoxAlone(shell, client.id);
    this.#undecided.set(callId, { client, command: recorded });
    let asked: Promise<void> = Promise.resolve();
    try {
      const place = await this.#options.confirmations.pass({
        owner: client.id,
        record: client.record.id,
        callId,
        shell,
        command,
        cwd,
        isInBoxAlone,
        signal,
        onRequired: (required) => {
          asked = client.record.asked(recorded, required);
          asked.catch(() => {});
          client.emit('command_confirmation_required', required);
        },
      });
      await asked;
      return place;
    } finally {
      this.#undecided.delete(callId);
    }
  }
}

interface EndedCommand {
  readonly ran: ClientCommandResult | undefined;
  readonly watched: WatchedCall;
}
