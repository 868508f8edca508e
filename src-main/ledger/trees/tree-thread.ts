import type { Worker } from 'node:worker_threads';
import { AppError } from '#core/app-error';
import { Deferred } from '#core/async/deferred';
import type { Logger } from '#core/logger';
import { openThread } from '#core/threads/worker-thread';
import type { TreeChange } from './compare-trees.ts';
import type {
  FromTreeThread,
  ToTreeThread,
  TreeAnswers,
  TreeQuestion,
  WatchState,
  WorkspaceAddress,
} from './tree-messages.ts';

/** A watch of a workspace, as the thread's end in the main thread knows it. */
export interface ThreadClient {
  readonly log?: Logger | undefined;
  readonly onState: (state: WatchState) => void;
}

interface PendingQuestion {
  readonly answer: Deferred<TreeAnswers[keyof TreeAnswers]>;
  readonly changes: TreeChange[];
}

/** Answer to a question, with the changes that belong to it. */
export interface AnswerWithChanges<Ask extends TreeQuestion['ask']> {
  readonly answer: TreeAnswers[Ask];
  readonly changes: readonly TreeChange[];
}

/** The thread that looks at workspaces, started with the first question; it ends with the process. */
export class TreeThread {
  readonly #clients = new Map<number, ThreadClient>();
  readonly #asked = new Map<number, PendingQuestion>();
  #worker: Worker | undefined;
  #count = 0;

  /** Answers a number for the client. */
  join(client: ThreadClient): number {
    this.#clients.set(++this.#count, client);
    return this.#count;
  }

  leave(watch: number): void {
    this.#clients.delete(watch);
  }

  /** @throws AppError UNAVAILABLE if it fails, or the thread ends */
  async ask<Ask extends TreeQuestion['ask']>(
    at: WorkspaceAddress,
    question: Extract<TreeQuestion, { ask: Ask }>,
  ): Promise<AnswerWithChanges<Ask>> {
    const id = ++this.#count;
    const asked: PendingQuestion = { answer: new Deferred(), changes: [] };
    this.#asked.set(id, asked);
    this.#send({ kind: 'ask', id, at, question });
    const answer = (await asked.answer.promise) as TreeAnswers[Ask];
    return { answer, changes: asked.changes };
  }

  /** Releases a snapshot that is no longer needed. */
  forget(watch: number, snapshot: number): void {
    if (this.#clients.has(watch)) this.#worker?.postMessage({ kind: 'forget', watch, snapshot } satisfies ToTreeThread);
  }

  #send(message: ToTreeThread): void {
    this.#worker ??= this.#start();
    // A pending answer keeps the process alive; the thread alone does not.
    this.#worker.ref();
    this.#worker.postMessage(message);
  }

  #start(): Worker {
    const worker = openThread({ bundle: 'tree-worker', source: 'app/threads/tree-worker.ts' });
    worker.on('message', (message: FromTreeThread) => this.#hear(message));
    worker.on('error', (error: unknown) => this.#fail(worker, error));
    worker.on('exit', () => this.#fail(worker, new Error('The thread has ended')));
    return worker;
  }

  #hear(message: FromTreeThread): void {
    switch (message.kind) {
      case 'some': {
        const changes = this.#asked.get(message.id)?.changes;
        for (const change of message.changes) changes?.push(change);
        break;
      }
      case 'answer':
        this.#settle(message.id)?.answer.resolve(message.answer);
        break;
      case 'failed':
        this.#settle(message.id)?.answer.reject(unavailable(message.message, message.advice));
        break;
      case 'state':
        this.#clients.get(message.watch)?.onState(message.state);
        break;
      default:
        this.#clients.get(message.watch)?.log?.warn(message.event, message.fields);
    }
  }

  #settle(id: number): PendingQuestion | undefined {
    const asked = this.#asked.get(id);
    this.#asked.delete(id);
    if (this.#asked.size === 0) this.#worker?.unref();
    return asked;
  }

  /** Handles the failure of the worker, whose knowledge is lost; the next question starts another. */
  #fail(worker: Worker, error: unknown): void {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    const reason = error instanceof Error ? error.message : String(error);
    for (const { answer } of this.#asked.values()) {
      answer.reject(unavailable(`The workspace cannot be looked at: ${reason}`, undefined));
    }
    this.#asked.clear();
  }
}

function unavailable(message: string, advice: string | undefined): AppError {
  return new AppError('UNAVAILABLE', message, advice === undefined ? undefined : { advice });
}
