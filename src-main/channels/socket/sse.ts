import { type SseEvent, SseParser } from '#core/servers/sse-events';

/** Longest event, in characters: what is longer is no event of a session. */
const MAX_EVENT = 64 * 1024 * 1024;

/** The events of a `text/event-stream`, wherever its bytes are cut. @throws Error for one that is too long */
export async function* serverEvents(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<SseEvent, void> {
  const parser = new SseParser(MAX_EVENT);
  for await (const piece of bytes) yield* parser.push(piece);
}
