import { randomUUID } from 'node:crypto';
import { AppError, messageOf } from '#core/app-error';
import { onAbort } from '#core/async/abort';
import { type LinkEnd, type LinkRequest, type ToolDeclaration, ToolError } from '#tools';
import type { CodeFile } from '../../layout/layout.ts';
import { pythonDeclaration } from '../../schema/python-tool.ts';
import type { CodeHost, HostLimits, LoadedFile, ModelCompletion } from '../code-host.ts';
import { OwnTime, SYSTEM_MS } from '../own-time.ts';
import { awaitLoaded } from './await-loaded.ts';
import type { PythonProcess } from './python-process.ts';
import type { FromPython, LoadAnswer, ToPython } from './wire.ts';

/** A call that was stopped and goes on for longer takes the host along, in milliseconds. */
const STOP_MS = 100;

interface PendingRequest {
  readonly resolve: (content: string) => void;
  readonly reject: (error: Error) => void;
  readonly complete?: ModelCompletion | undefined;
}

interface CallLimits {
  /** 0: without a limit. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

export interface PythonHostOptions {
  readonly boxed?: unknown;
  readonly limits: HostLimits;
  readonly hasRichSchemas: boolean;
}

/** The host of a workspace's Python files; its process is started and ready. */
export class PythonHost implements CodeHost {
  readonly ended: Promise<LinkEnd>;
  readonly onStderr: CodeHost['onStderr'];
  readonly isBoxed: boolean;
  readonly #process: PythonProcess;
  readonly #options: PythonHostOptions;
  readonly #waiting = new Map<string, PendingRequest>();
  #files: ReadonlyMap<string, string> = new Map();
  #loads = 0;

  constructor(process: PythonProcess, options: PythonHostOptions) {
    this.#process = process;
    this.#options = options;
    this.isBoxed = options.boxed !== undefined;
    this.onStderr = process.onStderr;
    process.onMessage((message) => this.#take(message));
    this.ended = process.ended.then((end) => {
      for (const { reject } of this.#waiting.values())
        reject(new ToolError(`Error: ${end.reason}. It is started anew.`));
      this.#waiting.clear();
      return end;
    });
  }

  get pid(): number {
    return this.#process.pid;
  }

  async load(
    files: readonly CodeFile[],
    trusted: ReadonlyMap<string, string>,
    signal: AbortSignal,
  ): Promise<readonly LoadedFile[]> {
    const id = `load-${++this.#loads}`;
    const { answerBytes, importMs } = this.#options.limits;
    const loaded = await awaitLoaded(
      this.#process,
      { importMs, signal },
      {
        op: 'load',
        id,
        answerBytes,
        trusted: Object.fromEntries(trusted),
        files: files.map(({ file, hash }) => ({ file, hash, kind: isSystem(file) ? 'system' : 'tool' })),
      },
    );
    const named = new Map(files.map((one) => [one.file, one.name]));
    this.#files = new Map(files.filter(({ file }) => !isSystem(file)).map(({ name, file }) => [name, file]));
    return loaded.map((one) => this.#fileOf(one, named.get(one.file) ?? one.file));
  }

  async call({ tool, arguments: sent, timeoutMs }: LinkRequest, signal: AbortSignal): Promise<unknown> {
    const file = this.#files.get(tool);
    if (file === undefined) throw new ToolError(`Error: Tool '${tool}' not found`);
    const id = randomUUID();
    return await this.#asked({ op: 'call', id, file, arguments: sent }, { timeoutMs, signal });
  }

  async systemPrompt(signal: AbortSignal): Promise<string> {
    return await this.#system({ op: 'prompt', id: randomUUID() }, { timeoutMs: SYSTEM_MS, signal });
  }

  async compact(
    history: readonly unknown[],
    maxTokens: number,
    complete: ModelCompletion,
    signal: AbortSignal,
  ): Promise<unknown> {
    using time = new OwnTime(this.#options.limits.systemMs ?? SYSTEM_MS);
    const limits = { timeoutMs: 0, signal: AbortSignal.any([signal, time.signal]) };
    const message = { op: 'compact', id: randomUUID(), history, maxTokens } as const;
    return JSON.parse(await this.#system(message, limits, time.asking(complete)));
  }

  trip(why: string): void {
    this.#process.over('failed', why);
  }

  async end(graceMs = 0): Promise<void> {
    await this.#process.end(graceMs);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.end();
  }

  /** @throws AppError UNAVAILABLE with the function's own error, TIMEOUT */
  async #system(
    message: ToPython & { readonly id: string },
    { timeoutMs, signal }: CallLimits,
    complete?: ModelCompletion,
  ): Promise<string> {
    try {
      return await this.#asked(message, { timeoutMs, signal }, complete);
    } catch (error) {
      signal.throwIfAborted();
      throw new AppError('UNAVAILABLE', messageOf(error).replace(/^Error: /, ''));
    }
  }

  /** @throws ToolError */
  #asked(
    message: ToPython & { readonly id: string },
    { timeoutMs, signal }: CallLimits,
    complete?: ModelCompletion,
  ): Promise<string> {
    const { id } = message;
    signal.throwIfAborted();
    if (this.#process.isOver)
      throw new ToolError('Error: The program that runs this tool has ended. It is started anew.');
    return new Promise((resolve, reject) => {
      const settle = () => {
        clearTimeout(timer);
        stopping[Symbol.dispose]();
        this.#waiting.delete(id);
      };
      const waiting: PendingRequest = {
        resolve: (content) => {
          settle();
          resolve(content);
        },
        reject: (error) => {
          settle();
          reject(error);
        },
        complete,
      };
      const stop = (error: Error) => {
        void this.#stop(id, error);
      };
      const late = () => stop(new ToolError(`Error: It took longer than ${timeoutMs / 1000} s and was ended.`));
      const timer = timeoutMs > 0 ? setTimeout(late, timeoutMs) : undefined;
      const stopping = onAbort(signal, (reason) => stop(new ToolError(`Stopped: ${messageOf(reason)}`)));
      this.#waiting.set(id, waiting);
      this.#process.send(message);
    });
  }

  /** Cancels a call; where it does not end at once, or has left processes behind, all of the host is ended. */
  async #stop(id: string, error: Error): Promise<void> {
    const waiting = this.#waiting.get(id);
    if (!waiting) return;
    let hasEnded = false;
    this.#waiting.set(id, { ...waiting, resolve: () => (hasEnded = true), reject: () => (hasEnded = true) });
    this.#process.send({ op: 'cancel', id });
    const until = performance.now() + STOP_MS;
    while (!hasEnded && performance.now() < until) await new Promise((resolve) => setTimeout(resolve, 5));
    const children = hasEnded ? await this.#process.newProcesses() : 0;
    if (!hasEnded || children > 0) this.#process.over('completed', 'A call that was stopped took it along');
    waiting.reject(error);
  }

  #take(message: FromPython): void {
    if (message.op === 'answer') this.#waiting.get(message.id)?.resolve(message.content);
    if (message.op === 'failed') this.#waiting.get(message.id)?.reject(new ToolError(`Error: ${message.message}`));
    if (message.op === 'complete') void this.#complete(message);
  }

  async #complete({ id, messages }: Extract<FromPython, { op: 'complete' }>): Promise<void> {
    const complete = this.#waiting.get(id.slice(0, id.lastIndexOf(':')))?.complete;
    try {
      if (!complete) throw new Error('No model can be asked here');
      this.#process.send({ op: 'completed', id, text: await complete(messages) });
    } catch (error) {
      this.#process.send({ op: 'completed', id, error: messageOf(error) });
    }
  }

  #fileOf({ file, tool, problem, missingModule, isOld, system }: LoadAnswer, name: string): LoadedFile {
    const declaration: ToolDeclaration | undefined =
      tool && pythonDeclaration(name, tool, this.#options.hasRichSchemas);
    return {
      file,
      ...(declaration && { declaration }),
      ...(problem && { problem: { file, ...problem } }),
      ...(missingModule !== undefined && { missingModule }),
      ...(isOld && { isOld }),
      ...(system && { system }),
    };
  }
}

const isSystem = (file: string): boolean => file.startsWith('systems/');
