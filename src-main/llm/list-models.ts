import { z } from 'zod';
import type { OpenAiServer } from './openai-server.ts';
import { RequestFailure } from './request-failure.ts';

const Listing = z.object({ data: z.array(z.object({ id: z.string() })) });
/** Most models that are told of. */
const MAX_MODELS = 1000;

/**
 * The models a server offers.
 *
 * @throws RequestFailure; the signal's reason when it aborts
 */
export async function listModels(server: OpenAiServer, signal: AbortSignal): Promise<string[]> {
  const response = await server.ask('/models', (sdk) => sdk.get('/models', { signal }).asResponse());
  const listing = Listing.safeParse(await response.json().catch(() => undefined));
  signal.throwIfAborted();
  if (listing.success) return listing.data.data.slice(0, MAX_MODELS).map(({ id }) => id);
  throw new RequestFailure(
    'not-found',
    `${server.address('/models')} answered with something else than a list of models`,
  );
}
