import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Config } from '#app/start/config';
import type { StartNode } from '#process/node-program';
import { openHost } from './open-host.ts';
import { promptsCommand } from './prompts.ts';

/** Paths of the file according to the document, in the folder of the start. */
const PLACES = ['config.yaml', 'configs/config.yaml'];

/** `sigma prompts`: the REST API until Ctrl+C or SIGTERM, by the host that runs or as the host. */
export async function runPromptsEntry(config: Config, startNode: StartNode): Promise<void> {
  const { stdout, stderr } = process;
  const isGiven = config.configFile !== undefined;
  const file = resolve(config.configFile ?? PLACES.find((place) => existsSync(place)) ?? 'config.yaml');
  const exitCode = await promptsCommand({ stdout, stderr, file, isGiven, open: () => openHost(config, startNode) });
  process.exit(exitCode);
}
