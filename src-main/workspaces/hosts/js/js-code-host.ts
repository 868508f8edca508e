import { textStart } from '#contract/text-ends';
import { AppError, messageOf } from '#core/app-error';
import type { Subscribe } from '#core/async/emitter';
import { parseJsonLine } from '#core/parsing/json-lines';
import type { AgentFile, FromAgentHost, LoadedByHost } from '#core/threads/agent-messages';
import { type LinkEnd, type LinkRequest, requireHeldNumbers, ToolError } from '#tools';
import type { CodeFile } from '../../layout/layout.ts';
import type { CodeHost, LoadedFile, ModelCompletion } from '../code-host.ts';
import { OwnTime, SYSTEM_MS } from '../own-time.ts';
import type { HostProcess, JsHostOptions } from './host-process.ts';
import { type HostAnswer, type HostRequests, NoAnswerError, type WaitOptions } from './host-requests.ts';
import { ImportWatch } from './import-watch.ts';
import { withSyntaxLines } from './syntax-lines.ts';
import { compiledFiles, isTypeScript } from './typescript-files.ts';

/** Default time between SIGTERM and SIGKILL, in milliseconds. */
const GRACE_MS = 1000;

/** The tools and the system file of a workspace that are JavaScript or TypeScript, in a process of their own. */
export class JsCodeHost implements CodeHost {
  readonly ended: Promise<LinkEnd>;
  readonly onStderr: Subscribe<string>;
  readonly #options: JsHostOptions;
  readonly #process: HostProcess;
  readonly #requests: HostRequests;
  #sent: ReadonlyMap<string, string> | undefined;

  constructor(options: JsHostOptions, host: HostProcess, requests: HostRequests) {
    this.#options = options;
    this.#process = host;
    this.#requests = requests;
    this.ended = host.ended;
    this.onStderr = host.onStderr;
  }

  get pid(): number {
    return this.#process.pid;
  }

  get marker(): string {
    return this.#process.marker;
  }

  get isBoxed(): boolean {
    return this.#process.isBoxed;
  }

  /**
   * @throws AppError TIMEOUT that names the file whose import does not end, UNAVAILABLE if the process ends, CANCELLED
   */
  async load(
    files: readonly CodeFile[],
    trusted: ReadonlyMap<string, string>,
    signal: AbortSignal,
  ): Promise<readonly LoadedFile[]> {
    const { importMs } = this.#options.limits;
    const compiled = await this.#compiled(files, trusted, signal);
    const request = {
      type: 'load',
      files: files.map(agentFile),
      ...(!haveSameHashes(trusted, this.#sent) && { trusted: Object.fromEntries(trusted) }),
      compiled: compiled.files,
      schemas: compiled.schemas,
      importMs,
    } as const;
    using watch = new ImportWatch(this.#process, importMs);
    const waiting = { subject: 'The load of its files', timeoutMs: 0, signal, mayGoOn: true };
    this.#sent = undefined;
    const answer = await this.#ask(request, waiting).catch((error: unknown) => {
      throw error instanceof AppError ? watch.failure(error) : error;
    });
    this.#sent = new Map(trusted);
    const loaded = answer.type === 'loaded' ? answer.files : [];
    if ('failure' in compiled) return loaded.map((one) => withCompilerProblem(one, compiled.failure));
    return await withSyntaxLines(this.#options, loaded, compiled.problems, signal);
  }

  async call({ tool, arguments: args, timeoutMs }: LinkRequest, signal: AbortSignal): Promise<unknown> {
    requireHeldNumbers(tool, args);
    try {
      const request = { type: 'call', tool, arguments: args } as const;
      return this.#valueOf(await this.#requests.ask(request, { subject: tool, timeoutMs, signal }));
    } catch (error) {
      if (error instanceof NoAnswerError) throw new ToolError(error.message);
      throw error;
    }
  }

  async systemPrompt(signal: AbortSignal): Promise<string> {
    const waiting = { subject: 'buildSystemPrompt', timeoutMs: this.#options.limits.importMs, signal };
    return String(this.#own(await this.#ask({ type: 'prompt' }, waiting)));
  }

  async compact(
    history: readonly unknown[],
    maxTokens: number,
    complete: ModelCompletion,
    signal: AbortSignal,
  ): Promise<unknown> {
    let own: string | undefined;
    using time = new OwnTime(this.#options.limits.systemMs ?? SYSTEM_MS);
    const asking = time.asking(complete);
    const stop = this.#process.onMessage((message) => {
      if (message.type === 'complete' && message.of === own) void this.#complete(message, asking);
    });
    try {
      const onSent = (id: string) => {
        own = id;
      };
      const limited = AbortSignal.any([signal, time.signal]);
      const waiting = { subject: 'compactHistory', timeoutMs: 0, signal: limited, onSent };
      return this.#own(await this.#ask({ type: 'compact', history, maxTokens }, waiting));
    } catch (error) {
      time.signal.throwIfAborted();
      throw error;
    } finally {
      stop();
    }
  }

  trip(why: string): void {
    void this.#process.finish({ state: 'failed', reason: why, wantsRestart: true }, 0);
  }

  async end(graceMs = GRACE_MS): Promise<void> {
    await this.#process.finish({ state: 'completed', reason: 'by user' }, graceMs);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.end();
  }

  async #complete(
    { id, messages }: Extract<FromAgentHost, { type: 'complete' }>,
    complete: ModelCompletion,
  ): Promise<void> {
    try {
      this.#process.send({ type: 'completed', id, text: await complete(messages) });
    } catch (error) {
      this.#process.send({ type: 'completed', id, error: messageOf(error) });
    }
  }

  /** A compiler that fails leaves the JavaScript to be loaded. */
  async #compiled(files: readonly CodeFile[], trusted: ReadonlyMap<string, string>, signal: AbortSignal) {
    const paths = files.map(({ file }) => file);
    return await compiledFiles(this.#options, paths, trusted, signal).catch((error: unknown) => {
      if (signal.aborted) throw new AppError('CANCELLED', 'The load of its files was stopped');
      return { files: [], problems: [], schemas: {}, failure: `It cannot be compiled: ${messageOf(error)}` };
    });
  }

  /** @throws AppError */
  async #ask(request: Parameters<HostRequests['ask']>[0], waiting: WaitOptions): Promise<HostAnswer> {
    return await this.#requests.ask(request, waiting).catch((error: unknown) => {
      if (!(error instanceof NoAnswerError)) throw error;
      const code = { late: 'TIMEOUT', stopped: 'CANCELLED', ended: 'UNAVAILABLE' } as const;
      throw this.#process.failure(code[error.kind], error.message, this.#options.workspace);
    });
  }

  /** @throws AppError UNAVAILABLE with the function's own error */
  #own(answer: HostAnswer): unknown {
    try {
      return this.#valueOf(answer);
    } catch (error) {
      throw new AppError('UNAVAILABLE', messageOf(error), { where: this.#options.workspace });
    }
  }

  /** @throws ToolError with the error of the function, or when its answer is too long */
  #valueOf(answer: HostAnswer): unknown {
    if (answer.type !== 'result') throw new ToolError('The answer cannot be used.');
    if (answer.error !== undefined) throw new ToolError(textStart(answer.error, 20_000));
    if (answer.content === undefined) return undefined;
    if (Buffer.byteLength(answer.content) > this.#options.limits.answerBytes) {
      throw new ToolError('The answer is longer than what is taken.');
    }
    try {
      return parseJsonLine(Buffer.from(answer.content));
    } catch (error) {
      throw new ToolError(`The answer cannot be used: ${messageOf(error)}`);
    }
  }
}

/** Replaces the problem of a file that the compiler left out by the compiler's more specific message. */
function withCompilerProblem({ isSyntax, ...one }: LoadedByHost, message: string): LoadedFile {
  return one.problem && isTypeScript(one.file) ? { ...one, problem: { file: one.file, message } } : one;
}

function agentFile({ name, file, hash }: CodeFile): AgentFile {
  return { name, file, hash, role: file.startsWith('systems/') ? 'system' : 'tool' };
}

function haveSameHashes(one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string> | undefined): boolean {
  return other?.size === one.size && [...one].every(([file, hash]) => other.get(file) === hash);
}
