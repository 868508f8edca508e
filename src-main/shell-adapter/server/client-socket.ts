import type { Socket } from 'socket.io';
import type { UnreadAccount, UnreadRoom } from './unread-room.ts';

/** One connection of a client, with what it has not read yet bounded. */
export interface ClientSocket {
  readonly id: string;
  readonly address: string;
  /** The name it gave itself, bounded and without what does not show; it may be anybody's. */
  readonly name: string | undefined;
  /** Data that the client sent when it connected; anything may be in it. */
  readonly auth: Readonly<Record<string, unknown>>;
  readonly isConnected: () => boolean;
  /** Does nothing once it is gone. A client that leaves too much unread is cut off. */
  readonly emit: (event: string, payload: object) => void;
  readonly acknowledge: (callback: (payload: object) => void, payload: object) => void;
  readonly onEvent: (listener: (event: string, values: readonly unknown[]) => void) => void;
  readonly onGone: (listener: (departure: Departure) => void) => void;
  /** Waits for nothing. */
  readonly cutOff: () => void;
}

export interface Departure {
  /** Reason for the log. */
  readonly reason: string;
  /** Whether it was cut off, as it did not read what it was sent. */
  readonly isUnread: boolean;
}

export function clientSocket(socket: Socket, room: UnreadRoom): ClientSocket {
  let isUnread = false;
  const cutOff = () => {
    socket.disconnect(true);
    // Without waiting for what it does not read.
    socket.conn.close(true);
  };
  const unread = room.open(() => {
    isUnread = true;
    cutOff();
    // What is under way would wait for half a minute.
    socket.conn.request.socket.destroy();
  });
  countUnread(socket, unread);
  socket.conn.on('close', () => room.close(unread));
  const checked = (send: () => void) => {
    if (!socket.connected) return;
    send();
    room.check(unread);
  };
  return {
    id: socket.id,
    address: clientAddress(socket),
    name: clientName(socket),
    auth: socket.handshake.auth,
    isConnected: () => socket.connected,
    emit: (event, payload) => checked(() => socket.emit(event, payload)),
    acknowledge: (callback, payload) => checked(() => callback(payload)),
    onEvent: (listener) => socket.onAny((event: string, ...values: unknown[]) => listener(event, values)),
    onGone: (listener) =>
      socket.on('disconnect', (reason) =>
        listener({ reason: isUnread ? 'it does not read what it is sent' : reason, isUnread }),
      ),
    cutOff,
  };
}

/** Counts what is handed to the connection and what that has sent: what lies in the system's buffers does not count. */
function countUnread({ conn }: Socket, unread: UnreadAccount): void {
  conn.on('packetCreate', ({ data }: { readonly data?: unknown }) => unread.add(sizeOf(data)));
  conn.on('flush', () => {
    unread.takeUp();
    conn.transport.once('drain', () => unread.sent());
  });
}

function sizeOf(data: unknown): number {
  if (typeof data === 'string') return Buffer.byteLength(data);
  return data instanceof Uint8Array ? data.byteLength : 0;
}

const MAX_NAME = 100;

/** Address of the client, with the name it gave itself. */
function clientAddress(socket: Socket): string {
  const known = socket.handshake.address.replace(/^::ffff:/, '');
  const name = clientName(socket);
  return name === undefined ? known : `${known} (${name})`;
}

function clientName({ handshake: { auth } }: Socket): string | undefined {
  const given: unknown = auth.name;
  if (typeof given !== 'string') return undefined;
  const shown = given
    .slice(0, 10 * MAX_NAME)
    .replace(/[\p{C}\p{Z}“”"]+/gu, ' ')
    .trim();
  return shown === '' ? undefined : [...shown].slice(0, MAX_NAME).join('');
}
