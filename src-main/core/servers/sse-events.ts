import { createParser, type EventSourceParser, type ParseError } from 'eventsource-parser';

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
 * @throws RangeError when one event is too long: by default beyond 16 Mi characters
 */
export class SseParser {
  // Drops a byte order mark; invalid bytes become U+FFFD.
  readonly #decoder = new TextDecoder();
  readonly #parser: EventSourceParser;
  #events: SseEvent[] = [];
  #endedInReturn = false;

  /** `maxLength`: of one event, in UTF-16 units. */
  constructor(maxLength = MAX_EVENT_LENGTH) {
    this.#parser = createParser({
      maxBufferSize: maxLength,
      onEvent: ({ event, data }) => this.#events.push({ name: event ?? 'message', data }),
      onError: ({ type }) => refuseTooLong(type, maxLength),
    });
  }

  push(bytes: Uint8Array): SseEvent[] {
    return this.#take(this.#decoder.decode(bytes, { stream: true }));
  }

  end(): SseEvent[] {
    return this.#take(`${this.#decoder.decode()}\n\n`);
  }

  /**
   * The parser waits for what follows a CR at the end; as a line feed it ends its line at once, and one that follows is left out. So do
   * those right before it, since a CR and a line feed are one end.
   */
  #take(chunk: string): SseEvent[] {
    let text = this.#endedInReturn && chunk.startsWith('\n') ? chunk.slice(1) : chunk;
    if (chunk !== '') this.#endedInReturn = chunk.endsWith('\r');
    let end = text.length;
    while (text[end - 1] === '\r') end -= 1;
    if (end < text.length) text = text.slice(0, end) + '\n'.repeat(text.length - end);
    if (text !== '') this.#parser.feed(text);
    const events = this.#events;
    this.#events = [];
    return events;
  }
}

function refuseTooLong(type: ParseError['type'], maxLength: number): void {
  if (type !== 'max-buffer-size-exceeded') return;
  throw new RangeError(`The server sent one event of more than ${maxLength / 1_048_576} million characters`);
}
