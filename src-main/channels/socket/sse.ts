import { type ServerEvent, ServerEventReader } from '#core/parsing/server-events';

/** Longest event, in characters: what is longer is no event of a session. */
const MAX_EVENT = 64 * 1024 * 1024;

/** The events of a `text/event-stream`, wherever its bytes are cut. @throws Error for one that is too long */
export async function* serverEvents(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<ServerEvent, void> {
  const reader = new ServerEventReader();
  for await (const piece of bytes) {
    yield* reader.push(piece);
    if (reader.length > MAX_EVENT) throw new Error('it sent an event longer than 64 MB');
  }
}
