import type { Report } from '../run.ts';
import { askOver, bareRelay, quickModel, servedSession } from './served.ts';

const CLIENTS = 32;
const EACH = 4;

/** Answers a second for 32 clients at once, each in a conversation of its own, beside a bare relay. */
export async function manyClients(report: Report): Promise<void> {
  await using model = await quickModel();
  await using session = await servedSession(model.baseUrl);
  await using bare = await bareRelay(model.baseUrl);
  // Conversations are made, and code is compiled, before anything is measured.
  await rate(session.path, 1);
  await rate(bare.path, 1);
  const ours = await rate(session.path, EACH);
  const theirs = await rate(bare.path, EACH);
  report({ name: 'session socket, 32 clients', value: ours, unit: 'answers/s' });
  report({ name: 'bare relay, 32 clients', value: theirs, unit: 'answers/s' });
  report({ name: '32 clients beside a bare relay', value: ours / theirs, unit: 'ratio', atLeast: 0.5 });
}

async function rate(path: string, each: number): Promise<number> {
  const begun = performance.now();
  await Promise.all(
    Array.from({ length: CLIENTS }, async (_, client) => {
      for (let round = 0; round < each; round++) await askOver(path, `c${client}`);
    }),
  );
  return (CLIENTS * each * 1000) / (performance.now() - begun);
}
