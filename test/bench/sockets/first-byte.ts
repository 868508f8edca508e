import type { Report } from '../run.ts';
import { askOver, quickModel, servedSession } from './served.ts';

const ROUNDS = 30;

/** Measures the time of the first words from the model's server to a client of the socket: the median. */
export async function firstByte(report: Report): Promise<void> {
  await using model = await quickModel();
  await using session = await servedSession(model.baseUrl);
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const at = await askOver(session.path, 'bench');
    if (round >= 5) times.push(at - model.state.firstByteAt);
  }
  times.sort((one, other) => one - other);
  const value = times[Math.floor(times.length / 2)] ?? Number.NaN;
  report({ name: "first byte over the socket, beyond the model's own", value, unit: 'ms', atMost: 15 });
}
