import { chmodSync, mkdtempSync } from 'node:fs';
import { rm, rmdir } from 'node:fs/promises';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { sha256 } from '#core/text/sha256';
import {
  parseAnswer,
  readLine,
  readSecondStart,
  type SecondStartAnswer,
  type SecondStartRequest,
  secondStartText,
} from './second-start.ts';

/** Handlers of the host for a later start: it opens itself to the person, or gives its wire. */
export interface HostSocketHandlers {
  /** Called to open the app, with the folder as a workspace if one is named. */
  readonly open: (folder: string | undefined) => SecondStartAnswer | Promise<SecondStartAnswer>;
  /** The socket is the handler's from then on; it has been told `joined`. */
  readonly join: (socket: Socket) => void;
}

export interface HostSocket extends AsyncDisposable {
  /** Sets a handler; requests for it wait until then. */
  handle<Kind extends keyof HostSocketHandlers>(kind: Kind, handler: HostSocketHandlers[Kind]): void;
  /** Closes the requests that wait, and each that comes; what has joined stays. */
  hangUp(): void;
}

/** Longest a socket's path may be: 108 bytes on Linux, 104 on macOS, with the closing NUL. */
const MAX_SOCKET_PATH = 100;
const JOINED = 'joined\n';

export function socketPathFor(dataFolder: string): string {
  if (process.platform === 'win32') {
    return `\\\\.\\pipe\\sigma-shell-${sha256(dataFolder.toLowerCase()).slice(0, 32)}`;
  }
  const path = join(dataFolder, 'host.sock');
  return Buffer.byteLength(path) <= MAX_SOCKET_PATH ? path : join(mkdtempSync(join(tmpdir(), 'sigma-')), 'host.sock');
}

/** Removes a socket, and the folder that was made for it alone: a data folder may have such a name, too, and is never empty. */
export async function removeSocket(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  await rm(path, { force: true });
  if (/^sigma-\w{6}$/.test(basename(dirname(path)))) await rmdir(dirname(path)).catch(() => {});
}

/** Listens where only the person can connect. A socket of the same name is a dead host's: the lock is ours. */
export async function listenAt(path: string): Promise<HostSocket> {
  const requests = new StartRequests();
  const server = createServer((socket) => requests.take(socket));
  if (process.platform !== 'win32') await rm(path, { force: true });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, resolve);
  });
  if (process.platform !== 'win32') chmodSync(path, 0o600);
  return {
    handle: (kind, handler) => requests.handle(kind, handler),
    hangUp: () => requests.hangUp(),
    [Symbol.asyncDispose]: async () => {
      requests.close();
      await closeServer(server);
      await removeSocket(path);
    },
  };
}

class StartRequests {
  readonly #sockets = new Set<Socket>();
  readonly #waiting = new Map<Socket, SecondStartRequest>();
  readonly #handlers: Partial<HostSocketHandlers> = {};
  #hangsUp = false;

  take(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on('error', () => {});
    socket.once('close', () => {
      this.#sockets.delete(socket);
      this.#waiting.delete(socket);
    });
    readSecondStart(socket).then(
      (request) => (request ? this.#answer(socket, request) : socket.destroy()),
      () => socket.destroy(),
    );
  }

  handle<Kind extends keyof HostSocketHandlers>(kind: Kind, handler: HostSocketHandlers[Kind]): void {
    this.#handlers[kind] = handler;
    for (const [socket, request] of [...this.#waiting]) if (request.kind === kind) this.#answer(socket, request);
  }

  hangUp(): void {
    this.#hangsUp = true;
    for (const socket of this.#waiting.keys()) socket.destroy();
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  #answer(socket: Socket, request: SecondStartRequest): void {
    const { open, join } = this.#handlers;
    if (this.#hangsUp) socket.destroy();
    else if (request.kind === 'open' && open) void this.#open(socket, request.folder, open);
    else if (request.kind === 'join' && join) {
      socket.write(JOINED);
      join(socket);
    } else this.#waiting.set(socket, request);
  }

  async #open(socket: Socket, folder: string | undefined, open: HostSocketHandlers['open']): Promise<void> {
    try {
      const answer = await open(folder);
      if (this.#hangsUp) socket.destroy();
      else socket.end(`${JSON.stringify(answer)}\n`).resume();
    } catch {
      socket.destroy();
    }
  }
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
  });
}

/** Whether a host listens; tries for up to two seconds, since a host takes its lock before it listens. */
export async function canConnect(path: string, attempts = 20): Promise<boolean> {
  for (let attempt = 1; ; attempt++) {
    const socket = await connectTo(path);
    socket?.destroy();
    if (socket || attempt >= attempts) return socket !== undefined;
    await delay(100);
  }
}

function connectTo(path: string): Promise<Socket | undefined> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once('connect', () => resolve(socket));
    socket.on('error', () => resolve(undefined));
  });
}

/** Asks the host to open itself, and this folder, for the person; undefined if it does not answer. */
export async function askToOpen(
  path: string,
  timeoutMs: number,
  folder: string | undefined,
): Promise<SecondStartAnswer | undefined> {
  const answer = await answerTo({ kind: 'open', folder }, path, timeoutMs);
  if (answer || folder === undefined) return answer;
  // A host of an earlier version hangs up on what it does not know, and opens itself alone.
  const alone = await answerTo({ kind: 'open', folder: undefined }, path, timeoutMs);
  return alone?.takesFolders ? undefined : alone;
}

async function answerTo(
  request: SecondStartRequest,
  path: string,
  timeoutMs: number,
): Promise<SecondStartAnswer | undefined> {
  const socket = await connectTo(path);
  if (!socket) return undefined;
  socket.setEncoding('utf8').setTimeout(timeoutMs, () => socket.destroy());
  socket.write(secondStartText(request));
  let text = '';
  socket.on('data', (chunk: string) => {
    text += chunk;
  });
  await new Promise((resolve) => socket.once('close', resolve));
  return parseAnswer(text);
}

/** A connection that speaks the wire; undefined if the host does not answer. */
export async function askToJoin(path: string, timeoutMs: number): Promise<Socket | undefined> {
  const socket = await connectTo(path);
  if (!socket) return undefined;
  socket.write(secondStartText({ kind: 'join' }));
  const answer = await readLine(socket, timeoutMs).catch(() => '');
  if (`${answer}\n` === JOINED) return socket;
  socket.destroy();
  return undefined;
}
