import type { Socket } from 'node:net';
import { Emitter } from '../async/emitter.ts';
import { LineReader } from '../parsing/json-lines.ts';

/** The largest input of the contract is 4,000,000 characters, at most six bytes each in JSON. */
const MAX_MESSAGE_BYTES = 32_000_000;
/** Most bytes that may wait to be sent; a peer further behind is disconnected. */
const MAX_WAITING_BYTES = 64_000_000;

/**
 * A socket as a message port of oRPC: one message a line, which JSON text fits on. Messages with binary parts, which the contract
 * does not have, end the connection, as do lines that are too long.
 */
export function linePort(socket: Socket, admits: (message: string) => boolean = () => true) {
  const message = new Emitter<string>();
  const disconnect = new Emitter<void>();
  const reader = new LineReader({
    maxBytes: MAX_MESSAGE_BYTES,
    onLine: (line) => {
      const text = line.toString('utf8');
      if (admits(text)) message.emit(text);
    },
    onTooLong: () => socket.destroy(),
  });
  socket.on('error', () => {});
  socket.on('data', (chunk: Buffer) => reader.push(chunk));
  socket.once('close', () => {
    reader.stop();
    disconnect.emit();
  });
  socket.resume();
  return {
    postMessage: (data: unknown) => {
      if (typeof data !== 'string' || socket.writableLength > MAX_WAITING_BYTES) socket.destroy();
      else socket.write(`${data}\n`);
    },
    onMessage: { addListener: (listener: (data: string) => void) => void message.subscribe(listener) },
    onDisconnect: { addListener: (listener: () => void) => void disconnect.subscribe(listener) },
  };
}
