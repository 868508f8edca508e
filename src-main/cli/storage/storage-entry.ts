import type { Config } from '#app/start/config';
import type { StartNode } from '#process/node-program';
import { askAtTerminal } from '../ask-at-terminal.ts';
import { openHost } from '../open-host.ts';
import { storageCommand } from './storage.ts';
import type { StorageArguments } from './storage-arguments.ts';

/** `sigma storage …`, by the host that runs or as the host for a moment. */
export async function runStorage(config: Config, parsed: StorageArguments, startNode: StartNode): Promise<void> {
  const { stdout, stderr } = process;
  const open = () => openHost(config, startNode);
  process.exit(await storageCommand({ stdout, stderr, parsed, open, ask: askAtTerminal() }));
}
