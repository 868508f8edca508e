import { temporaryFolder } from '../../support/temporary-folder.ts';
import type { Report } from '../run.ts';
import { longSessions, takeTurns } from './long-session.ts';
import { residentMb } from './process-figures.ts';

const SESSIONS = 30;
const MAX_MB = 150;
/** Time after which everything kept temporarily has been released. */
const REST_MS = 60_000;

/** Measures the memory of the host when `turns` turns in thirty sessions are over and none of them is shown. */
export async function reportMemory(report: Report, turns: number): Promise<void> {
  await using folder = await temporaryFolder();
  await using sessions = await longSessions({ folder: folder.path });
  const { host } = sessions;
  using connected = await host.connect();
  const { api } = connected;
  const control = await residentMb(host.pid);
  for (let index = 0; index < SESSIONS; index += 1) {
    const { id } = await api.sessions.create({});
    await takeTurns(api, id, [1, Math.round(turns / SESSIONS)]);
  }
  const busy = await residentMb(host.pid);
  await new Promise((resolve) => setTimeout(resolve, REST_MS));
  const note = `${turns} turns in ${SESSIONS} sessions; ${Math.round(busy)} MB at their end, ${Math.round(control)} MB before`;
  report({
    name: 'host RSS at rest',
    value: Math.round(await residentMb(host.pid)),
    unit: 'MB',
    atMost: MAX_MB,
    note,
  });
}
