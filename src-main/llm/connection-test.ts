import type { ConnectionTest, ProfileProtocol } from '#contract';
import type { OpenAiClientOptions } from './clients/openai-client.ts';
import { serverClient } from './connections.ts';
import { type ConnectionAttempt, connectionAdvice } from './failures/connection-advice.ts';
import { failureOfError, RequestFailure } from './failures/request-failure.ts';
import type { ModelFailure, ModelRequest } from './model-client.ts';
import { AnthropicServer } from './servers/anthropic-server.ts';
import { socketPathOf } from './servers/endpoint.ts';
import { listAddress, listModels } from './servers/list-models.ts';
import { OpenAiServer } from './servers/openai-server.ts';
import { shownUrl } from './servers/shown-url.ts';

/** A server as it is tried. */
export interface TestedServer extends OpenAiClientOptions {
  /** OpenAI's where it is absent. */
  readonly protocol?: ProfileProtocol | undefined;
}

export interface TestLimits {
  /** Longest wait for the list of models, in milliseconds. */
  readonly listMs: number;
  /** Longest wait for a word: a local server may have to load the model first. */
  readonly replyMs: number;
}

const LIMITS: TestLimits = { listMs: 15_000, replyMs: 60_000 };
const NO_RETRIES = { retries: 0, firstMs: 0, maxMs: 0 };

/** A tool is offered, because a model that cannot call any is of no use here and says so at once. */
const PROBE: ModelRequest = {
  messages: [{ role: 'user', text: 'Reply with the word OK.' }],
  tools: [{ name: 'noop', description: 'Does nothing.', parameters: { type: 'object', properties: {} } }],
};

/** Asks a server for its models and one model for a word. Every failure is an answer. */
export async function testConnection(
  options: TestedServer,
  signal: AbortSignal,
  limits: TestLimits = LIMITS,
): Promise<ConnectionTest> {
  const since = performance.now();
  const found = await find(options, signal, limits);
  signal.throwIfAborted();
  return { ...found, message: options.redact(found.message), durationMs: Math.round(performance.now() - since) };
}

type ConnectionFindings = Omit<ConnectionTest, 'durationMs'>;

async function find(options: TestedServer, signal: AbortSignal, limits: TestLimits): Promise<ConnectionFindings> {
  const listed = await listWithin(options, signal, limits.listMs);
  const failure = 'code' in listed ? listed : undefined;
  const models = 'models' in listed ? listed.models : [];
  const isHopeless = failure !== undefined && ['unreachable', 'unauthorized', 'stalled'].includes(failure.code);
  if (failure !== undefined && (isHopeless || options.model === '')) {
    const betterUrl = await findBetterUrl(failure, options, signal, limits);
    return failedTest(failure, {
      baseUrl: options.baseUrl,
      protocol: options.protocol,
      hasKey: Boolean(options.key),
      models,
      betterUrl,
    });
  }
  const model = options.model || (models.length === 1 ? models[0] : undefined);
  if (model === undefined) return withoutModel(shownUrl(options.baseUrl), models);
  const refusal = await askForAWord({ ...options, model }, signal, limits.replyMs);
  if (refusal === undefined) return { ok: true, message: `${model} at ${shownUrl(options.baseUrl)} answers`, models };
  // Where the list came, the path is right and it is the model that is not found.
  const betterUrl = failure && (await findBetterUrl(refusal, options, signal, limits));
  return failedTest(refusal, {
    baseUrl: options.baseUrl,
    protocol: options.protocol,
    hasKey: Boolean(options.key),
    model,
    models,
    betterUrl,
  });
}

function withoutModel(place: string, models: string[]): ConnectionFindings {
  if (models.length > 0) {
    const message = `${place} answers, with ${models.length} models`;
    return { ok: true, message, advice: 'Choose a model.', models };
  }
  return { ok: false, message: `${place} answers, but has no models`, advice: 'Load a model there first.', models };
}

function failedTest(
  failure: Pick<ModelFailure, 'code' | 'message' | 'origin'>,
  tried: ConnectionAttempt,
): ConnectionFindings {
  const advice = connectionAdvice(failure, tried);
  return {
    ok: false,
    message: failure.message,
    ...(advice === undefined ? {} : { advice }),
    models: [...tried.models],
  };
}

async function listWithin(
  options: TestedServer,
  signal: AbortSignal,
  limitMs: number,
): Promise<{ readonly models: string[] } | RequestFailure> {
  const server = options.protocol === 'anthropic' ? new AnthropicServer(options) : new OpenAiServer(options);
  const timeout = AbortSignal.timeout(limitMs);
  try {
    return { models: await listModels(server, AbortSignal.any([signal, timeout])) };
  } catch (error) {
    if (!timeout.aborted) return failureOfError(error, listAddress(server), false);
    const message = `${listAddress(server)} did not answer within ${Math.round(limitMs / 1000)} s`;
    return new RequestFailure('stalled', message);
  } finally {
    await server[Symbol.asyncDispose]();
  }
}

/** The address with `/v1`, where that lists models and the given one does not. */
async function findBetterUrl(
  failure: Pick<ModelFailure, 'code'>,
  options: TestedServer,
  signal: AbortSignal,
  { listMs }: TestLimits,
): Promise<string | undefined> {
  if (options.protocol === 'anthropic' || socketPathOf(options.baseUrl) !== undefined) return undefined;
  const url = new URL(options.baseUrl);
  const trimmed = url.pathname.replace(/\/+$/, '').replace(/\/(chat\/completions|models)$/, '');
  url.pathname = trimmed.endsWith('/v1') ? trimmed : `${trimmed}/v1`;
  if (failure.code !== 'not-found' || shownUrl(url.href) === shownUrl(options.baseUrl)) return undefined;
  const found = await listWithin({ ...options, baseUrl: url.href }, signal, listMs);
  return 'models' in found ? shownUrl(url.href) : undefined;
}

/** Asks for a word, and returns the failure; `undefined` if anything of a reply arrived. */
async function askForAWord(
  options: TestedServer,
  signal: AbortSignal,
  limitMs: number,
): Promise<ModelFailure | undefined> {
  await using client = serverClient(options.protocol, { ...options, backoff: NO_RETRIES, stallMs: limitMs });
  for await (const event of client.stream(PROBE, signal)) {
    if (event.type === 'failed') return event.failure;
    if (event.type !== 'waiting') return undefined;
  }
  return undefined;
}
