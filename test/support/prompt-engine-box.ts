import type { PromptRecord, PromptStoreState, RenderedPrompt, RenderFailure } from '#contract';
import { AppError } from '#core/app-error';
import { Emitter, type Subscribe } from '#core/async/emitter';
import { LiveValue } from '#core/async/streams';
import type { Logger } from '#core/logger';
import {
  createPromptEngine,
  type EngineSettings,
  type PromptStore,
  type RenderRequest,
  type ToolCaller,
} from '#prompts';
import { EMPTY, type TemplateValue } from '#template';

/** A store in memory, which can be taken away. */
export class MemoryStore implements PromptStore {
  readonly state = new LiveValue<PromptStoreState>({
    kind: 'folder',
    place: 'memory',
    state: 'ready',
    isWatched: true,
  });
  readonly data = new Map<string, string>();
  readonly #changed = new Emitter<readonly string[] | undefined>();
  readonly onChanged = this.#changed.subscribe;
  isDown = false;
  opening = 0;
  /** Waited for before each answer. */
  gate: Promise<unknown> = Promise.resolve();
  scans = 0;

  constructor(records: Readonly<Record<string, unknown>> = {}) {
    for (const [key, value] of Object.entries(records)) this.put(key, value);
  }

  /** Texts are kept as they are. Nobody is told. */
  put(key: string, value: unknown): void {
    this.data.set(key, typeof value === 'string' ? value : JSON.stringify(value));
  }

  tell(keys: readonly string[] | undefined): void {
    this.#changed.emit(keys);
  }

  async scan(prefix: string): Promise<readonly string[]> {
    this.scans += 1;
    await this.#answer();
    return [...this.data.keys()].filter((key) => key.startsWith(prefix)).reverse();
  }

  async read(keys: readonly string[]): Promise<ReadonlyMap<string, string>> {
    await this.#answer();
    return new Map([...this.data].filter(([key]) => keys.includes(key)));
  }

  async write(key: string, value: string): Promise<void> {
    this.put(key, value);
    this.tell([key]);
  }

  async remove(key: string): Promise<void> {
    this.data.delete(key);
    this.tell([key]);
  }

  async [Symbol.asyncDispose](): Promise<void> {}

  async #answer(): Promise<void> {
    await this.gate;
    if (this.isDown) throw new AppError('UNAVAILABLE', 'The store cannot be reached');
  }
}

export const QUIET: EngineSettings = {
  timeoutMs: 20_000,
  undefined: 'guarded',
  refresh: { extension: 1e9, template: 1e9, environ: 1e9, tool: 1e9 },
};

export interface BoxOptions {
  readonly settings?: Partial<EngineSettings>;
  /** Result of tools; by default their arguments, as text. */
  readonly call?: (name: string, args: readonly TemplateValue[], signal: AbortSignal) => unknown;
  readonly now?: () => number;
  readonly own?: ReadonlyMap<string, unknown>;
  readonly ownChanged?: Subscribe<void>;
}

/** An engine over a store in memory, with tools that a function stands in for. */
export async function promptEngineBox(store: PromptStore, options: BoxOptions = {}) {
  const calls: { name: string; args: readonly TemplateValue[] }[] = [];
  const logged: string[] = [];
  const note = (event: string) => void logged.push(event);
  const log: Logger = { debug: note, info: note, warn: note, error: note };
  const tools: Pick<ToolCaller, 'call'> = {
    async call(tool, args, { signal }) {
      calls.push({ name: tool.id, args });
      const value = options.call ? await options.call(tool.callable, args, signal) : `<${args.map(String).join(' ')}>`;
      if (value === undefined) return { outcome: 'empty', value: EMPTY, arguments: {}, error: 'it failed' };
      return { outcome: 'value', value: value as TemplateValue, arguments: {} };
    },
  };
  const own = options.own ?? new Map();
  const engine = createPromptEngine({
    store,
    own: {
      keys: () => [...own.keys()],
      read: async (key) => own.get(key),
      onChanged: options.ownChanged ?? (() => () => {}),
    },
    tools,
    settings: () => ({ ...QUIET, ...options.settings }),
    log,
    ...(options.now && { now: options.now }),
  });
  await engine.ready;

  const outcome = (request: Partial<RenderRequest>) => engine.render({ args: {}, traced: false, ...request });
  return {
    engine,
    calls,
    logged,
    outcome,
    /** Renders a request that must succeed. */
    rendered: async (request: Partial<RenderRequest>): Promise<RenderedPrompt> => {
      const result = await outcome(request);
      if (!result.isRendered) throw new Error(result.failure.message);
      return result.rendered;
    },
    /** The text of a prompt that is one text, of this template. */
    text: async (prompt: string, args: Record<string, unknown> = {}): Promise<string> => {
      const result = await outcome({ draft: promptDraft(prompt), args });
      return result.isRendered ? (result.rendered.messages[0]?.content ?? '') : `${result.failure.status}`;
    },
    failure: async (request: Partial<RenderRequest>): Promise<RenderFailure> => {
      const result = await outcome(request);
      if (result.isRendered) throw new Error(`rendered: ${result.rendered.messages[0]?.content.slice(0, 200)}`);
      return result.failure;
    },
    [Symbol.asyncDispose]: () => engine[Symbol.asyncDispose](),
  };
}

export function promptDraft(prompt: string, parameters: PromptRecord['parameters'] = {}): PromptRecord {
  return { name: 'p', prompt, supports: [], parameters };
}

export function toolRecord(more: Readonly<Record<string, unknown>> = {}) {
  const { name = 't' } = more;
  return {
    name,
    module: 'm',
    type: 'restful',
    restful: { url: 'http://127.0.0.1:1/', method: 'GET' },
    description: 'd',
    supports: ['chat'],
    parameters: {},
    returns: {},
    ...more,
  };
}

export function extensionRecord(
  name: string,
  prompts: readonly unknown[],
  more: Readonly<Record<string, unknown>> = {},
) {
  return {
    name,
    publisher: 'zgsm',
    displayName: name,
    icon: 'i.png',
    description: 'd',
    version: '1.0.0',
    extensionType: 'prompt',
    license: 'MIT',
    engines: { name: 'vscode', version: '>=1.0.0' },
    contributes: { prompts, languages: ['*'], dependences: [] },
    ...more,
  };
}
