import { dirname, resolve } from 'node:path';
import { type RestState, SYSTEM_PROMPT } from '#contract';
import { AppError } from '#core/app-error';
import { CleanupStack } from '#core/async/cleanup-stack';
import { Emitter, type Subscribe } from '#core/async/emitter';
import { Mutex } from '#core/async/mutex';
import { LiveValue } from '#core/async/streams';
import type { Logger } from '#core/logger';
import type { Redactor } from '#core/secrets/redact';
import { TokenFile } from '#core/secrets/token-file';
import { isLoopbackHost } from '#core/servers/loopback';
import { percentDecoded } from '#core/text/percent-decoded';
import type { PromptEngine } from '../ports.ts';
import { refreshAll } from '../registry/refresh-all.ts';
import { readRestFile } from './config/read-rest-file.ts';
import type { RestFile } from './config/rest-file.ts';
import { LogLines } from './log-lines.ts';
import { type FileEnginePorts, openFileEngine } from './open-file-engine.ts';
import type { ChatRecord, LlmPort, RestConfig, RestLog, RestServer } from './rest-ports.ts';

export interface RestServiceOptions {
  /** The app's own, for what is started in Settings. */
  readonly engine: PromptEngine;
  /** Dependencies of an engine that is configured by a file. */
  readonly file: FileEnginePorts;
  /** Profiles. */
  readonly llm: LlmPort;
  /** Record of what models are asked. */
  readonly record?: ChatRecord | undefined;
  readonly settings: () => { readonly port: number; readonly systemPrompt: string };
  readonly tokenFile: string;
  readonly version: string;
  readonly redactor: Redactor;
  readonly log: Logger;
}

export interface RestStart {
  readonly port?: number | undefined;
  /** Path of a `config.yaml`; one that is not there stands for its defaults. */
  readonly config?: string | undefined;
  /** One that is on by the same file is as good. */
  readonly mayBeOn?: boolean | undefined;
}

interface RunningRest {
  readonly rest: RestServer;
  readonly file: string | undefined;
  readonly needsToken: boolean;
  readonly engine: PromptEngine;
  readonly cleanup: CleanupStack;
}

const OFF: RestState = { isOn: false, needsToken: true, requests: 0, failures: 0 };
/** Problems of records that its state names. */
const SHOWN_PROBLEMS = 10;

/** The REST API as the app has it: on or off, by the settings or by a file. What is asked of it is done one after another. */
export class RestService implements AsyncDisposable {
  readonly state = new LiveValue<RestState>(OFF);
  /** Lines of the log, where a file has asked for them on standard output. */
  readonly onLog: Subscribe<string>;
  readonly #lines = new Emitter<string>();
  readonly #options: RestServiceOptions;
  readonly #token: TokenFile;
  #on: RunningRest | undefined;
  #isDisposed = false;
  readonly #mutex = new Mutex();

  constructor(options: RestServiceOptions) {
    this.#options = options;
    this.#token = new TokenFile(options.tokenFile, options.redactor);
    this.onLog = this.#lines.subscribe;
  }

  /** @throws AppError INVALID_INPUT with every problem of the file, CONFLICT while it is on, UNAVAILABLE */
  start({ port, config, mayBeOn = false }: RestStart): Promise<{ url: string; wasOn?: boolean }> {
    const path = config === undefined ? undefined : resolve(config);
    return this.#mutex.run(async () => {
      if (this.#isDisposed) throw new AppError('UNAVAILABLE', 'Sigma Shell is closing');
      const on = this.#on;
      if (on && mayBeOn && on.file === path) return { url: on.rest.url, wasOn: true };
      if (on) throw new AppError('CONFLICT', 'The REST API is on already', { where: on.rest.url });
      try {
        this.#on = await (path === undefined ? this.#bySettings(port) : this.#byFile(path));
      } catch (error) {
        this.state.set({ ...OFF, ...(error instanceof AppError && { problem: error.message }) });
        throw error;
      }
      const { rest, engine, cleanup } = this.#on;
      rest.counts.onChanged(() => this.#show());
      cleanup.add(engine.state.onChanged(() => this.#show()));
      this.#show();
      this.#options.log.info('rest.started', { url: this.#on.rest.url, file: path });
      return { url: this.#on.rest.url };
    });
  }

  stop(): Promise<void> {
    return this.#mutex.run(async () => {
      const on = this.#on;
      if (!on) return;
      this.#on = undefined;
      try {
        await on.cleanup[Symbol.asyncDispose]();
      } finally {
        this.state.set(OFF);
        this.#options.log.info('rest.stopped', {});
      }
    });
  }

  /** Reads its store again. @throws AppError CONFLICT while it is off, UNAVAILABLE if it cannot be read */
  async reload(): Promise<void> {
    if (!this.#on) throw new AppError('CONFLICT', 'The REST API is off', { advice: 'Start it first' });
    await refreshAll(this.#on.engine);
  }

  /** Returns the token that programs must present. @throws AppError NOT_FOUND if none is needed, UNAVAILABLE */
  token(): Promise<string> {
    return this.#mutex.run(async () => {
      if (!this.#on || this.#on.needsToken) return await this.#token.open();
      throw new AppError('NOT_FOUND', 'Programs of this machine need no token', { where: this.#on.file });
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isDisposed = true;
    await this.stop();
  }

  async #bySettings(given: number | undefined): Promise<RunningRest> {
    const { engine, llm, record, settings, log } = this.#options;
    const cleanup = new CleanupStack();
    const config: RestConfig = {
      host: '127.0.0.1',
      port: given ?? settings().port,
      ...(await this.#access(false)),
      systemPrompt: () => settings().systemPrompt,
      version: this.#options.version,
    };
    const rest = await listen({ engine, llm, record, config, log: appLog(log) });
    cleanup.add(() => rest.stop());
    return { rest, file: undefined, needsToken: true, engine, cleanup };
  }

  async #byFile(path: string): Promise<RunningRest> {
    const file = await readRestFile(path);
    const { host, port } = file.server.listen_addr;
    const { redactor, version, record } = this.#options;
    for (const secret of configuredSecrets(file)) redactor.addKey(secret);
    const cleanup = new CleanupStack();
    try {
      const log = cleanup.use(this.#logOf(file, dirname(path)));
      const { engine } = cleanup.use(await openFileEngine(file, this.#options.file, log));
      const isAtHome = isLoopbackHost(host);
      const config: RestConfig = {
        host,
        port,
        ...(await this.#access(true)),
        systemPrompt: () => file.llm.system_prompt ?? SYSTEM_PROMPT,
        version,
      };
      const rest = await listen({ engine, llm: llmOfFile(file, this.#options.llm), record, config, log });
      cleanup.add(() => rest.stop());
      return { rest, file: path, needsToken: !isAtHome, engine, cleanup };
    } catch (error) {
      await cleanup[Symbol.asyncDispose]();
      throw error;
    }
  }

  async #access(trustsLoopback: boolean): Promise<Pick<RestConfig, 'token' | 'trustsLoopback'>> {
    await this.#token.open();
    return { token: () => this.#token.current, trustsLoopback };
  }

  #logOf(file: RestFile, folder: string): LogLines {
    const { redactor } = this.#options;
    return new LogLines({
      file,
      folder,
      write: (lines) => this.#lines.emit(lines),
      isRead: () => this.#lines.hasListeners,
      clean: (text) => redactor.text(text),
    });
  }

  #show(): void {
    const on = this.#on;
    if (!on) return;
    const { url, counts } = on.rest;
    const { file, needsToken, engine } = on;
    const { store, problems } = engine.state.value;
    this.state.set({
      isOn: true,
      url,
      needsToken,
      ...counts.value,
      store: store.place,
      isWatched: store.isWatched,
      problemCount: problems.length,
      problems: problems.slice(0, SHOWN_PROBLEMS),
      ...(file !== undefined && { file }),
    });
  }
}

/** Keys and passwords, as they are and as an address has them. */
function configuredSecrets({ llm, redis }: RestFile): readonly string[] {
  const [, inAddress = ''] = /^\s*[a-z]+:\/\/[^:@/]*:(.*)@/i.exec(redis.addr ?? '') ?? [];
  const { password } = new URL(llm.api_base ?? 'http://localhost');
  const all = [llm.api_key, redis.password ?? '', inAddress, password];
  return [...all, percentDecoded(inAddress), percentDecoded(password)];
}

/** Loads the server with the first start. */
async function listen(options: Parameters<typeof import('./create-rest.ts').createRest>[0]): Promise<RestServer> {
  const { createRest } = await import('./create-rest.ts');
  return await createRest(options);
}

/** The app's log has what went wrong; a line for every request would drown it. */
function appLog(log: Logger): RestLog {
  return {
    request: (line) => {
      if (line.status >= 500) log.error('rest.request', { ...line });
    },
    error: (event, fields) => log.error(event, fields),
  };
}

/** The server that `config.yaml` names; `others` where it names none. */
function llmOfFile({ llm }: Pick<RestFile, 'llm'>, others: LlmPort): LlmPort {
  const { api_base: base, api_key: apiKey, model: usual } = llm;
  if (base === undefined) return { resolve: (model, signal) => others.resolve(model ?? usual, signal) };
  const bare = base.replace(/\/+$/, '');
  const baseUrl = bare.endsWith('/v1') ? bare : `${bare}/v1`;
  return {
    resolve: async (given) => {
      const model = given ?? usual;
      return model === undefined ? undefined : { baseUrl, apiKey, model };
    },
  };
}
