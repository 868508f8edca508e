import type { Config } from '#app/start/config';
import type { StartNode } from '#process/node-program';
import { openHost } from '../open-host.ts';
import { mcpServersCommand } from './mcp-servers.ts';

/** `sigma mcp add | list | remove`, by the host that runs or as the host for a moment. */
export async function runMcpServers(config: Config, words: readonly string[], startNode: StartNode): Promise<void> {
  const { stdout, stderr } = process;
  const workspace = config.workspace ?? process.cwd();
  const { environment } = config;
  const open = () => openHost({ ...config, workspace }, startNode);
  process.exit(await mcpServersCommand({ stdout, stderr, words, workspace, environment, open }));
}
