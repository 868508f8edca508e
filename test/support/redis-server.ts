import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const PROGRAM = ['/usr/bin/redis-server', '/usr/local/bin/redis-server'].find((path) => existsSync(path));

/** Tests that need a Redis are skipped where it is not installed (apt-get install redis-server). */
export const hasRedis = PROGRAM !== undefined;

export interface RedisServer extends AsyncDisposable {
  readonly port: number;
  readonly addr: string;
  /** Path of its Unix socket. */
  readonly socket: string;
  /** Ends it as a power cut would. */
  kill(): Promise<void>;
  /** Starts it again on the same port, empty. */
  start(): Promise<void>;
  /** Stops it: connections stay, nothing is answered. */
  freeze(): void;
  thaw(): void;
  /** One command of Redis, such as `['SET', 'a', '1']`, with a password where it asks for one; the first line of the reply. */
  ask(command: readonly string[], password?: string): Promise<string>;
}

/** A real server of its own port, which keeps nothing on disk. */
export async function startRedis(args: readonly string[] = []): Promise<RedisServer> {
  const folder = await mkdtemp(join(tmpdir(), 'sigma-redis-'));
  const port = await freePort();
  const socket = join(folder, 'redis.sock');
  let child: ChildProcess | undefined;
  const server: RedisServer = {
    port,
    addr: `127.0.0.1:${port}`,
    socket,
    async start() {
      const options = ['--port', String(port), '--bind', '127.0.0.1', '--unixsocket', socket, '--dir', folder];
      child = spawn(PROGRAM ?? 'redis-server', [...options, '--save', '', '--appendonly', 'no', ...args], {
        stdio: 'ignore',
        detached: true,
        env: { HOME: folder, PATH: '/usr/bin:/bin' },
      });
      while (!(await acceptsConnections(port))) await sleep(20);
    },
    async kill() {
      const ended = child?.exitCode === null && child.signalCode === null ? once(child, 'exit') : undefined;
      child?.kill('SIGKILL');
      await ended;
    },
    freeze: () => void child?.kill('SIGSTOP'),
    thaw: () => void child?.kill('SIGCONT'),
    ask: (command, password) => askRedis(port, command, password),
    async [Symbol.asyncDispose]() {
      await server.kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
  await server.start();
  return server;
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}

async function acceptsConnections(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

async function askRedis(port: number, command: readonly string[], password = ''): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  try {
    if (password !== '') await answerOf(socket, ['AUTH', password]);
    return await answerOf(socket, command);
  } finally {
    socket.destroy();
  }
}

async function answerOf(socket: Socket, command: readonly string[]): Promise<string> {
  const parts = command.map((part) => `$${Buffer.byteLength(part)}\r\n${part}\r\n`);
  socket.write(`*${parts.length}\r\n${parts.join('')}`);
  const [reply] = (await once(socket, 'data')) as [Buffer];
  return reply.toString().split('\r\n')[0] ?? '';
}
