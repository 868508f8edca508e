import type { Readable, Writable } from 'node:stream';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { textStart } from '#contract/text-ends';
import { isBlankLine, LineReader, parseJsonLine } from '#core/parsing/json-lines';
import { withWrittenNumbers } from './written-numbers.ts';

/** Longest message, in bytes. */
export const MAX_MESSAGE_BYTES = 16 * 1024 * 1024;
/** Most that may wait for the other side to read it, in bytes. */
const MAX_UNREAD_BYTES = 32 * 1024 * 1024;
/** Lines that are no messages, such as banners, before the other side is given up. */
const MAX_BAD_LINES = 1000;
/** Limits within a window above which messages that are not answers to us count as a flood. */
const FLOOD = { windowMs: 10_000, messages: 20_000, bytes: 64 * 1024 * 1024 };

export interface LineTransportOptions {
  readonly input: Readable;
  readonly output: Writable;
  /** @throws anything when the value is no message */
  readonly parse: (value: unknown) => JSONRPCMessage;
  /** A line that is no message was left out; `shown` is its beginning. */
  readonly onBadLine: (shown: string) => void;
  /** Called with the reason if nothing more is read because it cannot continue. */
  readonly onBroken: (why: string) => void;
  /** Ends the other side; asked for by the SDK. */
  readonly onClose: () => void;
}

/** Messages as lines of JSON on a pair of streams: a child's pipes, or a socket. Linear in their length, and bounded. */
export class LineTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: <T extends JSONRPCMessage>(message: T) => void;
  readonly #options: LineTransportOptions;
  readonly #reader: LineReader;
  #badLines = 0;
  #window = { from: 0, messages: 0, bytes: 0 };
  #isClosed = false;

  constructor(options: LineTransportOptions) {
    this.#options = options;
    this.#reader = new LineReader({
      maxBytes: MAX_MESSAGE_BYTES,
      onLine: (line) => this.#take(line),
      onTooLong: () => this.#break('it sent a line longer than 16 MiB'),
    });
  }

  async start(): Promise<void> {
    const { input, output } = this.#options;
    input.on('data', (chunk: Buffer) => this.#reader.push(chunk));
    input.on('error', () => {});
    output.on('error', () => {});
  }

  async send(message: JSONRPCMessage): Promise<void> {
    const { output } = this.#options;
    if (this.#isClosed || output.destroyed || output.writableEnded) throw new Error('The connection is closed');
    if (output.writableLength > MAX_UNREAD_BYTES) throw new Error('The other side does not read what it is sent');
    output.write(`${withWrittenNumbers(JSON.stringify(message))}\n`);
  }

  async close(): Promise<void> {
    this.#options.onClose();
    this.closed();
  }

  /** The other side is gone: every request that waits fails. */
  closed(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#reader.stop();
    this.onclose?.();
  }

  #take(line: Buffer): void {
    if (this.#isClosed || isBlankLine(line)) return;
    const messages = this.#messagesOf(line);
    for (const [index, message] of messages.entries()) {
      if ('method' in message && this.#isFlood(index === 0 ? line.length : 0)) {
        this.#break('it floods its output with what nobody asked for');
        return;
      }
      this.onmessage?.(message);
    }
  }

  #messagesOf(line: Buffer): JSONRPCMessage[] {
    let value: unknown;
    try {
      value = parseJsonLine(line);
    } catch {
      this.#noteBad(line);
      return [];
    }
    // Revision 2025-03-26 sends several at once, and one that is none takes no other with it.
    const read = (Array.isArray(value) ? value : [value]).map((one) => this.#parsed(one));
    const messages = read.filter((one) => one !== undefined);
    if (messages.length < read.length) this.#noteBad(line);
    return messages;
  }

  #parsed(value: unknown): JSONRPCMessage | undefined {
    try {
      return this.#options.parse(value);
    } catch {
      return undefined;
    }
  }

  #noteBad(line: Buffer): void {
    this.#badLines++;
    if (this.#badLines > MAX_BAD_LINES) this.#break('it writes on its output what is not MCP');
    else this.#options.onBadLine(shownLine(line));
  }

  #isFlood(bytes: number): boolean {
    const now = performance.now();
    if (now - this.#window.from > FLOOD.windowMs) this.#window = { from: now, messages: 0, bytes: 0 };
    this.#window.messages++;
    this.#window.bytes += bytes;
    return this.#window.messages > FLOOD.messages || this.#window.bytes > FLOOD.bytes;
  }

  #break(why: string): void {
    this.#reader.stop();
    this.#options.onBroken(why);
  }
}

function shownLine(line: Buffer): string {
  const text = line.subarray(0, 800).toString('utf8');
  return line.length > 200 ? `${textStart(text, 200)}…` : text;
}
