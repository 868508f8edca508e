import { join } from 'node:path';
import type { Config } from '#app/start/config';
import { MCP_FILE_NAME } from '#contract';
import { runBridge } from './mcp-bridge.ts';

/** `sigma mcp`: our tools on standard input and output, for programs that speak MCP. */
export async function runMcp({ dataFolder, version }: Config): Promise<void> {
  const { stdin: input, stdout: output } = process;
  if (input.isTTY) {
    process.stderr.write(
      'sigma mcp speaks MCP on its standard input: name it as the command in the settings of an MCP client.\n',
    );
  }
  process.exitCode = await runBridge({ input, output, file: join(dataFolder, MCP_FILE_NAME), version });
}
