/** Looks at workspaces in a thread of its own: calls to the file system that do not give way are several times as fast. */
import { parentPort } from 'node:worker_threads';
import { AppError, messageOf } from '#core/app-error';
import { Deferred } from '#core/deferred';
import type { Logger } from '#core/logger';
import { TreeDesk } from './tree-desk.ts';
import type { FromTreeThread, ToTreeThread } from './tree-messages.ts';

type Lines = ReadonlyMap<string, string> | undefined;

const port = parentPort;
if (!port) throw new Error('This script is run in a worker thread');
const send = (message: FromTreeThread) => port.postMessage(message);

const asked = new Map<number, Deferred<Lines>>();
let questions = 0;

function loggerFor(watch: number): Logger {
  const log: Logger['warn'] = (event, fields = {}) => send({ kind: 'log', watch, event, fields });
  return { debug: log, info: log, warn: log, error: log };
}

const desk = new TreeDesk({
  readAttributes: (watch, paths) => {
    const answer = new Deferred<Lines>();
    asked.set(++questions, answer);
    send({ kind: 'attributes', id: questions, watch, paths });
    return answer.promise;
  },
  tellState: (watch, state) => send({ kind: 'state', watch, state }),
  log: loggerFor,
});

async function answer({ id, at, question }: Extract<ToTreeThread, { kind: 'ask' }>): Promise<void> {
  try {
    const told = await desk.answer(at, question, (changes) => send({ kind: 'some', id, changes }));
    send({ kind: 'answer', id, answer: told });
  } catch (error) {
    const advice = error instanceof AppError ? error.detail?.advice : undefined;
    send({ kind: 'failed', id, message: messageOf(error), advice });
  }
}

port.on('message', (message: ToTreeThread) => {
  if (message.kind === 'ask') void answer(message);
  else if (message.kind === 'forget') desk.forget(message.watch, message.snapshot);
  else {
    asked.get(message.id)?.resolve(message.lines);
    asked.delete(message.id);
  }
});
