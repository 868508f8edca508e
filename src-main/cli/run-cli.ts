import { failOnFullDisk, tolerateClosedOutputs } from '#app/start/closed-outputs';
import { FLAGS_HELP } from '#app/start/command-line';
import { runEntry } from '#app/start/run-entry';
import { type StartNode, startNodeChild } from '#process/node-program';
import { asksForHelp } from './dashed-flags.ts';

const HELP = `sigma: Sigma Shell from the command line

Usage: sigma <command> [options]

Commands
  start [options]     serve the app on this machine and open it in a window
  console [options]   shell and chat in this terminal; also under the name phishell
  adapter [options]   the Shell Adapter: other programs run commands here, over Socket.IO
  prompts [options]   the prompt engine's REST API, by a config.yaml
  mcp [options]       our tools on standard input and output, for programs that speak MCP
  mcp add|list|remove the MCP servers of this folder; sigma mcp help says how
  ai <service>        a model of openai or anthropic on a Unix socket; sigma ai help says how
  session [options]   a workspace's agent on a Unix socket; also under the name psi-session
  serve [options]     the app without a window, until \`sigma stop\`
  status [--json]     how the app that runs is
  stop                ends the app that runs, and waits for its end
  storage [sweep]     what the app keeps on the disk, and removing what nothing refers to; sigma storage help
  workspace <verb>    agents that are folders: create, review, trust …; sigma workspace help says how
  channel <kind>      a session's socket from a terminal or a messenger: cli, repl, tui, telegram, feishu; sigma channel help

Options
${FLAGS_HELP}
`;

/** `ran`: what was started goes on until it ends the process; `answered`: nothing goes on. */
type CommandOutcome = 'ran' | 'answered';

interface CliStart {
  readonly installFolder: string;
  /** Arguments after the command's name. */
  readonly args: readonly string[];
  readonly startNode: StartNode;
}

type CliCommand = (start: CliStart) => Promise<CommandOutcome>;

/** Handlers of the commands, which receive the arguments after the command's name. */
const COMMANDS: Readonly<Record<string, CliCommand>> = {
  start: async ({ installFolder, args, startNode }) => {
    const { runWeb } = await import('#web');
    return runEntry(installFolder, (config) => runWeb(config, startNode), { args });
  },
  console: async ({ installFolder, args, startNode }) => {
    const { runConsoleEntry } = await import('./console-entry.ts');
    return runEntry(installFolder, (config) => runConsoleEntry(config, startNode), { args, entry: 'console' });
  },
  adapter: async ({ installFolder, args, startNode }) => {
    const { runAdapterEntry } = await import('./adapter-entry.ts');
    return runEntry(installFolder, (config) => runAdapterEntry(config, startNode), { args, entry: 'adapter' });
  },
  prompts: async ({ installFolder, args, startNode }) => {
    const { runPromptsEntry } = await import('./prompts-entry.ts');
    return runEntry(installFolder, (config) => runPromptsEntry(config, startNode), { args, entry: 'prompts' });
  },
  mcp: async ({ installFolder, args, startNode }) => {
    const servers = serverWords(args);
    if (servers !== undefined) return await manageServers(servers, { installFolder, startNode });
    const { runMcp } = await import('./mcp/mcp.ts');
    return runEntry(installFolder, runMcp, { args });
  },
  ai: async ({ args }) => {
    if (wantsHelp(args)) {
      const { AI_HELP } = await import('./ai/ai-flags.ts');
      process.stdout.write(`${AI_HELP}\n`);
      return 'answered';
    }
    const { runAiEntry } = await import('./ai/ai-entry.ts');
    await runAiEntry(args);
    return 'ran';
  },
  workspace: async ({ installFolder, args, startNode }) => {
    if (wantsHelp(args)) {
      const { WORKSPACE_HELP } = await import('./workspace.ts');
      const { IMAGE_HELP } = await import('./image/image.ts');
      const { MOUNT_HELP } = await import('./mount/mount-words.ts');
      process.stdout.write(`${WORKSPACE_HELP}\n\n${IMAGE_HELP}\n\n${MOUNT_HELP}\n`);
      return 'answered';
    }
    const { isAboutMounts } = await import('./mount/mount-words.ts');
    if (isAboutMounts(args)) {
      const { runMounts } = await import('./mount/mount-entry.ts');
      return runEntry(installFolder, (config) => runMounts(config, args), { args: [] });
    }
    const { isAboutImage } = await import('./image/image.ts');
    if (isAboutImage(args)) {
      const { runImage } = await import('./image/image-entry.ts');
      await runImage(args);
      return 'answered';
    }
    const { runWorkspace } = await import('./workspace-entry.ts');
    return runEntry(installFolder, (config) => runWorkspace(config, args, startNode), { args: [] });
  },
  storage: async ({ installFolder, args, startNode }) => {
    const { parseStorageArguments } = await import('./storage/storage-arguments.ts');
    const parsed = parseStorageArguments(args);
    if ('said' in parsed) return say(parsed);
    const { runStorage } = await import('./storage/storage-entry.ts');
    return runEntry(installFolder, (config) => runStorage(config, parsed, startNode), { args: [] });
  },
  channel: async ({ installFolder, args }) => {
    const { runChannelEntry } = await import('./channel/channel-entry.ts');
    return runEntry(installFolder, (config) => runChannelEntry(config, args), { args: [] });
  },
  session: async ({ installFolder, args, startNode }) => {
    const { parseSessionArguments } = await import('./session.ts');
    const parsed = parseSessionArguments(args, process.cwd());
    if ('said' in parsed) return say(parsed);
    const { runSessionEntry } = await import('./session-entry.ts');
    return runEntry(installFolder, (config) => runSessionEntry(config, parsed, startNode), { args: [] });
  },
  serve: async ({ installFolder, args, startNode }) => {
    const { runServe } = await import('#web');
    return runEntry(installFolder, (config) => runServe(config, startNode), { args });
  },
  status: async ({ installFolder, args }) => {
    const { parseStatusArguments } = await import('./status-arguments.ts');
    const parsed = parseStatusArguments(args);
    if ('said' in parsed) return say(parsed);
    const { runStatus } = await import('./host-entry.ts');
    return runEntry(installFolder, (config) => runStatus(config, parsed.isJson), { args: [] });
  },
  stop: async ({ installFolder, args }) => {
    if (args[0] !== undefined) return say(usageOfStop(args[0]));
    const { runStop } = await import('./host-entry.ts');
    return runEntry(installFolder, runStop, { args: [] });
  },
  '--version': ({ installFolder, args }) => runEntry(installFolder, async () => {}, { args: ['--version', ...args] }),
  '--help': async () => {
    process.stdout.write(HELP);
    return 'answered';
  },
};

function wantsHelp([first, second]: readonly string[]): boolean {
  return first === undefined || asksForHelp(first) || (second?.startsWith('-') === true && asksForHelp(second));
}

/** Says something in place of a command. */
function say({ said, exitCode }: { readonly said: string; readonly exitCode: number }): CommandOutcome {
  (exitCode === 0 ? process.stdout : process.stderr).write(`${said}\n`);
  process.exitCode = exitCode;
  return 'answered';
}

function usageOfStop(odd: string) {
  const said = 'Usage: sigma stop';
  return asksForHelp(odd) ? { said, exitCode: 0 } : { said: `'${odd}' is not understood. ${said}`, exitCode: 2 };
}

/** `-dir <folder>` may stand before what is to be done. */
function serverWords(args: readonly string[]): { dir: readonly string[]; words: readonly string[] } | undefined {
  const dir = /^--?dir$/.test(args[0] ?? '') ? 2 : /^--?dir=/.test(args[0] ?? '') ? 1 : 0;
  const words = args.slice(dir);
  return ['add', 'list', 'remove', 'help'].includes(words[0] ?? '') ? { dir: args.slice(0, dir), words } : undefined;
}

async function manageServers(
  { dir, words }: NonNullable<ReturnType<typeof serverWords>>,
  { installFolder, startNode }: Pick<CliStart, 'installFolder' | 'startNode'>,
): Promise<CommandOutcome> {
  if (words[0] === 'help') {
    const { MCP_HELP } = await import('./mcp/mcp-servers.ts');
    process.stdout.write(`${MCP_HELP}\n`);
    return 'answered';
  }
  const { runMcpServers } = await import('./mcp/mcp-servers-entry.ts');
  return runEntry(installFolder, (config) => runMcpServers(config, words, startNode), { args: dir });
}

const SHORT: Readonly<Record<string, string>> = {
  '-v': '--version',
  '-version': '--version',
  '-h': '--help',
  '-help': '--help',
  help: '--help',
};

/** Runs `sigma <command>`, under Node or in an Electron without a window, which starts Node programs in its own way. */
export async function runCli(
  installFolder: string,
  [name = '--help', ...args]: readonly string[],
  startNode: StartNode = startNodeChild,
): Promise<CommandOutcome> {
  // Not every command has an entry that sees to it: help and images do without one.
  tolerateClosedOutputs();
  failOnFullDisk();
  const command = COMMANDS[SHORT[name] ?? name];
  if (command) return command({ installFolder, args, startNode });
  process.stderr.write(`sigma: there is no command '${name}'\n\n${HELP}`);
  process.exitCode = 2;
  return 'answered';
}
