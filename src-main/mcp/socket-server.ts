import { chmodSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { isSameToken } from '#core/secrets/access-token';
import { sha256 } from '#core/text/sha256';
import { type ClientSession, type ClientSessionOptions, serveMcpClient } from './client-session.ts';
import { LineTransport } from './line-transport.ts';

export interface SocketServerOptions extends ClientSessionOptions {
  readonly dataFolder: string;
  readonly token: () => string;
  readonly onChanged: () => void;
}

/** Longest a socket's path may be: 108 bytes on Linux, 104 on macOS, with the closing NUL. */
const MAX_SOCKET_PATH = 100;
const MAX_CONNECTIONS = 32;
/** Time for the first line, with the token, to arrive, in milliseconds. */
const GREETING_MS = 5000;
const MAX_GREETING_BYTES = 4096;

/**
 * Server through which `sigma mcp` reaches the app: a socket that the person alone may open, one client a connection.
 */
export class SocketServer implements AsyncDisposable {
  readonly #options: SocketServerOptions;
  /** Set when it listens: a folder that is made for it is not left behind by an app that serves nobody. */
  #path = '';
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #sessions = new Set<ClientSession>();

  constructor(options: SocketServerOptions) {
    this.#options = options;
    this.#server = createServer((socket) => this.#take(socket));
    this.#server.maxConnections = MAX_CONNECTIONS;
  }

  get path(): string {
    return this.#path;
  }

  get sessions(): readonly ClientSession[] {
    return [...this.#sessions];
  }

  async listen(): Promise<void> {
    this.#path = socketPathFor(this.#options.dataFolder);
    // The lock of the data folder is ours, so a socket of this name is a dead host's.
    if (process.platform !== 'win32') await rm(this.path, { force: true });
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(this.path, resolve);
    });
    if (process.platform !== 'win32') chmodSync(this.path, 0o600);
  }

  /** Ends every connection; new ones may come. */
  shutOut(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    this.shutOut();
    await closed;
    if (process.platform === 'win32' || this.#path === '') return;
    await rm(this.path, { force: true });
    if (dirname(this.path) !== this.#options.dataFolder) await rm(dirname(this.path), { recursive: true, force: true });
  }

  #take(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on('error', () => {});
    socket.once('close', () => this.#sockets.delete(socket));
    let greeting = Buffer.alloc(0);
    const timer = setTimeout(() => socket.destroy(), GREETING_MS).unref();
    const onData = (chunk: Buffer) => {
      greeting = Buffer.concat([greeting, chunk]);
      const end = greeting.indexOf(10);
      if (end < 0 && greeting.length <= MAX_GREETING_BYTES) return;
      clearTimeout(timer);
      socket.off('data', onData).pause();
      if (end < 0 || !isSameToken(greeting.toString('utf8', 0, end).trim(), this.#options.token())) {
        // What it still sends is read and dropped, else its end is never seen.
        socket
          .end('refused\n')
          .resume()
          .setTimeout(GREETING_MS, () => socket.destroy());
        return;
      }
      socket.unshift(greeting.subarray(end + 1));
      void this.#serve(socket).catch(() => socket.destroy());
    };
    socket.on('data', onData);
  }

  async #serve(socket: Socket): Promise<void> {
    const { JSONRPCMessageSchema } = await import('@modelcontextprotocol/sdk/types.js');
    const transport = new LineTransport({
      input: socket,
      output: socket,
      parse: (value) => JSONRPCMessageSchema.parse(value),
      onBadLine: (shown) => this.#options.log.debug('mcp.line.ignored', { line: shown }),
      onBroken: (why) => {
        this.#options.log.warn('mcp.client.ended', { why });
        socket.destroy();
      },
      onClose: () => socket.destroy(),
    });
    const session = await serveMcpClient(transport, 'stdio', this.#options);
    if (socket.destroyed) return transport.closed();
    this.#sessions.add(session);
    socket.once('close', () => {
      transport.closed();
      this.#sessions.delete(session);
      this.#options.onChanged();
    });
    socket.write('welcome\n');
    socket.resume();
    this.#options.onChanged();
  }
}

function socketPathFor(dataFolder: string): string {
  if (process.platform === 'win32') {
    const hash = sha256(dataFolder.toLowerCase()).slice(0, 32);
    return `\\\\.\\pipe\\sigma-shell-mcp-${hash}`;
  }
  const path = join(dataFolder, 'mcp.sock');
  return Buffer.byteLength(path) <= MAX_SOCKET_PATH
    ? path
    : join(mkdtempSync(join(tmpdir(), 'sigma-mcp-')), 'mcp.sock');
}
