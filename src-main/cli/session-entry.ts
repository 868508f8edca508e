import type { Config } from '#app/start/config';
import type { StartNode } from '#process/node-program';
import { openHost } from './open-host.ts';
import { type SessionArguments, sessionCommand } from './session.ts';

/** `sigma session`: a session socket until Ctrl+C or SIGTERM, by the host that runs or as the host. */
export async function runSessionEntry(config: Config, parsed: SessionArguments, startNode: StartNode): Promise<void> {
  const { stdout, stderr } = process;
  // The workspace is opened as an agent's; the host's own first folder is the same one.
  const open = () => openHost({ ...config, workspace: config.workspace ?? parsed.workspace }, startNode);
  process.exit(await sessionCommand({ parsed, stdout, stderr, open }));
}
