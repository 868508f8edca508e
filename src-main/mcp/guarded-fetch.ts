import { MAX_MESSAGE_BYTES } from './line-transport.ts';
import { withWrittenNumbers } from './written-numbers.ts';

type FetchFunction = (url: string | URL, init?: RequestInit) => Promise<Response>;

/**
 * `fetch` within limits: no message longer than 16 MiB, numbers as they were written, and a stream that breaks before the answer
 * to its request says so in the protocol's words, so that the request fails at once. One that can be resumed is left to be resumed.
 */
export const guardedFetch: FetchFunction = async (url, init) => {
  const body = typeof init?.body === 'string' ? { body: withWrittenNumbers(init.body) } : {};
  const response = await fetch(url, { ...init, ...body });
  if (!response.body) return response;
  const isEvents = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
  const id = isEvents && response.ok ? requestIdOf(init) : undefined;
  const bytes = isEvents ? guardedEvents(response.body, id) : boundedBody(response.body);
  const { status, statusText, headers } = response;
  return new Response(streamFrom(bytes), { status, statusText, headers });
};

function streamFrom(chunks: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    pull: async (controller) => {
      const { value, done } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: async () => void (await chunks.return(undefined)),
  });
}

function requestIdOf(init: RequestInit | undefined): string | number | undefined {
  if (init?.method !== 'POST' || typeof init.body !== 'string') return undefined;
  const message: unknown = JSON.parse(init.body);
  const id = typeof message === 'object' && message !== null && 'id' in message ? message.id : undefined;
  return typeof id === 'string' || typeof id === 'number' ? id : undefined;
}

async function* boundedBody(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > MAX_MESSAGE_BYTES) throw new Error('it sent a message longer than 16 MiB');
    yield chunk;
  }
}

async function* guardedEvents(
  body: AsyncIterable<Uint8Array>,
  request: string | number | undefined,
): AsyncGenerator<Uint8Array> {
  const meter = new EventMeter();
  let why = 'it closed the connection before it answered';
  try {
    for await (const chunk of body) {
      meter.push(chunk);
      yield chunk;
    }
  } catch (error) {
    if (meter.canBeResumed || request === undefined) throw error;
    why = error instanceof TooLongError ? error.message : 'the connection broke before it answered';
  }
  if (request === undefined || meter.canBeResumed) return;
  // After an answer this is for a request that nobody waits for any more, and is ignored.
  const lost = { jsonrpc: '2.0', id: request, error: { code: CONNECTION_CLOSED, message: why } };
  yield Buffer.from(`\n\ndata: ${JSON.stringify(lost)}\n\n`);
}

const CONNECTION_CLOSED = -32_000;

class TooLongError extends Error {}

/** Looks at the lines of an event stream as they pass. */
class EventMeter {
  canBeResumed = false;
  #eventBytes = 0;
  #head = '';

  /** @throws TooLongError */
  push(chunk: Uint8Array): void {
    let from = 0;
    while (from < chunk.length) {
      const found = chunk.indexOf(10, from);
      const end = found < 0 ? chunk.length : found;
      this.#eventBytes += end - from;
      if (this.#eventBytes > MAX_MESSAGE_BYTES) throw new TooLongError('it sent a message longer than 16 MiB');
      if (this.#head.length < 4) this.#head += Buffer.from(chunk.subarray(from, end)).toString('latin1').slice(0, 4);
      if (found >= 0) this.#lineEnds();
      from = end + 1;
    }
  }

  #lineEnds(): void {
    if (this.#head.startsWith('id:')) this.canBeResumed = true;
    if (this.#head === '' || this.#head === '\r') this.#eventBytes = 0;
    this.#head = '';
  }
}
