import { AsyncLocalStorage } from 'node:async_hooks';
import { inspect } from 'node:util';
import type { FromAgentHost } from '#core/threads/agent-messages';
import { thrownText } from '../thrown-text.ts';
import { answerJson } from './answer-json.ts';

interface RunningCall {
  readonly id: string;
  readonly stop: AbortController;
  /** Ends it by an error that came from beside it. */
  fail(error: unknown): void;
}

/** Calls that run concurrently: each with a signal to stop it, and each answered once. */
export class RunningCalls {
  readonly #send: (message: FromAgentHost) => void;
  readonly #answerBytes: number;
  readonly #running = new Map<string, RunningCall>();
  readonly #current = new AsyncLocalStorage<RunningCall>();

  constructor(send: (message: FromAgentHost) => void, answerBytes: number) {
    this.#send = send;
    this.#answerBytes = answerBytes;
    this.#keepAlive();
  }

  start(id: string, work: (signal: AbortSignal) => unknown): void {
    const stop = new AbortController();
    let fail: RunningCall['fail'] = () => {};
    const failed = new Promise<never>((_resolve, reject) => {
      fail = reject;
    });
    const running = { id, stop, fail };
    this.#running.set(id, running);
    const run = async () => answerJson(await work(stop.signal), this.#answerBytes);
    const answered = this.#current.run(running, () => Promise.race([run(), failed]));
    answered.then(
      (content) => this.#answer(id, content === undefined ? {} : { content }),
      (error: unknown) => this.#answer(id, { error: thrownText(error) }),
    );
  }

  cancel(id: string): void {
    this.#running.get(id)?.stop.abort(new Error('The call was stopped'));
  }

  #answer(id: string, result: { content?: string } | { error: string }): void {
    this.#running.delete(id);
    this.#send({ type: 'result', id, ...result });
  }

  /** Ensures that a failure in one call ends neither the others nor the process. */
  #keepAlive(): void {
    process.exit = (code) => {
      throw new Error(`process.exit(${code ?? ''}) is not for a tool: return or throw in place of it`);
    };
    const onLost = (what: string) => (error: unknown) => {
      const running = this.#current.getStore();
      if (running && this.#running.has(running.id)) running.fail(error);
      else
        process.stderr.write(`${what}: ${error instanceof Error ? (error.stack ?? error.message) : inspect(error)}\n`);
    };
    process.on('uncaughtException', onLost('Uncaught'));
    process.on('unhandledRejection', onLost('Unhandled rejection'));
  }
}
