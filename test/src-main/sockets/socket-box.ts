import { request } from 'node:http';
import { join } from 'node:path';
import type { Answerer, AnyLedgerEvent, Decision, Question } from '#contract';
import { AppError } from '#core/app-error';
import { Emitter } from '#core/async/emitter';
import type { SocketPorts } from '#sockets';
import { SessionSockets } from '../../../src-main/sockets/session-sockets.ts';
import { silentLogger } from '../../support/silent-logger.ts';
import { FakeChat, type FakeTurn, saying } from './fake-chat.ts';

export interface SocketBoxOptions {
  readonly folder: string;
  readonly turn?: FakeTurn;
  readonly isTrusted?: boolean;
  readonly timers?: SocketPorts['timers'];
  readonly chat?: FakeChat;
}

/** Session sockets in a folder, over a chat that is made up. */
export async function socketBox({ folder, turn = saying('Hello!'), ...more }: SocketBoxOptions) {
  const chat = more.chat ?? new FakeChat(turn);
  const warnings: string[] = [];
  const kept: string[] = [];
  const seeded: { session: string; messages: readonly unknown[] }[] = [];
  const waiting = new Map<string, Pick<Question, 'session' | 'subject'>>();
  const decided: { question: string; decision: Decision; by: Answerer }[] = [];
  const events: AnyLedgerEvent[] = [];
  const trust = { isTrusted: more.isTrusted ?? true, changed: new Emitter<void>() };
  const ports: SocketPorts = {
    chat,
    questions: {
      find: (id) => waiting.get(id),
      answer: async (question, decision, by) => {
        if (!waiting.delete(question)) throw new AppError('NOT_FOUND', 'Answered');
        decided.push({ question, decision, by });
      },
    },
    keepImage: async ({ data, name }) => {
      if (!data.startsWith('iVBOR')) throw new AppError('INVALID_INPUT', 'This file is no image', { where: name });
      kept.push(name);
      return { hash: 'a'.repeat(64), type: 'image/png', bytes: 1, name };
    },
    sessionState: async (session) => ({ title: chat.sessions.get(session) ?? '', state: 'idle' }),
    openWorkspace: async (path) => path,
    isTrusted: async () => trust.isTrusted,
    onTrustChanged: trust.changed.subscribe,
    profileOfSocket: (path) => `unix:${path}`,
    read: async function* () {
      yield* events;
    },
    whatIsWrongWith: () => undefined,
    seed: async (session, _file, messages) => void seeded.push({ session, messages }),
    folders: [join(folder, 'sockets')],
    file: join(folder, 'session-sockets.json'),
    warn: (text) => void warnings.push(text),
    log: silentLogger,
    ...(more.timers && { timers: more.timers }),
  };
  const sockets = new SessionSockets(ports);
  await sockets.begin();
  return {
    sockets,
    chat,
    warnings,
    kept,
    seeded,
    waiting,
    decided,
    events,
    /** The person trusts the workspace, or it changes. */
    trust: (isTrusted: boolean) => {
      trust.isTrusted = isTrusted;
      trust.changed.emit();
    },
    start: (request: Partial<Parameters<SessionSockets['start']>[0]> = {}) =>
      sockets.start({ workspace: folder, approve: 'wait', approvers: [], isKept: false, ...request }),
    [Symbol.asyncDispose]: () => sockets[Symbol.asyncDispose](),
  };
}

export interface Answer {
  readonly status: number;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly text: string;
}

/** Asks over a Unix socket. */
export function ask(
  socketPath: string,
  path: string,
  { method = 'POST', body, headers = {} }: { method?: string; body?: unknown; headers?: Record<string, string> } = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asking = request({ socketPath, path, method, headers, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        text += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
      response.on('error', reject);
    });
    asking.on('error', reject).on('socket', (socket) => socket.on('error', () => {}));
    const sent = body === undefined || typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);
    asking.end(sent);
  });
}

/** One message of a person. */
export const said = (content: unknown, more: object = {}) => ({ messages: [{ role: 'user', content }], ...more });
