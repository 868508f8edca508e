import type { Config } from '#app/config';
import { hostRuns } from '#app/host-lock';
import { identityOf, stateOf } from '#app/process-identity';
import type { StartNode } from '#process/node-program';
import { type HostCommand, statusCommand, stopCommand } from './host-status.ts';
import { openHost } from './open-host.ts';

/** A host writes down what it still has in this time, in milliseconds. */
const PATIENCE_MS = 90_000;

export async function runStatus(config: Config, isJson: boolean, startNode: StartNode): Promise<void> {
  process.exit(await statusCommand({ ...commandOf(config, startNode), isJson }));
}

export async function runStop(config: Config, startNode: StartNode): Promise<void> {
  const lifeOf = (pid: number) => {
    const identity = identityOf(pid);
    return () => stateOf(identity) !== 'dead';
  };
  process.exit(await stopCommand({ ...commandOf(config, startNode), lifeOf, patienceMs: PATIENCE_MS }));
}

function commandOf(config: Config, startNode: StartNode): HostCommand {
  const { stdout, stderr } = process;
  const { dataFolder } = config;
  const join = async () => ((await hostRuns(dataFolder)) ? await openHost(config, startNode) : undefined);
  return { stdout, stderr, dataFolder, join };
}
