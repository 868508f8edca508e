import { StringDecoder } from 'node:string_decoder';

/** Event of a `text/event-stream`. */
export interface ServerEvent {
  /** Empty where it has none. */
  readonly event: string;
  /** Its lines of data, with a newline between them. */
  readonly data: string;
}

const LINE_ENDS = /\r\n|\r|\n/;
const BYTE_ORDER_MARK = '\ufeff';

/** The events of a `text/event-stream` (HTML standard, section 9.2.6), wherever its bytes are cut. */
export class ServerEventReader {
  readonly #decoder = new StringDecoder('utf8');
  #hasBegun = false;
  /** Whether the last piece ended in a carriage return, which a newline may follow. */
  #isAfterReturn = false;
  /** Part of a line that came, whose end did not. */
  #rest = '';
  #event = '';
  #data: string[] = [];
  /** Length of the lines of the open event. */
  #length = 0;

  /** Size of what is held of an event that has not ended, in UTF-16 units. */
  get length(): number {
    return this.#length + this.#rest.length;
  }

  /** Takes the next bytes, and returns the events that they end. */
  push({ buffer, byteOffset, byteLength }: Uint8Array): ServerEvent[] {
    const text = this.#textOf(this.#decoder.write(Buffer.from(buffer, byteOffset, byteLength)));
    // The part of a line that came is not looked through again with each further piece of it.
    if (!LINE_ENDS.test(text)) {
      this.#rest += text;
      return [];
    }
    const lines = (this.#rest + text).split(LINE_ENDS);
    this.#rest = lines.pop() ?? '';
    return lines.flatMap((line) => this.#take(line) ?? []);
  }

  /** Returns the event that the end of the stream has cut off; `undefined` if there is no data of it. */
  end(): ServerEvent | undefined {
    if (this.#rest !== '') this.#take(this.#rest);
    this.#rest = '';
    return this.#taken();
  }

  #textOf(decoded: string): string {
    if (decoded === '') return '';
    let text = decoded;
    if (!this.#hasBegun && text.startsWith(BYTE_ORDER_MARK)) text = text.slice(1);
    if (this.#isAfterReturn && text.startsWith('\n')) text = text.slice(1);
    this.#hasBegun = true;
    this.#isAfterReturn = decoded.endsWith('\r');
    return text;
  }

  #take(line: string): ServerEvent | undefined {
    if (line === '') return this.#taken();
    this.#length += line.length;
    const colon = line.indexOf(':');
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'event') this.#event = value;
    else if (field === 'data') this.#data.push(value);
    return undefined;
  }

  #taken(): ServerEvent | undefined {
    const taken = this.#data.length === 0 ? undefined : { event: this.#event, data: this.#data.join('\n') };
    [this.#event, this.#data, this.#length] = ['', [], 0];
    return taken;
  }
}
