import { type SseEvent, SseParser } from '#core/servers/sse-events';
import { failureOfError, RequestFailure } from '../failures/request-failure.ts';
import { StallWatch } from '../stream/stall-watch.ts';
import { type RelayRequest, withStallWatch } from './relay-request.ts';

type RelayContext = Pick<RelayRequest, 'address' | 'signal' | 'options'>;

/** Largest reply that comes in one piece, in bytes. */
const MAX_WHOLE_BYTES = 64 * 1024 * 1024;

/** The pieces of a reply, given up when nothing comes or the reader leaves. @throws RequestFailure */
async function* replyPieces(response: Response, reading: RelayContext): AsyncGenerator<Uint8Array, void> {
  const reader = response.body?.getReader();
  if (!reader) return;
  try {
    for (;;) {
      const { done, value } = await withStallWatch(new StallWatch(reading.options.stallMs), reader.read(), reading);
      if (done) return;
      yield value;
    }
  } catch (error) {
    if (reading.signal.aborted || error instanceof RequestFailure) throw error;
    throw failureOfError(error, reading.address, true);
  } finally {
    reader.cancel().catch(() => {});
  }
}

/** The events of a streamed reply. @throws RequestFailure */
export async function* eventsOf(response: Response, reading: RelayContext): AsyncGenerator<SseEvent, void> {
  const parser = new SseParser();
  for await (const bytes of replyPieces(response, reading)) yield* parser.push(bytes);
  yield* parser.end();
}

/** The text of a whole reply. @throws RequestFailure */
export async function replyText(response: Response, reading: RelayContext): Promise<string> {
  const decoder = new TextDecoder();
  const parts: string[] = [];
  let size = 0;
  for await (const bytes of replyPieces(response, reading)) {
    size += bytes.byteLength;
    if (size > MAX_WHOLE_BYTES) throw new RequestFailure('server', `The reply of ${reading.address} is over 64 MiB`);
    parts.push(decoder.decode(bytes, { stream: true }));
  }
  return parts.join('') + decoder.decode();
}
