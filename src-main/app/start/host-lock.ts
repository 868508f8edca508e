import { chmodSync, mkdirSync } from 'node:fs';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { messageOf } from '#core/app-error';
import { dataFolderHolder, lockDataFolder } from './data-folder-lock.ts';
import type { LockRequest } from './file-lock.ts';
import {
  askToJoin,
  askToOpen,
  canConnect,
  type HostSocketHandlers,
  listenAt,
  removeSocket,
  socketPathFor,
} from './host-socket.ts';
import type { SecondStartAnswer } from './second-start.ts';
import { StartError } from './start-error.ts';

export interface HostLock extends AsyncDisposable {
  readonly kind: 'first';
  /** Sets the handler for second starts, which wait until then. */
  onSecondStart(handler: HostSocketHandlers['open']): void;
  /** Sets the handler for joining starts, which wait until then. */
  onJoin(handler: HostSocketHandlers['join']): void;
  /** Hangs up on later starts, since the host is closing: they wait for its lock. */
  stopAnswering(): void;
}

export interface SecondStart {
  readonly kind: 'second';
  readonly opened: SecondStartAnswer;
}

export interface JoinedStart {
  readonly kind: 'joined';
  readonly pid: number;
  /** Speaks the wire. */
  readonly socket: Socket;
}

const SECOND_START_TIMEOUT_MS = 10_000;
/** Time after which a host that gave no answer is asked again, in milliseconds. */
const AGAIN_MS = 100;

/**
 * Becomes the one host of a data folder: makes the folder, takes its lock, and listens for second starts; or asks the host that is
 * there to open, with `folder` as a workspace where one is named.
 *
 * @throws StartError if the folder cannot be written, or the host that holds the lock does not answer.
 */
export async function becomeHost(dataFolder: string, folder?: string): Promise<HostLock | SecondStart> {
  const start = await lockOrAnswer(dataFolder, (socket, ms) => askToOpen(socket, ms, folder));
  return start.kind === 'first' ? start : { kind: 'second', opened: start.answer };
}

/** Starts as `becomeHost` does, but a host that already runs returns its wire instead of opening anything. */
export async function becomeHostOrJoin(dataFolder: string): Promise<HostLock | JoinedStart> {
  const start = await lockOrAnswer(dataFolder, askToJoin);
  return start.kind === 'first' ? start : { kind: 'joined', pid: start.pid, socket: start.answer };
}

/**
 * Joins the host of a data folder; `undefined` if none runs, also after the end of one that was closing. Nothing is taken or made, so
 * that no host comes to be by it.
 *
 * @throws StartError if a host holds the lock and does not answer
 */
export async function joinHost(dataFolder: string): Promise<JoinedStart | undefined> {
  const deadline = answerDeadline(dataFolder);
  for (;;) {
    const holder = await dataFolderHolder(dataFolder, { socket: '', ...LIVENESS });
    if (holder === undefined) return undefined;
    const { pid, socket } = holder;
    const answer = await askToJoin(socket, deadline.leftMs(pid));
    if (answer !== undefined) return { kind: 'joined', pid, socket: answer };
    await delay(AGAIN_MS);
  }
}

/** Looks that decide about a holder of which a process number says nothing, or the wrong thing. */
const LIVENESS: Pick<LockRequest, 'answers' | 'isListening'> = {
  answers: (holder) => canConnect(holder.socket),
  isListening: (holder) => canConnect(holder.socket, 1),
};

interface SocketHolder {
  readonly kind: 'holder';
  readonly pid: number;
  readonly socket: string;
}

async function lockOrHolder(dataFolder: string): Promise<HostLock | SocketHolder> {
  makeDataFolder(dataFolder);
  const path = socketPathFor(dataFolder);
  const lock = await lockDataFolder(dataFolder, { socket: path, ...LIVENESS }).catch((error: unknown) => {
    throw notWritable(dataFolder, error);
  });
  if (lock.kind !== 'held') {
    if (path !== join(dataFolder, 'host.sock')) await removeSocket(path);
    return { kind: 'holder', ...lock.holder };
  }
  const socket = await listenAt(path).catch(async (error: unknown) => {
    await lock.release();
    throw notWritable(dataFolder, error);
  });
  return {
    kind: 'first',
    onSecondStart: (handler) => socket.handle('open', handler),
    onJoin: (handler) => socket.handle('join', handler),
    stopAnswering: () => socket.hangUp(),
    [Symbol.asyncDispose]: async () => {
      await socket[Symbol.asyncDispose]();
      await lock.release();
    },
  };
}

function makeDataFolder(folder: string): void {
  try {
    mkdirSync(join(folder, 'logs'), { recursive: true, mode: 0o700 });
    chmodSync(folder, 0o700);
  } catch (error) {
    throw notWritable(folder, error);
  }
}

/** Builds the error for a folder that cannot be written, or whose file system cannot hold a socket, such as FAT. */
function notWritable(folder: string, error: unknown): StartError {
  return new StartError(
    `The data folder ${folder} cannot be written: ${messageOf(error)}.\nGive yourself write access to it, or name another folder in the environment variable SIGMA_DATA.`,
    1,
    error,
  );
}

interface AnsweredStart<Answer> {
  readonly kind: 'answered';
  readonly pid: number;
  readonly answer: Answer;
}

/** Takes the lock, or returns the answer of its holder. A host that is closing gives none, and its lock is soon free. */
async function lockOrAnswer<Answer>(
  dataFolder: string,
  ask: (socket: string, timeoutMs: number) => Promise<Answer | undefined>,
): Promise<HostLock | AnsweredStart<Answer>> {
  const deadline = answerDeadline(dataFolder);
  for (;;) {
    const lock = await lockOrHolder(dataFolder);
    if (lock.kind === 'first') return lock;
    const { pid, socket } = lock;
    const answer = await ask(socket, deadline.leftMs(pid));
    if (answer !== undefined) return { kind: 'answered', pid, answer };
    await delay(AGAIN_MS);
  }
}

/** Time limit for the answer of a host. */
function answerDeadline(dataFolder: string) {
  const giveUpAt = performance.now() + SECOND_START_TIMEOUT_MS;
  return {
    /** @throws StartError once it has passed */
    leftMs: (pid: number): number => {
      const leftMs = giveUpAt - performance.now();
      if (leftMs <= 0) throw unansweredError(dataFolder, pid);
      return leftMs;
    },
  };
}

function unansweredError(dataFolder: string, pid: number): StartError {
  return new StartError(
    `Sigma Shell already runs on ${dataFolder} (process ${pid}) and does not answer.\nEnd that process, or name another data folder in SIGMA_DATA.`,
  );
}
