import { realpath } from 'node:fs/promises';
import { createInterface } from 'node:readline/promises';
import type { Config } from '#app/config';
import type { StartNode } from '#process/node-program';
import { openHost } from './open-host.ts';
import { workspaceCommand } from './workspace.ts';

/** `sigma workspace …`, by the host that runs or as the host for a moment. */
export async function runWorkspace(config: Config, words: readonly string[], startNode: StartNode): Promise<void> {
  const { stdin, stdout, stderr } = process;
  const ask = async (question: string) => {
    const terminal = createInterface({ input: stdin, output: stdout });
    const answer = await terminal.question(question);
    terminal.close();
    return /^y(es)?$/i.test(answer.trim());
  };
  const code = await workspaceCommand({
    ...{ stdout, stderr, words, cwd: process.cwd(), realPath: (folder) => realpath(folder) },
    ...(stdin.isTTY && { ask }),
    open: () => openHost(config, startNode),
  });
  process.exit(code);
}
