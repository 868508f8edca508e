import { realpath } from 'node:fs/promises';
import type { Config } from '#app/start/config';
import type { StartNode } from '#process/node-program';
import { askAtTerminal } from './ask-at-terminal.ts';
import { openHost } from './open-host.ts';
import { workspaceCommand } from './workspace.ts';

/** `sigma workspace …`, by the host that runs or as the host for a moment. */
export async function runWorkspace(config: Config, words: readonly string[], startNode: StartNode): Promise<void> {
  const { stdout, stderr } = process;
  const code = await workspaceCommand({
    stdout,
    stderr,
    words,
    cwd: process.cwd(),
    realPath: (folder) => realpath(folder),
    ask: askAtTerminal(),
    open: () => openHost(config, startNode),
  });
  process.exit(code);
}
