export interface SseEvent {
  /** `message` where the server names none. */
  readonly name: string;
  readonly data: string;
}

/** Longest single event, in UTF-16 units; a server that exceeds it is broken. */
const MAX_EVENT_LENGTH = 16 * 1024 * 1024;

/**
 * Server-sent events from bytes cut anywhere: inside a character, between CR and LF, in the middle of a field. Comments and
 * events without data are left out (WHATWG HTML, 9.2.6), with one leniency: an event whose closing blank line is missing at
 * the end of the stream still counts, as several servers close right after their last line.
 *
 * @throws RangeError when one event exceeds 16 Mi characters
 */
export class SseParser {
  // Drops a byte order mark; invalid bytes become U+FFFD.
  readonly #decoder = new TextDecoder();
  #rest: string[] = [];
  #restLength = 0;
  #skipsLineFeed = false;
  #name = '';
  #data: string[] = [];
  #dataLength = 0;

  push(bytes: Uint8Array): SseEvent[] {
    return this.#take(this.#decoder.decode(bytes, { stream: true }));
  }

  end(): SseEvent[] {
    const events = this.#take(`${this.#decoder.decode()}\n`);
    const last = this.#dispatch();
    return last === undefined ? events : [...events, last];
  }

  #take(chunk: string): SseEvent[] {
    const text = this.#skipsLineFeed && chunk.startsWith('\n') ? chunk.slice(1) : chunk;
    if (chunk !== '') this.#skipsLineFeed = chunk.endsWith('\r');
    const events: SseEvent[] = [];
    let start = 0;
    for (const ending of text.matchAll(/\r\n|\n|\r/g)) {
      const line = this.#rest.join('') + text.slice(start, ending.index);
      this.#keepRest('');
      start = ending.index + ending[0].length;
      const event = this.#line(line);
      if (event !== undefined) events.push(event);
    }
    this.#keepRest(text.slice(start), start === 0);
    return events;
  }

  #keepRest(text: string, isMore = false): void {
    if (!isMore) {
      this.#rest = [];
      this.#restLength = 0;
    }
    if (text === '') return;
    this.#rest.push(text);
    this.#restLength += text.length;
    this.#checkLength(this.#restLength);
  }

  #line(line: string): SseEvent | undefined {
    if (line === '') return this.#dispatch();
    const colon = line.indexOf(':');
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(line[colon + 1] === ' ' ? colon + 2 : colon + 1);
    if (field === 'event') this.#name = value;
    if (field === 'data') {
      this.#data.push(value);
      this.#dataLength += value.length + 1;
      this.#checkLength(this.#dataLength);
    }
    return undefined;
  }

  #dispatch(): SseEvent | undefined {
    const event = this.#data.length === 0 ? undefined : { name: this.#name || 'message', data: this.#data.join('\n') };
    this.#name = '';
    this.#data = [];
    this.#dataLength = 0;
    return event;
  }

  #checkLength(length: number): void {
    if (length > MAX_EVENT_LENGTH) throw new RangeError('The server sent one event of more than 16 million characters');
  }
}
