import { StringDecoder } from 'node:string_decoder';

export interface ServerEvent {
  readonly event: string;
  readonly data: string;
}

/** Longest event, in characters: what is longer is no event of a session. */
const MAX_EVENT = 64 * 1024 * 1024;
const LINE_END = 0x0a;

/** The events of a `text/event-stream`, wherever its bytes are cut. @throws Error for one that is too long */
export async function* serverEvents(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<ServerEvent, void> {
  const decoder = new StringDecoder('utf8');
  const event = new OpenEvent();
  let rest = '';
  for await (const piece of bytes) {
    rest += decoder.write(piece as Buffer);
    // The part of a line that came is not looked through again with each further piece of it.
    const lines = piece.includes(LINE_END) ? rest.split(/\r\n|\n/) : [rest];
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const whole = event.take(line);
      if (whole) yield whole;
    }
    if (event.length + rest.length > MAX_EVENT) throw new Error('it sent an event longer than 64 MB');
  }
}

/** An event, line by line, until an empty one ends it. */
class OpenEvent {
  length = 0;
  #event = '';
  #data: string[] = [];

  take(line: string): ServerEvent | undefined {
    this.length += line.length;
    if (line.startsWith('event:')) this.#event = afterField(line, 'event:');
    else if (line.startsWith('data:')) this.#data.push(afterField(line, 'data:'));
    if (line !== '') return undefined;
    const whole = this.#data.length === 0 ? undefined : { event: this.#event, data: this.#data.join('\n') };
    [this.#event, this.#data, this.length] = ['', [], 0];
    return whole;
  }
}

const afterField = (line: string, field: string) => line.slice(field.length).replace(/^ /, '');
