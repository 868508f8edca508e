import { listModels } from './list-models.ts';
import { OpenAiServer } from './openai-server.ts';

export interface LocalServer {
  readonly name: string;
  readonly baseUrl: string;
}

/** The usual ports of servers that speak OpenAI's protocol. */
export const USUAL_SERVERS: readonly LocalServer[] = [
  { name: 'Ollama', baseUrl: 'http://127.0.0.1:11434/v1' },
  { name: 'llama.cpp', baseUrl: 'http://127.0.0.1:8080/v1' },
  { name: 'LM Studio', baseUrl: 'http://127.0.0.1:1234/v1' },
];

/** Longest wait for any of them, in milliseconds: they are on this machine. */
const PROBE_MS = 600;

/** Finds the servers that list models. No key is sent: the server has not been chosen yet. */
export async function findLocalServers(
  candidates: readonly LocalServer[],
  signal: AbortSignal,
): Promise<(LocalServer & { models: string[] })[]> {
  // Loaded before the clock starts.
  await Promise.all([import('undici'), import('openai')]);
  const found = await Promise.all(candidates.map((candidate) => probe(candidate, signal)));
  signal.throwIfAborted();
  return found.filter((server) => server !== undefined);
}

async function probe(
  candidate: LocalServer,
  signal: AbortSignal,
): Promise<(LocalServer & { models: string[] }) | undefined> {
  const server = new OpenAiServer({ baseUrl: candidate.baseUrl, environment: {} });
  try {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(PROBE_MS)]);
    return { ...candidate, models: await listModels(server, limit) };
  } catch {
    return undefined;
  } finally {
    await server[Symbol.asyncDispose]();
  }
}
