import type { Config } from '#app/start/config';
import type { StartNode } from '#process/node-program';
import { adapterCommand } from './adapter.ts';
import { openHost } from './open-host.ts';

/** `sigma adapter`: the Shell Adapter until Ctrl+C or SIGTERM, by the host that runs or as the host. */
export async function runAdapterEntry(config: Config, startNode: StartNode): Promise<void> {
  const { stdin, stdout, stderr } = process;
  const file = config.configFile;
  const exitCode = await adapterCommand({ stdin, stdout, stderr, file, open: () => openHost(config, startNode) });
  // What the terminal still holds open must not keep the process.
  process.exit(exitCode);
}
