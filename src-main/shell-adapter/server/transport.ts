import { randomUUID } from 'node:crypto';
import { messageOf } from '#core/app-error';
import { AdapterError } from '../shells/model.ts';
import type { ServedClient } from './client.ts';
import type { ClientSocket } from './client-socket.ts';
import type { AdapterLog } from './log/adapter-log.ts';
import { internalIdIn, RequestId, readEnvelope } from './payloads.ts';
import type { ClientRequests } from './requests.ts';

export interface AdapterTransportOptions {
  readonly requests: ClientRequests;
  readonly adapterType: string;
  readonly log: AdapterLog;
}

type Acknowledge = (payload: object) => void;

/** Takes what a client sends: the document's events by name, and the reference's `bot_response` around them. */
export function serveAdapterClient(client: ServedClient, socket: ClientSocket, options: AdapterTransportOptions): void {
  socket.onEvent((event, values) => {
    const last = values.at(-1);
    const callback = typeof last === 'function' ? (last as Acknowledge) : undefined;
    const payload = callback ? values.slice(0, -1)[0] : values[0];
    if (event === 'bot_response') void answerEnvelope(client, payload, options);
    else void direct({ client, socket, event, payload, callback }, options);
  });
}

interface DirectRequest {
  readonly client: ServedClient;
  readonly socket: ClientSocket;
  readonly event: string;
  readonly payload: unknown;
  readonly callback: Acknowledge | undefined;
}

/** Longest name of an event that an answer repeats. */
const MAX_EVENT = 100;

async function direct(
  { client, socket, event, payload, callback }: DirectRequest,
  options: AdapterTransportOptions,
): Promise<void> {
  const requestId = requestIdIn(payload);
  const answer = await answerRequest(client, event, payload, { requestId, options });
  if (callback && socket.isConnected()) socket.acknowledge(callback, answer);
  else client.emit(`${event.slice(0, MAX_EVENT)}_result`, { request_id: requestId, ...answer });
}

async function answerEnvelope(client: ServedClient, given: unknown, options: AdapterTransportOptions): Promise<void> {
  const { adapterType, log } = options;
  const requestId = requestIdIn(given);
  const around = { adapter_type: adapterType, request_id: requestId, internal_request_id: internalIdIn(given) };
  let known: ReturnType<typeof readEnvelope>;
  try {
    known = readEnvelope(given);
  } catch (error) {
    client.emit('request_failed', { ...around, data: errorOf(error, log) });
    return;
  }
  client.emit('request_queued', { ...around, data: null });
  const answer = await answerRequest(client, known.event_type, known.data, { requestId, options });
  client.emit('error' in answer ? 'request_failed' : 'request_success', { ...around, data: answer });
}

async function answerRequest(
  client: ServedClient,
  event: string,
  payload: unknown,
  { requestId, options }: { readonly requestId: string; readonly options: AdapterTransportOptions },
): Promise<object> {
  try {
    return await options.requests.answer(client, event, payload, requestId);
  } catch (error) {
    return errorOf(error, options.log);
  }
}

/** Converts an error; an unexpected one is logged with its stack, and the client learns only that there was one. */
function errorOf(error: unknown, log: AdapterLog): object {
  if (error instanceof AdapterError) return { error: { code: error.code, message: error.message } };
  log.error(`A request failed inside the adapter: ${messageOf(error)}`, error);
  return {
    error: { code: 'spawn_failed', message: 'Something went wrong inside the Shell Adapter; its log says what' },
  };
}

function requestIdIn(given: unknown): string {
  const id = typeof given === 'object' && given !== null && 'request_id' in given ? given.request_id : undefined;
  const parsed = RequestId.safeParse(id);
  return parsed.success ? parsed.data : randomUUID();
}
