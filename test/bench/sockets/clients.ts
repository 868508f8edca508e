import type { Report } from '../run.ts';
import { askOver, bareRelay, quickModel, servedSession, USUAL_PACE } from './served.ts';

const CLIENTS = 32;
const EACH = 3;

interface Rate {
  /** Answers a second. */
  readonly rate: number;
  /** Processor time for an answer, in milliseconds: of the model and the clients, too. */
  readonly cpu: number;
}

/**
 * 32 clients at once, each in a conversation of its own, beside a bare relay of the same stream. Beside a model that streams as
 * models do, which is what is asked for; and beside one that answers at once, so that nothing is left but our own part of a turn.
 */
export async function manyClients(report: Report): Promise<void> {
  const usual = await beside(USUAL_PACE);
  const { words, everyMs } = USUAL_PACE;
  const pace = `a model of ${words} tokens, one each ${everyMs} ms: ${told(usual)}`;
  report({ name: '32 clients beside a bare relay', value: usual.ratio, unit: 'ratio', atLeast: 0.5, note: pace });
  const instant = await beside();
  const part = instant.ours.cpu - instant.bare.cpu;
  const floor = `a model that answers at once: ${told(instant)}; what an answer takes beyond it is its recorded turn`;
  report({ name: 'processor time of a turn, beyond model and client', value: part, unit: 'ms', note: floor });
}

async function beside(pace?: typeof USUAL_PACE) {
  await using model = await quickModel(pace);
  await using session = await servedSession(model.baseUrl);
  await using relay = await bareRelay(model.baseUrl);
  // Conversations are made, and code is compiled, before anything is measured.
  await rateOf(session.path, 1);
  await rateOf(relay.path, 1);
  const ours = await rateOf(session.path, EACH);
  const bare = await rateOf(relay.path, EACH);
  return { ours, bare, ratio: ours.rate / bare.rate };
}

async function rateOf(path: string, each: number): Promise<Rate> {
  const [used, begun] = [process.cpuUsage(), performance.now()];
  await Promise.all(
    Array.from({ length: CLIENTS }, async (_, client) => {
      for (let round = 0; round < each; round++) await askOver(path, `c${client}`);
    }),
  );
  const { user, system } = process.cpuUsage(used);
  const answers = CLIENTS * each;
  return { rate: (answers * 1000) / (performance.now() - begun), cpu: (user + system) / 1000 / answers };
}

function told({ ours, bare }: { readonly ours: Rate; readonly bare: Rate }): string {
  const one = ({ rate, cpu }: Rate) => `${rate.toFixed(1)} answers/s (${cpu.toFixed(1)} ms of processor time each)`;
  return `${one(ours)}, relay ${one(bare)}`;
}
