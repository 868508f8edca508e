import type { Confirmations } from '../confirmation/model.ts';
import { AdapterError, type ExecuteResult, type Shells } from '../shells/model.ts';
import type { ServedClient } from './client.ts';
import { throwIfStopped } from './keyed-queue.ts';
import type { AdapterLog } from './log/adapter-log.ts';
import { inLine } from './log/adapter-log.ts';
import type { ShellMetadata } from './metadata.ts';
import { OutputEvents } from './output-events.ts';
import { type EventName, isEventName, type Payload, readPayload } from './payloads.ts';
import type { Commands } from './run-command.ts';

export interface RequestsOptions {
  readonly shells: Shells;
  readonly commands: Commands;
  readonly confirmations: Pick<Confirmations, 'answer'>;
  readonly metadata: () => Promise<ShellMetadata>;
  readonly workspace: string;
  readonly log: AdapterLog;
}

interface ClientRequest<E extends EventName> {
  readonly client: ServedClient;
  readonly payload: Payload<E>;
  readonly signal: AbortSignal;
  readonly requestId: string;
}

type Handlers = { readonly [E in EventName]: (request: ClientRequest<E>) => Promise<object> };

/** Requests of clients, by whatever transport; the result is sent back to them. */
export class ClientRequests {
  readonly #options: RequestsOptions;
  readonly #handlers: Handlers;
  #isStopping = false;
  readonly #running = new Set<Promise<unknown>>();

  constructor(options: RequestsOptions) {
    this.#options = options;
    const { shells, confirmations, metadata } = options;
    this.#handlers = {
      open_session: ({ client, signal }) => this.#open(client, signal),
      close_session: async ({ client, payload: { session_id } }) => {
        await shells.close(session_id, client.id);
        return { session_id };
      },
      execute_command: (request) => this.#execute(request),
      shell_metadata: () => metadata(),
      cancel_request: async ({ client, payload: requestId }) => {
        client.cancel(requestId ?? '');
        return { request_id: requestId };
      },
      confirm_command: async ({ client, payload: { confirmation_id, approved, reason, remember } }) => {
        confirmations.answer(client.id, { confirmation_id, approved, reason, remember });
        return { confirmation_id };
      },
    };
  }

  /** @throws AdapterError; anything else is a bug */
  async answer(client: ServedClient, event: string, given: unknown, requestId: string): Promise<object> {
    if (this.#isStopping) throw new AdapterError('adapter_stopping', 'The Shell Adapter is stopping');
    if (!isEventName(event)) {
      throw new AdapterError('unknown_event', `There is no event ${inLine(event.slice(0, 100))}`);
    }
    const answering = this.#answer(client, event, given, requestId);
    this.#running.add(answering);
    try {
      return await answering;
    } finally {
      this.#running.delete(answering);
    }
  }

  /** New requests are refused; those that run are waited for, no longer than `ms`. */
  async stop(ms: number): Promise<void> {
    this.#isStopping = true;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, ms);
    });
    await Promise.race([Promise.allSettled(this.#running), late]);
    clearTimeout(timer);
  }

  async #answer<E extends EventName>(
    client: ServedClient,
    event: E,
    given: unknown,
    requestId: string,
  ): Promise<object> {
    const { log } = this.#options;
    const payload = readPayload(event, given);
    const isControl = event === 'cancel_request' || event === 'confirm_command';
    // These are about requests that run; they are none themselves.
    if (isControl)
      return await this.#handlers[event]({ client, payload, signal: new AbortController().signal, requestId });
    const signal = client.begin(requestId, sizeOf(payload));
    log.info(`Request queued: ${event} ${inLine(requestId)}`);
    try {
      return await this.#handlers[event]({ client, payload, signal, requestId });
    } finally {
      client.finish(requestId);
      log.info(`Request processed: ${event} ${inLine(requestId)}`);
    }
  }

  async #execute({ client, payload, signal, requestId }: ClientRequest<'execute_command'>): Promise<object> {
    const { command, session_id: shell, stream_output: isStreamed } = payload;
    const about = { request_id: requestId, ...(shell !== undefined && { session_id: shell }) };
    using events = new OutputEvents((event) => client.emitNow('command_output', { ...about, ...event }));
    const onOutput = isStreamed ? events.take : undefined;
    const ran = await this.#options.commands.run(client, { command, shell, signal, onOutput });
    return shownResult(ran, shell !== undefined);
  }

  async #open(client: ServedClient, signal: AbortSignal): Promise<object> {
    const { shells, workspace, log } = this.#options;
    const { id } = await shells.open(client.id);
    try {
      // Whose client was shut out meanwhile has no owner.
      throwIfStopped(signal);
      await client.record.shellOpened({ shell: id, cwd: workspace, client: client.address });
      throwIfStopped(signal);
    } catch (error) {
      await shells.close(id).catch(() => {});
      throw error;
    }
    log.info(`Session created: ${id}`);
    return { session_id: id };
  }
}

/** The document's five fields, where the shell stands, how long it took in seconds, and of other extras those that say something. */
function shownResult(result: ExecuteResult, hasSession: boolean): object {
  const { box: _, ended: __, isClosed, stdout, stderr, exit_code, ...rest } = result;
  return { stdout, stderr, exit_code, ...rest, ...(hasSession && isClosed && { session_closed: true }) };
}

function sizeOf(payload: unknown): number {
  const command = typeof payload === 'object' && payload !== null && 'command' in payload ? payload.command : '';
  return typeof command === 'string' ? command.length : 0;
}
