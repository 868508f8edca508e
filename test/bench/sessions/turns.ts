import { temporaryFolder } from '../../support/temporary-folder.ts';
import type { Report } from '../run.ts';
import { followAsPage, longSessions, takeTurns } from './long-session.ts';
import { cpuMs } from './process-figures.ts';

const EARLY: readonly [number, number] = [6, 25];

/**
 * Measures the cost of a turn for the host early in a session and at its thousandth, with a page that shows it and
 * without one.
 */
export async function reportTurns(report: Report, last: number): Promise<void> {
  for (const isShown of [true, false]) {
    await using folder = await temporaryFolder();
    await using sessions = await longSessions({ folder: folder.path });
    const { host } = sessions;
    using connected = await host.connect();
    const { api } = connected;
    const { id: session } = await api.sessions.create({});
    const leave = isShown ? followAsPage(api, session) : async () => {};
    const cost = async ([from, to]: readonly [number, number]) => {
      const before = await cpuMs(host.pid);
      await takeTurns(api, session, [from, to]);
      return ((await cpuMs(host.pid)) - before) / (to - from + 1);
    };
    await cost([1, EARLY[0] - 1]);
    const early = await cost(EARLY);
    await cost([EARLY[1] + 1, last - 20]);
    const late = await cost([last - 19, last]);
    await leave();
    const name = isShown ? 'turn with a page' : 'turn without a page';
    const note = `turn ${EARLY[0]} to ${EARLY[1]}: ${early.toFixed(1)} ms, turn ${last - 19} to ${last}: ${late.toFixed(1)} ms`;
    report({ name, value: Math.round((100 * late) / early) / 100, unit: 'x turn 10', atMost: 1.2, note });
  }
}
