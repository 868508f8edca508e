import { isPlainObject } from '#contract/plain-object';
import { socketPathOf } from '../servers/endpoint.ts';
import { OpenAiServer, type ServerOptions } from '../servers/openai-server.ts';

export interface ModelOptions extends ServerOptions {
  readonly model: string;
}

/** Largest plausible context size, in tokens; a server that reports more does not know. */
const MAX_PLAUSIBLE = 20_000_000;
/** Hosted services, with all that ends in these names: their own interfaces are none of those below. */
const HOSTED = [
  'openai.com',
  'openai.azure.com',
  'anthropic.com',
  'googleapis.com',
  'openrouter.ai',
  'groq.com',
  'mistral.ai',
  'deepseek.com',
  'x.ai',
  'together.xyz',
  'together.ai',
  'fireworks.ai',
  'cerebras.ai',
  'perplexity.ai',
  'cohere.ai',
];
/** Its list says nothing of contexts. */
const SAYS_NOTHING = ['openai.com', 'openai.azure.com'];

/** Longest wait for each answer, in milliseconds. */
const ANSWER_MS = 3000;

/**
 * The tokens that a model takes at once, as its server says; `undefined` if it does not. Servers are asked in the ways
 * of OpenAI-compatible lists (OpenRouter, vLLM, Groq, Mistral), of Ollama, LM Studio and llama.cpp; hosted services in
 * those they are known to have alone. Never throws.
 */
export async function reportedContext(asked: ModelOptions, signal: AbortSignal): Promise<number | undefined> {
  const isSocket = socketPathOf(asked.baseUrl) !== undefined;
  if (!isSocket && isBelow(asked.baseUrl, SAYS_NOTHING)) return undefined;
  await using compatible = new OpenAiServer(asked);
  const listed = inList(await askServer(compatible, '/models', signal), asked.model);
  if (listed !== undefined || isSocket || isBelow(asked.baseUrl, HOSTED)) return listed;
  await using own = new OpenAiServer({ ...asked, baseUrl: rootOf(asked.baseUrl) });
  return (
    ofOllama(await askServer(own, '/api/ps', signal), asked.model) ??
    ofOllamaModel(await askServer(own, '/api/show', signal, { model: asked.model })) ??
    ofLmStudio(await askServer(own, '/api/v0/models', signal), asked.model) ??
    ofLlamaCpp(await askServer(own, '/props', signal))
  );
}

function isBelow(baseUrl: string, names: readonly string[]): boolean {
  const { hostname } = new URL(baseUrl);
  return names.some((name) => hostname === name || hostname.endsWith(`.${name}`));
}

async function askServer(server: OpenAiServer, path: string, outer: AbortSignal, body?: object): Promise<unknown> {
  const signal = AbortSignal.any([outer, AbortSignal.timeout(ANSWER_MS)]);
  try {
    const response = await server.ask(path, (sdk) =>
      (body === undefined ? sdk.get(path, { signal }) : sdk.post(path, { body, signal })).asResponse(),
    );
    return await response.json();
  } catch {
    return undefined;
  }
}

/** Base URL of the server's own interface, beside the compatible one. */
function rootOf(baseUrl: string): string {
  const url = new URL(baseUrl);
  url.pathname = url.pathname.replace(/\/+$/, '').replace(/\/v1$/, '');
  return url.href;
}

function inList(list: unknown, model: string): number | undefined {
  const entry = listedModels(list, 'data').find((one) => fieldOf(one, 'id') === model);
  return firstSize([
    // What the provider that serves it takes may be less than the model could.
    fieldOf(fieldOf(entry, 'top_provider'), 'context_length'),
    fieldOf(entry, 'context_length'),
    fieldOf(entry, 'max_model_len'),
    fieldOf(entry, 'context_window'),
    fieldOf(entry, 'max_context_length'),
  ]);
}

/** A model that is loaded, with the context it was loaded with. */
function ofOllama(running: unknown, model: string): number | undefined {
  const names = [model, `${model}:latest`];
  const entry = listedModels(running, 'models').find((one) =>
    names.some((name) => fieldOf(one, 'name') === name || fieldOf(one, 'model') === name),
  );
  return firstSize([fieldOf(entry, 'context_length')]);
}

/** Context size set in its model file, else the largest it was made for. */
function ofOllamaModel(shown: unknown): number | undefined {
  const parameters = fieldOf(shown, 'parameters');
  const set = typeof parameters === 'string' ? /^num_ctx\s+(\d+)\s*$/m.exec(parameters)?.[1] : undefined;
  const info = fieldOf(shown, 'model_info');
  const made = isPlainObject(info) ? Object.keys(info).find((key) => key.endsWith('.context_length')) : undefined;
  return firstSize([set === undefined ? undefined : Number(set), made === undefined ? undefined : fieldOf(info, made)]);
}

function ofLmStudio(list: unknown, model: string): number | undefined {
  const entry = listedModels(list, 'data').find((one) => fieldOf(one, 'id') === model);
  return firstSize([fieldOf(entry, 'loaded_context_length'), fieldOf(entry, 'max_context_length')]);
}

function ofLlamaCpp(properties: unknown): number | undefined {
  return firstSize([
    fieldOf(fieldOf(properties, 'default_generation_settings'), 'n_ctx'),
    fieldOf(properties, 'n_ctx'),
  ]);
}

function firstSize(values: readonly unknown[]): number | undefined {
  return values.find((value): value is number => Number.isInteger(value) && isPlausible(value as number));
}

const isPlausible = (tokens: number) => tokens > 0 && tokens <= MAX_PLAUSIBLE;

function listedModels(value: unknown, name: string): readonly unknown[] {
  const entries = fieldOf(value, name);
  return Array.isArray(entries) ? entries : [];
}

function fieldOf(value: unknown, name: string): unknown {
  return isPlainObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}
