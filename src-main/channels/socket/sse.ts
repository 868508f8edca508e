import { StringDecoder } from 'node:string_decoder';

export interface ServerEvent {
  readonly event: string;
  readonly data: string;
}

/** Longest event, in characters: what is longer is no event of a session. */
const MAX_EVENT = 64 * 1024 * 1024;

/** The events of a `text/event-stream`, wherever its bytes are cut. @throws Error for one that is too long */
export async function* serverEvents(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<ServerEvent, void> {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  let event = '';
  let data: string[] = [];
  let held = 0;
  for await (const piece of bytes) {
    const lines = (rest + decoder.write(piece as Buffer)).split(/\r\n|\n/);
    rest = lines.pop() ?? '';
    for (const line of lines) {
      held += line.length;
      if (line === '') {
        if (data.length > 0) yield { event, data: data.join('\n') };
        [event, data, held] = ['', [], 0];
      } else if (line.startsWith('event:')) event = valueOf(line, 'event:');
      else if (line.startsWith('data:')) data.push(valueOf(line, 'data:'));
    }
    if (held + rest.length > MAX_EVENT) throw new Error('it sent an event longer than 64 MB');
  }
}

const valueOf = (line: string, field: string) => line.slice(field.length).replace(/^ /, '');
