import { CleanupStack } from '#core/async/cleanup-stack';
import { Emitter } from '#core/async/emitter';
import { createPromptEngine } from '../../src-main/prompts/index.ts';
import type { PromptEngine, PromptStore } from '../../src-main/prompts/ports.ts';
import { createRest } from '../../src-main/prompts/rest/create-rest.ts';
import type { ChatRecord, LlmPort, RequestLine, RestConfig } from '../../src-main/prompts/rest/rest-ports.ts';
import { openFolderStore, openRedisStore } from '../../src-main/prompts/stores/index.ts';
import { createToolCaller } from '../../src-main/prompts/tools/index.ts';
import { type RedisServer, startRedis } from './redis-server.ts';
import { silentLogger } from './silent-logger.ts';
import { temporaryFolder } from './temporary-folder.ts';

export interface RestBoxOptions {
  readonly store: 'folder' | 'redis' | PromptStore;
  readonly llm?: LlmPort;
  readonly record?: ChatRecord;
  readonly config?: Partial<RestConfig>;
  /** Origins of tools. */
  readonly allow?: readonly string[];
  /** Requests are counted, and nothing of them is kept. */
  readonly keepsNoLog?: boolean;
  readonly undefined?: 'guarded' | 'strict' | 'off';
  /** Variables of the app, by key. */
  readonly own?: Readonly<Record<string, unknown>>;
}

export interface RestAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Parsed JSON; `undefined` if the text is not JSON. */
  readonly json: unknown;
}

export interface RestBox extends AsyncDisposable {
  readonly url: string;
  readonly store: PromptStore;
  /** The server behind the store. @throws Error where the store is a folder */
  readonly redis: RedisServer;
  readonly engine: PromptEngine;
  /** Longest one rendering may take. */
  readonly limit: { ms: number };
  readonly requests: readonly RequestLine[];
  readonly warnings: readonly (readonly [string, unknown])[];
  /** Events of faults of the server. */
  readonly errors: readonly string[];
  /** Writes records by key, and has them read. */
  put(records: Readonly<Record<string, unknown>>): Promise<void>;
  remove(...keys: readonly string[]): Promise<void>;
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<RestAnswer>;
  post(path: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<RestAnswer>;
  stop(): Promise<void>;
}

const NOBODY: LlmPort = { resolve: async () => undefined };

/** The REST API over a real store, listening on loopback. */
export async function restBox(options: RestBoxOptions): Promise<RestBox> {
  const cleanup = new CleanupStack();
  const warnings: (readonly [string, unknown])[] = [];
  const requests: RequestLine[] = [];
  const errors: string[] = [];
  const log = { ...silentLogger, warn: (event: string, fields?: unknown) => void warnings.push([event, fields]) };
  try {
    const { store, redis } = await openStore(options.store, cleanup);
    cleanup.use(store);
    const own = {
      keys: () => Object.keys(options.own ?? {}),
      read: async (key: string) => options.own?.[key],
      onChanged: new Emitter<void>().subscribe,
    };
    const mcp = { call: () => Promise.reject(new Error('There are no MCP servers')) };
    const tools = cleanup.use(createToolCaller({ settings: () => ({ allow: options.allow ?? [] }), mcp, log }));
    const refresh = { extension: 300_000, template: 300_000, environ: 300_000, tool: 300_000 };
    // A busy machine takes its time.
    const limit = { ms: 20_000 };
    const settings = { undefined: options.undefined ?? 'guarded', refresh } as const;
    const engine = cleanup.use(
      createPromptEngine({ store, own, tools, settings: () => ({ ...settings, timeoutMs: limit.ms }), log }),
    );
    await engine.ready;
    const config = {
      host: '127.0.0.1',
      port: 0,
      token: () => undefined,
      trustsLoopback: true,
      systemPrompt: () => 'You are a helpful assistant.',
      version: '0.0.0',
      ...options.config,
    };
    const restLog = {
      request: options.keepsNoLog ? () => {} : (line: RequestLine) => void requests.push(line),
      error: (event: string) => void errors.push(event),
    };
    const rest = await createRest({ engine, llm: options.llm ?? NOBODY, record: options.record, config, log: restLog });
    cleanup.add(() => rest.stop());
    return {
      ...restDoors(rest.url, store, engine),
      get redis() {
        if (redis) return redis;
        throw new Error('This box has no Redis');
      },
      limit,
      requests,
      warnings,
      errors,
      stop: rest.stop,
      [Symbol.asyncDispose]: () => cleanup[Symbol.asyncDispose](),
    };
  } catch (error) {
    await cleanup[Symbol.asyncDispose]();
    throw error;
  }
}

async function openStore(
  kind: RestBoxOptions['store'],
  cleanup: CleanupStack,
): Promise<{ store: PromptStore; redis?: RedisServer }> {
  if (typeof kind === 'object') return { store: kind };
  if (kind === 'folder') {
    const folder = cleanup.use(await temporaryFolder());
    return { store: await openFolderStore({ folder: folder.path, log: silentLogger }) };
  }
  const redis = cleanup.use(await startRedis());
  return { redis, store: await openRedisStore({ addr: redis.addr, log: silentLogger }) };
}

function restDoors(url: string, store: PromptStore, engine: PromptEngine) {
  const ask = async (path: string, init: RequestInit = {}): Promise<RestAnswer> => {
    const response = await fetch(`${url}${path}`, init);
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, json: jsonIn(text) };
  };
  return {
    url,
    store,
    engine,
    put: async (records: Readonly<Record<string, unknown>>) => {
      for (const [key, value] of Object.entries(records)) await store.write(key, JSON.stringify(value));
      await engine.refresh();
    },
    remove: async (...keys: readonly string[]) => {
      for (const key of keys) await store.remove(key);
      await engine.refresh();
    },
    get: (path: string, headers: Readonly<Record<string, string>> = {}) => ask(path, { headers }),
    post: (path: string, body?: unknown, headers: Readonly<Record<string, string>> = {}) =>
      ask(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      }),
  };
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
