import { AppError } from '#core/app-error';
import { onAbort } from '#core/async/abort';
import { Deferred } from '#core/async/deferred';
import { Emitter } from '#core/async/emitter';
import type { Logger } from '#core/logger';
import { LineReader } from '#core/parsing/json-lines';
import { startGroup } from '#process/group';
import { readPaced } from '#process/paced-pipe';
import type { ProcessGroup } from '#process/process-group';
import {
  type LinkEnd,
  type LinkRequest,
  type OpenContext,
  type OpenLink,
  overdueError,
  type ToolDeclaration,
  ToolError,
  type ToolLink,
} from '#tools';
import { Answers } from './answers.ts';
import { type BadLine, BadLines } from './bad-lines.ts';
import { Header } from './header.ts';
import { endBy, exitText } from './program-end.ts';
import type { CallLine } from './protocol.ts';

/** Longest line of a provider, in bytes (docs/decisions/010-providers-and-mcp.md). */
const MAX_LINE_BYTES = 16 * 1024 * 1024;
/** Most that may wait for a program that does not read its input, in bytes. */
const MAX_UNREAD_BYTES = 32 * 1024 * 1024;
/**
 * Time between SIGTERM and SIGKILL for a program that was ready, in milliseconds; one that was not has nothing to save.
 */
const GRACE_MS = 10_000;
const UNREADY_GRACE_MS = 2000;
/** Time between SIGTERM and SIGKILL for processes that it left behind, in milliseconds. */
const LEFT_GRACE_MS = 1000;
/** Time that leftover processes may hold its pipes after it ended, in milliseconds. */
const LINGER_MS = 250;
/** Time that it may take to end after it closed its output, in milliseconds. */
const CLOSED_MS = 500;

export interface ProgramOpenerOptions {
  readonly log: Pick<Logger, 'debug'>;
  /** Takes secrets out of what is shown of a program's output. */
  readonly redact: (text: string) => string;
}

/** Starts a program that speaks the provider protocol on its standard input and output. */
export function programOpener(opener: ProgramOpenerOptions): OpenLink {
  return async (spec, context, signal) => {
    const [file, ...args] = spec.kind === 'program' ? spec.argv : [];
    if (file === undefined) throw new AppError('INVALID_INPUT', 'Only a program can be started');
    signal.throwIfAborted();
    const { cwd, environment } = context;
    const options = { cwd, environment: { ...environment, PHISHELL: '1' }, stdin: 'pipe', graceMs: GRACE_MS } as const;
    const link = new ProgramLink(await startGroup({ file, args, ...options }), context, opener);
    await link.ready(context.readyMs, signal);
    return link;
  };
}

class ProgramLink implements ToolLink {
  readonly ended: Promise<LinkEnd>;
  readonly #group: ProcessGroup;
  readonly #context: OpenContext;
  readonly #answers: Answers;
  readonly #header = new Header();
  readonly #reader: LineReader;
  readonly #badLines: BadLines;
  readonly #stderr = new Emitter<string>();
  readonly #isReady = new Deferred<void>();
  readonly #ending = new Deferred<LinkEnd>();
  #phase: 'header' | 'ready' | 'ended' = 'header';
  #lastWords = '';
  #end: LinkEnd | undefined;

  constructor(group: ProcessGroup, context: OpenContext, { log, redact }: ProgramOpenerOptions) {
    this.#group = group;
    this.#context = context;
    this.#answers = new Answers(log);
    this.ended = this.#ending.promise;
    this.#isReady.promise.catch(() => {});
    this.#badLines = new BadLines(redact, (text) => this.#hear(text));
    this.#reader = new LineReader({
      maxBytes: MAX_LINE_BYTES,
      onLine: (line) => this.#guarded(() => this.#take(line)),
      onTooLong: (start) => this.#guarded(() => this.#bad({ why: 'longer than 16 MiB', start, bytes: MAX_LINE_BYTES })),
      onSkipped: (bytes) => this.#guarded(() => this.#answers.skip(bytes)),
    });
    readPaced(group.stderr, (text) => this.#hear(text));
    group.stdout.on('data', (chunk: Buffer) => this.#reader.push(chunk));
    group.stdout.on('error', () => {});
    const closed = new Promise<undefined>((resolve) => group.stdout.once('close', () => resolve(undefined)));
    void this.#watch(closed);
  }

  get pid(): number {
    return this.#group.pid;
  }

  readonly onChanged = () => () => {};

  get onStderr() {
    return this.#stderr.subscribe;
  }

  declarations(): readonly ToolDeclaration[] {
    return this.#header.declarations;
  }

  /** @throws AppError with the reason; the program is gone then. */
  async ready(withinMs: number, signal: AbortSignal): Promise<void> {
    const timer = setTimeout(() => {
      const message = `It was not ready within ${withinMs / 1000} s: it must write an empty line after its tools`;
      this.#fail(new AppError('TIMEOUT', message));
    }, withinMs);
    using _ = onAbort(signal, () => this.#fail(new AppError('CANCELLED', 'The attach was stopped')));
    try {
      await this.#isReady.promise;
    } catch (error) {
      await this.#group.end(UNREADY_GRACE_MS);
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  async call({ tool, arguments: args, dir, callId, timeoutMs }: LinkRequest, signal: AbortSignal): Promise<unknown> {
    if (this.#end) throw this.#endedError();
    const { stdin } = this.#group;
    if ((stdin?.writableLength ?? 0) > MAX_UNREAD_BYTES) {
      throw new ToolError(`Not called: the program that serves ${tool} does not read its input.`);
    }
    const answer = this.#answers.expect(callId);
    const timer = setTimeout(() => this.#answers.drop(callId, overdueError(tool, timeoutMs)), timeoutMs);
    const stop = () => this.#answers.drop(callId, new ToolError(`${tool} was stopped before it answered.`));
    using _ = onAbort(signal, stop);
    try {
      const call: CallLine = { call_id: callId, function: { name: tool, arguments: args }, context: { dir } };
      // What was stopped before must not be done.
      if (!signal.aborted) stdin?.write(`${JSON.stringify(call)}\n`);
      return await answer;
    } finally {
      clearTimeout(timer);
    }
  }

  async end(graceMs: number): Promise<void> {
    this.#finish({ state: 'completed', reason: 'by user' });
    await this.#group.end(graceMs);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.end(GRACE_MS);
  }

  #take(line: Buffer): void {
    if (this.#phase === 'ended') return;
    const taken = this.#phase === 'ready' ? this.#answers.take(line) : this.#header.take(line);
    if (typeof taken !== 'string') this.#bad(taken);
    else if (taken !== 'ignored') this.#badLines.endRow();
    if (taken !== 'end') return;
    this.#phase = 'ready';
    this.#isReady.resolve();
  }

  #bad(line: BadLine): void {
    this.#answers.blame(line, this.#badLines.add(line));
  }

  #guarded(work: () => void): void {
    try {
      work();
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      this.#fail(error);
    }
  }

  /** Watches for the end: its exit, which includes its last output, or its closing the output. */
  async #watch(closed: Promise<undefined>): Promise<void> {
    const first = await Promise.race([this.#group.exited, closed]);
    const exit = first ?? (await Promise.race([this.#group.exited, pause(CLOSED_MS)]));
    if (first) await Promise.race([closed, pause(LINGER_MS)]);
    this.#takeRest();
    const why = exit ? `ended (${exitText(exit)})` : 'closed its output';
    if (this.#phase === 'header') {
      this.#fail(new AppError('UNAVAILABLE', `The header is incomplete: the program ${why} before the empty line`));
    } else if (exit) this.#finish(endBy(exit), LEFT_GRACE_MS);
    else this.#fail(new AppError('UNAVAILABLE', `The program ${why}`));
  }

  /** A last answer without a newline counts; anything else that was cut off does not. */
  #takeRest(): void {
    const rest = this.#reader.end();
    if (this.#phase !== 'ready' || rest.length === 0) return;
    try {
      this.#answers.take(rest);
    } catch {
      // Its end says more.
    }
  }

  #hear(text: string): void {
    this.#lastWords = (this.#lastWords + text).slice(-2000);
    if (this.#phase === 'header') this.#context.onStderr(text);
    else this.#stderr.emit(text);
  }

  #fail({ code, message, detail }: AppError): void {
    if (this.#phase === 'header') {
      const words = this.#lastWords.trim().split('\n').slice(-3).join('\n');
      const advice = words === '' ? detail?.advice : `Its last diagnostics: ${words}`;
      this.#isReady.reject(new AppError(code, message, { ...detail, advice }));
    }
    this.#finish({ state: 'failed', reason: message });
  }

  #finish(end: LinkEnd, graceMs?: number): void {
    if (this.#end) return;
    this.#end = end;
    this.#phase = 'ended';
    this.#reader.stop();
    this.#answers.failAll(() => this.#endedError());
    this.#ending.resolve(end);
    void this.#group.end(graceMs);
  }

  #endedError(): ToolError {
    return new ToolError(`The program that serves this tool has ended (${this.#end?.reason ?? 'unknown'}).`);
  }
}

const pause = (ms: number): Promise<undefined> =>
  new Promise((resolve) => setTimeout(() => resolve(undefined), ms).unref());
