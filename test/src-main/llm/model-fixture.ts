import type { ModelEvent, ModelReply, ModelRequest } from '#llm';
import { OpenAiClient, type OpenAiClientOptions } from '../../../src-main/llm/clients/openai-client.ts';
import { arrayOf } from '../../support/array-of.ts';
import { silentLogger } from '../../support/silent-logger.ts';

export const QUICK = { retries: 5, firstMs: 2, maxMs: 10 };

export function clientFor(baseUrl: string, options: Partial<OpenAiClientOptions> = {}): OpenAiClient {
  return new OpenAiClient({
    baseUrl,
    model: 'scripted-1',
    topP: 0.25,
    stallMs: 5000,
    environment: {},
    log: silentLogger,
    redact: (text) => text,
    backoff: QUICK,
    ...options,
  });
}

export const REQUEST: ModelRequest = {
  messages: [{ role: 'user', text: 'Hello' }],
  tools: [{ name: 'read_file', description: 'Reads a file', parameters: { type: 'object', properties: {} } }],
};

/** Collects everything a reply brought, and its parts by kind. */
export async function ask(
  client: { stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelEvent> },
  request: ModelRequest = REQUEST,
  signal: AbortSignal = new AbortController().signal,
) {
  const events = await arrayOf(client.stream(request, signal));
  const last = events.at(-1);
  return {
    events,
    text: events.map((event) => (event.type === 'text' ? event.text : '')).join(''),
    waiting: events.filter((event) => event.type === 'waiting'),
    reply: (last?.type === 'done' ? last.reply : undefined) as ModelReply | undefined,
    failure: last?.type === 'failed' ? last.failure : undefined,
  };
}

/** The events of an event stream as text. */
export function sse(...chunks: readonly unknown[]): string {
  return chunks.map((chunk) => `data: ${typeof chunk === 'string' ? chunk : JSON.stringify(chunk)}\n\n`).join('');
}

export const delta = (delta: unknown, finish_reason?: string) => ({ choices: [{ index: 0, delta, finish_reason }] });
