import { z } from 'zod';
import { RequestFailure } from '../failures/request-failure.ts';
import { AnthropicServer, MODELS } from './anthropic-server.ts';
import type { OpenAiServer } from './openai-server.ts';

const Listing = z.object({ data: z.array(z.object({ id: z.string() })) });
/** Most models that are told of. */
const MAX_MODELS = 1000;

/**
 * The models a server offers.
 *
 * @throws RequestFailure; the signal's reason when it aborts
 */
export async function listModels(server: OpenAiServer | AnthropicServer, signal: AbortSignal): Promise<string[]> {
  const response = await requestModels(server, signal);
  const listing = Listing.safeParse(await response.json().catch(() => undefined));
  signal.throwIfAborted();
  if (listing.success) return listing.data.data.slice(0, MAX_MODELS).map(({ id }) => id);
  throw new RequestFailure('not-found', `${listAddress(server)} answered with something else than a list of models`);
}

/** Address of a server's list of models, for display. */
export function listAddress(server: OpenAiServer | AnthropicServer): string {
  return server.address(server instanceof AnthropicServer ? MODELS : '/models');
}

function requestModels(server: OpenAiServer | AnthropicServer, signal: AbortSignal): Promise<Response> {
  if (!(server instanceof AnthropicServer)) {
    return server.ask('/models', (sdk) => sdk.get('/models', { signal }).asResponse());
  }
  return server.ask(MODELS, (sdk) => sdk.get(MODELS, { query: { limit: MAX_MODELS }, signal }).asResponse());
}
