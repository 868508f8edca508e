import { createHash } from 'node:crypto';
import { chmodSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** What the first start answers to a second one. */
export interface OpenedElsewhere {
  readonly pid: number;
  readonly workspace: string;
  /** A fresh address for a browser; none when the first start brought its window to the front. */
  readonly address?: string;
  /** A page on disk that leads to another such address, to be handed to a browser: a command line is no place for one. */
  readonly page?: string;
  /** A person talks with it in a terminal: it has no window. */
  readonly isConsole?: boolean;
}

/** What a later start wants, in its first line: that something is opened, or the wire itself. */
export interface HostSocketHandlers {
  readonly open: () => OpenedElsewhere;
  /** The socket is the handler's from then on; it has been told `joined`. */
  readonly join: (socket: Socket) => void;
}

export interface HostSocket extends AsyncDisposable {
  /** Until one is set, those that ask for it wait. */
  handle<Wish extends keyof HostSocketHandlers>(wish: Wish, handler: HostSocketHandlers[Wish]): void;
}

/** Longest a socket's path may be: 108 bytes on Linux, 104 on macOS, with the closing NUL. */
const MAX_SOCKET_PATH = 100;
/** The first line has to be there in this time, in milliseconds, and within these bytes. */
const WISH_MS = 5000;
const MAX_WISH_BYTES = 16;
const JOINED = 'joined\n';

export function socketPathFor(dataFolder: string): string {
  if (process.platform === 'win32') {
    return `\\\\.\\pipe\\sigma-shell-${createHash('sha256').update(dataFolder.toLowerCase()).digest('hex').slice(0, 32)}`;
  }
  const path = join(dataFolder, 'host.sock');
  return Buffer.byteLength(path) <= MAX_SOCKET_PATH ? path : join(mkdtempSync(join(tmpdir(), 'sigma-')), 'host.sock');
}

export async function removeSocket(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  await rm(path, { force: true });
  if (/^sigma-\w{6}$/.test(dirname(path).split('/').at(-1) ?? ''))
    await rm(dirname(path), { recursive: true, force: true });
}

/** Listens where only the person can connect. A socket of the same name is a dead host's: the lock is ours. */
export async function listenAt(path: string): Promise<HostSocket> {
  const desk = new WishDesk();
  const server = createServer((socket) => desk.take(socket));
  if (process.platform !== 'win32') await rm(path, { force: true });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, resolve);
  });
  if (process.platform !== 'win32') chmodSync(path, 0o600);
  return {
    handle: (wish, handler) => desk.handle(wish, handler),
    [Symbol.asyncDispose]: async () => {
      desk.close();
      await closed(server);
      await removeSocket(path);
    },
  };
}

class WishDesk {
  readonly #sockets = new Set<Socket>();
  readonly #waiting = new Map<Socket, string>();
  readonly #handlers: Partial<HostSocketHandlers> = {};

  take(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on('error', () => {});
    socket.once('close', () => {
      this.#sockets.delete(socket);
      this.#waiting.delete(socket);
    });
    readLine(socket, WISH_MS).then(
      (wish) => this.#answer(socket, wish),
      () => socket.destroy(),
    );
  }

  handle<Wish extends keyof HostSocketHandlers>(wish: Wish, handler: HostSocketHandlers[Wish]): void {
    this.#handlers[wish] = handler;
    for (const [socket, wanted] of [...this.#waiting]) if (wanted === wish) this.#answer(socket, wanted);
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  #answer(socket: Socket, wish: string): void {
    const { open, join } = this.#handlers;
    if (wish === 'open' && open) socket.end(`${JSON.stringify(open())}\n`).resume();
    else if (wish === 'join' && join) {
      socket.write(JOINED);
      join(socket);
    } else if (wish === 'open' || wish === 'join') this.#waiting.set(socket, wish);
    else socket.destroy();
  }
}

/** The socket's first line; what comes after it stays to be read. Rejects when it does not come. */
function readLine(socket: Socket, timeoutMs: number): Promise<string> {
  return new Promise((resolve, reject) => {
    let held = Buffer.alloc(0);
    const give = (finish: () => void) => {
      clearTimeout(timer);
      socket.off('data', onData).off('close', onClose).pause();
      finish();
    };
    const onClose = () => give(() => reject(new Error('It was closed')));
    const timer = setTimeout(onClose, timeoutMs);
    const onData = (chunk: Buffer) => {
      held = Buffer.concat([held, chunk]);
      const end = held.indexOf(10);
      if (end < 0 && held.length > MAX_WISH_BYTES) return onClose();
      if (end < 0) return;
      give(() => {
        if (held.length > end + 1) socket.unshift(held.subarray(end + 1));
        resolve(held.toString('utf8', 0, end));
      });
    };
    socket.on('data', onData).on('close', onClose);
  });
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
  });
}

/** Whether somebody listens; asks for up to two seconds, since a host takes its lock before it listens. */
export async function canConnect(path: string, attempts = 20): Promise<boolean> {
  for (let attempt = 1; ; attempt++) {
    const socket = await connected(path);
    socket?.destroy();
    if (socket || attempt >= attempts) return socket !== undefined;
    await delay(100);
  }
}

function connected(path: string): Promise<Socket | undefined> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once('connect', () => resolve(socket));
    socket.on('error', () => resolve(undefined));
  });
}

/** Has the host open itself to the person; undefined when it does not answer. */
export async function askToOpen(path: string, timeoutMs: number): Promise<OpenedElsewhere | undefined> {
  const socket = await connected(path);
  if (!socket) return undefined;
  socket.setEncoding('utf8').setTimeout(timeoutMs, () => socket.destroy());
  socket.write('open\n');
  let text = '';
  socket.on('data', (chunk: string) => {
    text += chunk;
  });
  await new Promise((resolve) => socket.once('close', resolve));
  return parseAnswer(text);
}

/** A connection that speaks the wire; undefined when the host does not answer. */
export async function askToJoin(path: string, timeoutMs: number): Promise<Socket | undefined> {
  const socket = await connected(path);
  if (!socket) return undefined;
  socket.write('join\n');
  const answer = await readLine(socket, timeoutMs).catch(() => '');
  if (`${answer}\n` === JOINED) return socket;
  socket.destroy();
  return undefined;
}

function parseAnswer(text: string): OpenedElsewhere | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value && 'pid' in value ? (value as OpenedElsewhere) : undefined;
  } catch {
    return undefined;
  }
}
