import type { Config } from '#app/start/config';
import { joinHost } from '#app/start/host-lock';
import { processIdentity, processState } from '#app/start/process-identity';
import { type HostCommand, statusCommand, stopCommand } from './host-status.ts';
import { joinedHost } from './open-host.ts';

/** A host writes down what it still has in this time, in milliseconds. */
const PATIENCE_MS = 90_000;

export async function runStatus(config: Config, isJson: boolean): Promise<void> {
  process.exit(await statusCommand({ ...hostCommand(config), isJson }));
}

export async function runStop(config: Config): Promise<void> {
  const lifeOf = (pid: number) => {
    const identity = processIdentity(pid);
    return () => processState(identity) !== 'dead';
  };
  process.exit(await stopCommand({ ...hostCommand(config), lifeOf, patienceMs: PATIENCE_MS }));
}

function hostCommand({ dataFolder }: Config): HostCommand {
  const { stdout, stderr } = process;
  const join = async () => {
    const joined = await joinHost(dataFolder);
    return joined && joinedHost(joined);
  };
  return { stdout, stderr, dataFolder, join };
}
