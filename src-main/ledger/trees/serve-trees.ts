import { parentPort } from 'node:worker_threads';
import { AppError, messageOf } from '#core/app-error';
import type { Logger } from '#core/logger';
import type { ReadAttributes } from './keeper.ts';
import { TreeAnswerer } from './tree-answerer.ts';
import type { FromTreeThread, ToTreeThread } from './tree-messages.ts';

/** Looks at workspaces in a thread of its own: calls to the file system that do not give way are several times as fast. */
export function serveTrees(readAttributes: ReadAttributes): void {
  const port = parentPort;
  if (!port) throw new Error('This script is run in a worker thread');
  const send = (message: FromTreeThread) => port.postMessage(message);

  const loggerFor = (watch: number): Logger => {
    const log: Logger['warn'] = (event, fields = {}) => send({ kind: 'log', watch, event, fields });
    return { debug: log, info: log, warn: log, error: log };
  };
  const answerer = new TreeAnswerer({
    readAttributes,
    tellState: (watch, state) => send({ kind: 'state', watch, state }),
    log: loggerFor,
  });
  const answer = async ({ id, at, question }: Extract<ToTreeThread, { kind: 'ask' }>): Promise<void> => {
    try {
      const told = await answerer.answer(at, question, (changes) => send({ kind: 'some', id, changes }));
      send({ kind: 'answer', id, answer: told });
    } catch (error) {
      const advice = error instanceof AppError ? error.detail?.advice : undefined;
      send({ kind: 'failed', id, message: messageOf(error), advice });
    }
  };
  port.on('message', (message: ToTreeThread) => {
    if (message.kind === 'ask') void answer(message);
    else answerer.forget(message.watch, message.snapshot);
  });
}
