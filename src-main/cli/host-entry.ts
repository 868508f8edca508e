import type { Config } from '#app/start/config';
import { hostRuns } from '#app/start/host-lock';
import { processIdentity, processState } from '#app/start/process-identity';
import type { StartNode } from '#process/node-program';
import { type HostCommand, statusCommand, stopCommand } from './host-status.ts';
import { openHost } from './open-host.ts';

/** A host writes down what it still has in this time, in milliseconds. */
const PATIENCE_MS = 90_000;

export async function runStatus(config: Config, isJson: boolean, startNode: StartNode): Promise<void> {
  process.exit(await statusCommand({ ...hostCommand(config, startNode), isJson }));
}

export async function runStop(config: Config, startNode: StartNode): Promise<void> {
  const lifeOf = (pid: number) => {
    const identity = processIdentity(pid);
    return () => processState(identity) !== 'dead';
  };
  process.exit(await stopCommand({ ...hostCommand(config, startNode), lifeOf, patienceMs: PATIENCE_MS }));
}

function hostCommand(config: Config, startNode: StartNode): HostCommand {
  const { stdout, stderr } = process;
  const { dataFolder } = config;
  const join = async () => ((await hostRuns(dataFolder)) ? await openHost(config, startNode) : undefined);
  return { stdout, stderr, dataFolder, join };
}
