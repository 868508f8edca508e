import { onAbort } from '#core/async/abort';
import { Deferred } from '#core/async/deferred';
import { Emitter } from '#core/async/emitter';
import { parseJsonLine } from '#core/parsing/json-lines';
import type { FromJsHost, JsFunction } from '#core/threads/js-messages';
import {
  type LinkEnd,
  type LinkRequest,
  overdueError,
  requireHeldNumbers,
  type ToolDeclaration,
  ToolError,
  type ToolLink,
} from '#tools';
import type { JsPackageHost } from './open-js-host.ts';

/** Time between SIGTERM and SIGKILL for a package that was ready, in milliseconds. */
const GRACE_MS = 10_000;
/** Exit code by which it asks to be started again. */
const RESTART = 99;

type PackageAnswer = Extract<FromJsHost, { type: 'answer' }>;

/** The functions of a loaded package as tools; the process runs them one after another. */
export class JsPackageLink implements ToolLink {
  readonly #host: JsPackageHost;
  readonly #functions: readonly JsFunction[];
  readonly #waiting = new Map<string, Deferred<unknown>>();
  readonly #ending = new Deferred<LinkEnd>();
  readonly #stderr = new Emitter<string>();
  readonly ended: Promise<LinkEnd> = this.#ending.promise;
  readonly onStderr = this.#stderr.subscribe;
  #isReady = false;
  #end: LinkEnd | undefined;

  constructor(host: JsPackageHost, functions: readonly JsFunction[], onEarlyText: (text: string) => void) {
    this.#host = host;
    this.#functions = functions;
    host.onText((text) => (this.#isReady ? this.#stderr.emit(text) : onEarlyText(text)));
    host.onMessage((message) => {
      if (message.type === 'answer') this.#answer(message);
      // Only until it is ready does a failure have somebody who waits for it.
      else if (message.type === 'failed' && this.#isReady) this.#stderr.emit(`${message.message}\n`);
    });
    void host.exited.then(({ exitCode, signal }) => {
      const reason = exitCode === undefined ? `ended by ${signal ?? 'a signal'}` : `exit code ${exitCode}`;
      this.#finish({ state: exitCode === 0 ? 'completed' : 'failed', reason, wantsRestart: exitCode === RESTART });
    });
  }

  get pid(): number {
    return this.#host.pid;
  }

  readonly onChanged = () => () => {};

  ready(): void {
    this.#isReady = true;
  }

  declarations(): readonly ToolDeclaration[] {
    return this.#functions;
  }

  async call({ tool, arguments: args, dir, callId, timeoutMs }: LinkRequest, signal: AbortSignal): Promise<unknown> {
    if (this.#end) throw this.#endedError();
    requireHeldNumbers(tool, args);
    const answer = new Deferred<unknown>();
    this.#waiting.set(callId, answer);
    const giveUp = (why: ToolError) => {
      if (!this.#waiting.delete(callId)) return;
      this.#host.send({ type: 'cancel', id: callId });
      answer.reject(why);
    };
    const timer = setTimeout(() => giveUp(overdueError(tool, timeoutMs)), timeoutMs);
    using _ = onAbort(signal, () => giveUp(new ToolError(`${tool} was stopped before it answered.`)));
    try {
      if (!signal.aborted) this.#host.send({ type: 'call', id: callId, tool, arguments: args, dir });
      return await answer.promise;
    } finally {
      clearTimeout(timer);
    }
  }

  async end(graceMs: number): Promise<void> {
    this.#finish({ state: 'completed', reason: 'by user' });
    await this.#host.end(graceMs);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.end(GRACE_MS);
  }

  #answer({ id, content, isError }: PackageAnswer): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (isError && content !== undefined) {
      waiting?.reject(new ToolError(content));
      return;
    }
    try {
      waiting?.resolve(content === undefined ? undefined : parseJsonLine(Buffer.from(content)));
    } catch (error) {
      waiting?.reject(new ToolError(`The answer cannot be used: ${error instanceof Error ? error.message : ''}`));
    }
  }

  #finish(end: LinkEnd): void {
    if (this.#end) return;
    this.#end = end;
    for (const waiting of this.#waiting.values()) waiting.reject(this.#endedError());
    this.#waiting.clear();
    this.#ending.resolve(end);
    // What it left behind goes with it.
    void this.#host.end(1000);
  }

  #endedError(): ToolError {
    return new ToolError(`The package that serves this tool has ended (${this.#end?.reason ?? 'unknown'}).`);
  }
}
