import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { type ResourceLimits, Worker } from 'node:worker_threads';
import { Mutex } from '../async/mutex.ts';

export interface WorkerThread<Question, Answer> extends AsyncDisposable {
  /**
   * Asks the thread; `undefined` if it does not answer within `limitMs` of getting the question, or fails. It is ended
   * then. Questions are answered one after the other. Never rejects.
   */
  ask(question: Question, limitMs: number): Promise<Answer | undefined>;
  /** Starts it where it is not there yet. @returns whether it could be started */
  start(): Promise<boolean>;
  /** Whether it can be asked without waiting for its start. */
  isReady(): boolean;
}

interface ThreadScript {
  /** The bundle beside the app's, without `.js`: an entry of its own in electron.vite.config.ts. */
  readonly bundle: string;
  /** Source file of the script, below `src-main`, for running without a build. */
  readonly source: string;
  readonly resourceLimits?: ResourceLimits | undefined;
}

export interface WorkerScript extends ThreadScript {
  /** A thread that has nothing to do is ended after this long; `undefined`: never. */
  readonly idleMs?: number | undefined;
}

const IDLE_MS = 20_000;
/** Longest a thread may take until it can be asked, unless its first answer may take longer. */
const START_MS = 3000;

/** A thread for work that would hold up everything else; it is started with the first question. See `answerQuestions`. */
export function workerThread<Question, Answer>(script: WorkerScript): WorkerThread<Question, Answer> {
  let ready: Promise<Worker | undefined> | undefined;
  const mutex = new Mutex();
  let idle: NodeJS.Timeout | undefined;
  let isReady = false;
  const idleMs = 'idleMs' in script ? script.idleMs : IDLE_MS;

  const end = async () => {
    const thread = await ready;
    ready = undefined;
    isReady = false;
    await thread?.terminate();
  };
  const started = (limitMs: number) => {
    ready ??= startWorker(script, Math.max(START_MS, limitMs))
      .catch(() => undefined)
      .then((thread) => {
        isReady = thread !== undefined;
        return thread;
      });
    return ready;
  };
  const answer = async (question: Question, limitMs: number): Promise<Answer | undefined> => {
    clearTimeout(idle);
    const thread = await started(limitMs);
    const told = thread && (await nextMessage<Answer>(thread, limitMs, () => thread.postMessage(question)));
    if (!told) await end();
    if (idleMs !== undefined) idle = setTimeout(() => void end(), idleMs).unref();
    return told?.answer;
  };

  return {
    ask: (question, limitMs) => mutex.run(() => answer(question, limitMs)).catch(() => undefined),
    start: async () => (await started(START_MS)) !== undefined,
    isReady: () => isReady,
    [Symbol.asyncDispose]: async () => {
      clearTimeout(idle);
      await end();
    },
  };
}

async function startWorker(script: WorkerScript, limitMs: number): Promise<Worker | undefined> {
  const thread = openThread(script);
  // Nobody waits for a thread alone.
  thread.unref();
  thread.on('error', () => {});
  return (await nextMessage(thread, limitMs, () => {})) ? thread : undefined;
}

/** The next message of the thread; `undefined` if it ends or takes too long. */
async function nextMessage<Answer>(thread: Worker, limitMs: number, ask: () => void) {
  let timer: NodeJS.Timeout | undefined;
  const ends: (() => void)[] = [];
  try {
    return await new Promise<{ readonly answer: Answer } | undefined>((resolve) => {
      const onMessage = (answer: Answer) => resolve({ answer });
      const onEnd = () => resolve(undefined);
      thread.once('message', onMessage).once('exit', onEnd).once('error', onEnd);
      ends.push(() => thread.off('message', onMessage).off('exit', onEnd).off('error', onEnd));
      timer = setTimeout(onEnd, limitMs);
      ask();
    });
  } finally {
    clearTimeout(timer);
    for (const stop of ends) stop();
  }
}

/** Opens a thread of its own, with any protocol. */
export function openThread({ bundle, source, resourceLimits }: ThreadScript): Worker {
  const here = import.meta.dirname;
  const shared = { env: {}, name: bundle, ...(resourceLimits && { resourceLimits }) };
  // The code may have come to lie in `chunks`.
  const built = [here, join(here, '..')].map((folder) => join(folder, `${bundle}.js`)).find((path) => existsSync(path));
  if (built !== undefined) return new Worker(built, shared);
  const workerData = [createRequire(import.meta.url).resolve('tsx/cjs'), join(here, '..', '..', source)];
  return new Worker("require('node:worker_threads').workerData.forEach(require)", {
    ...shared,
    eval: true,
    workerData,
  });
}
