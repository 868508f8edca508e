import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { messageOf } from '#core/app-error';
import { acquireLock } from './file-lock.ts';
import { StartError } from './start-error.ts';

/** What the first start answers to a second one. */
export interface OpenedElsewhere {
  readonly pid: number;
  readonly workspace: string;
  /** A fresh address for a browser; none when the first start brought its window to the front. */
  readonly address?: string;
}

/** Called for each later start on the same data folder. */
export type OnSecondStart = () => OpenedElsewhere;

export interface HostLock extends AsyncDisposable {
  readonly kind: 'first';
  /** Until it is set, second starts wait. */
  onSecondStart(handler: OnSecondStart): void;
}

export interface SecondStart {
  readonly kind: 'second';
  readonly opened: OpenedElsewhere;
}

/** Longest a socket's path may be: 108 bytes on Linux, 104 on macOS, with the closing NUL. */
const MAX_SOCKET_PATH = 100;
const SECOND_START_TIMEOUT_MS = 10_000;

/**
 * One host per data folder: makes the folder, takes its lock, and listens for second starts; or asks the host that is
 * there to open.
 *
 * @throws StartError when the folder cannot be written, or the host that holds the lock does not answer.
 */
export async function becomeHost(dataFolder: string): Promise<HostLock | SecondStart> {
  makeDataFolder(dataFolder);
  const socket = socketPathFor(dataFolder);
  const lock = await acquireLock({
    path: join(dataFolder, 'host.lock'),
    socket,
    answers: async (holder) => canConnect(holder.socket),
  });
  if (lock.kind === 'held') return listen(socket, () => lock.release());
  if (socket !== join(dataFolder, 'host.sock')) await removeSocket(socket);
  return { kind: 'second', opened: await askToOpen(lock.holder.socket, dataFolder, lock.holder.pid) };
}

function makeDataFolder(folder: string): void {
  try {
    mkdirSync(join(folder, 'logs'), { recursive: true, mode: 0o700 });
    chmodSync(folder, 0o700);
  } catch (error) {
    throw new StartError(
      `The data folder ${folder} cannot be written: ${messageOf(error)}.\nGive yourself write access to it, or name another folder in the environment variable SIGMA_DATA.`,
      1,
      error,
    );
  }
}

function socketPathFor(dataFolder: string): string {
  if (process.platform === 'win32') {
    return `\\\\.\\pipe\\sigma-shell-${createHash('sha256').update(dataFolder.toLowerCase()).digest('hex').slice(0, 32)}`;
  }
  const path = join(dataFolder, 'host.sock');
  return Buffer.byteLength(path) <= MAX_SOCKET_PATH ? path : join(mkdtempSync(join(tmpdir(), 'sigma-')), 'host.sock');
}

async function removeSocket(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  await rm(path, { force: true });
  if (/^sigma-\w{6}$/.test(dirname(path).split('/').at(-1) ?? ''))
    await rm(dirname(path), { recursive: true, force: true });
}

async function listen(path: string, release: () => Promise<void>): Promise<HostLock> {
  let handler: OnSecondStart | undefined;
  const askers = new Set<Socket>();
  const answer = (socket: Socket) => {
    if (handler) socket.end(`${JSON.stringify(handler())}\n`);
  };
  const server = createServer((socket) => {
    askers.add(socket);
    socket.on('error', () => {});
    socket.once('close', () => askers.delete(socket));
    answer(socket);
  });
  // A socket of the same name is a dead host's: the lock is ours.
  if (process.platform !== 'win32') await rm(path, { force: true });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, resolve);
  });
  if (process.platform !== 'win32') chmodSync(path, 0o600);
  return {
    kind: 'first',
    onSecondStart: (newHandler) => {
      handler = newHandler;
      for (const socket of askers) answer(socket);
    },
    [Symbol.asyncDispose]: async () => {
      for (const socket of askers) socket.destroy();
      await closed(server);
      await removeSocket(path);
      await release();
    },
  };
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
  });
}

/** Whether somebody listens; asks for up to two seconds, since a host takes its lock before it listens. */
async function canConnect(path: string): Promise<boolean> {
  for (let attempt = 0; attempt < 20; attempt++) {
    const isConnected = await new Promise<boolean>((resolve) => {
      const socket = connect(path);
      socket.once('connect', () => {
        socket.destroy();
        resolve(true);
      });
      socket.once('error', () => resolve(false));
    });
    if (isConnected) return true;
    await delay(100);
  }
  return false;
}

async function askToOpen(path: string, dataFolder: string, pid: number): Promise<OpenedElsewhere> {
  const giveUpAt = Date.now() + SECOND_START_TIMEOUT_MS;
  while (Date.now() < giveUpAt) {
    const answer = await readAnswer(path, giveUpAt - Date.now());
    if (answer !== undefined) return answer;
    await delay(100);
  }
  throw new StartError(
    `Sigma Shell already runs on ${dataFolder} (process ${pid}) and does not answer.\nEnd that process, or name another data folder in SIGMA_DATA.`,
  );
}

function readAnswer(path: string, timeoutMs: number): Promise<OpenedElsewhere | undefined> {
  return new Promise((resolve) => {
    const socket = connect(path);
    let text = '';
    socket.setEncoding('utf8').setTimeout(timeoutMs, () => socket.destroy());
    socket.on('data', (chunk: string) => {
      text += chunk;
    });
    socket.on('error', () => resolve(undefined));
    socket.on('close', () => resolve(parseAnswer(text)));
  });
}

function parseAnswer(text: string): OpenedElsewhere | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value && 'pid' in value ? (value as OpenedElsewhere) : undefined;
  } catch {
    return undefined;
  }
}
