import { type SseEvent, SseParser } from '#core/servers/sse-events';
import { failureOfError, RequestFailure } from '../failures/request-failure.ts';
import { separatedDocuments } from '../stream/separated-documents.ts';
import { AFTERMATH_MS, StallWatch } from '../stream/stall-watch.ts';
import { type RelayRequest, withStallWatch } from './relay-request.ts';

type RelayContext = Pick<RelayRequest, 'address' | 'signal' | 'options'>;

/** Largest reply that comes in one piece, in bytes. */
const MAX_WHOLE_BYTES = 64 * 1024 * 1024;

/** The pieces of a reply, given up when nothing comes or the reader leaves. @throws RequestFailure */
async function* replyPieces(
  response: Response,
  reading: RelayContext,
  watch = () => new StallWatch(reading.options.stallMs),
): AsyncGenerator<Uint8Array, void> {
  const reader = response.body?.getReader();
  if (!reader) return;
  try {
    for (;;) {
      const { done, value } = await withStallWatch(watch(), reader.read(), reading);
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

/**
 * The documents of a streamed reply. Once it `isFinished`, what may follow is not waited for long, and a connection that is lost is
 * only its end. @throws RequestFailure
 */
export async function* documentsOf(
  response: Response,
  reading: RelayContext,
  isFinished: () => boolean,
): AsyncGenerator<SseEvent, void> {
  const { stallMs } = reading.options;
  const aftermath = new StallWatch(Math.min(AFTERMATH_MS, stallMs));
  const parser = new SseParser();
  try {
    const pieces = replyPieces(response, reading, () => (isFinished() ? aftermath : new StallWatch(stallMs)));
    for await (const bytes of pieces) yield* parser.push(bytes).flatMap(separatedDocuments);
  } catch (error) {
    if (!isFinished() || reading.signal.aborted) throw error;
  }
  yield* parser.end().flatMap(separatedDocuments);
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
