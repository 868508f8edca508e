import type { Config } from '#app/config';
import type { StartNode } from '#process/node-program';
import { openHost } from './open-host.ts';
import { type SessionWish, sessionCommand } from './session.ts';

/** `sigma session`: a session socket until Ctrl+C or SIGTERM, by the host that runs or as the host. */
export async function runSessionEntry(config: Config, wish: SessionWish, startNode: StartNode): Promise<void> {
  const { stdout, stderr } = process;
  // The workspace is opened as an agent's; the host's own first folder is the same one.
  const open = () => openHost({ ...config, workspace: config.workspace ?? wish.workspace }, startNode);
  process.exit(await sessionCommand({ wish, stdout, stderr, open }));
}
