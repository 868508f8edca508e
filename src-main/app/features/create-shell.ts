import { join } from 'node:path';
import { type ConsoleFeature, createConsole, type ProvidersPort } from '#console';
import { branchesByLine } from '../branches-by-line.ts';
import { callResults } from '../call-results.ts';
import type { AppPorts, ChatFeature } from '../ports.ts';
import { rewindByLine } from '../rewind-by-line.ts';

/** Creates Shell mode, which shares a session's folder and variables with its chat. */
export function createShellFeature(ports: AppPorts, chat: ChatFeature): ConsoleFeature {
  const { config, cleanup, redactor, log, late, ledger, settings, profiles, firstWorkspace } = ports;
  const { dataFolder } = config;
  return cleanup.use(
    createConsole({
      ledger,
      startBlock: ports.terminals.startBlock,
      providers: providersByLine(ports),
      chat,
      rewind: rewindByLine(chat, late.rewind.get),
      branches: branchesByLine(late.branches.get, log),
      results: callResults({ conversation: chat.conversation, outputs: ports.outputs }),
      profiles: {
        known: async (workspace = firstWorkspace()) => {
          await profiles.open(workspace);
          return profiles.list(workspace).map(({ name }) => name);
        },
        initial: (workspace) => profiles.selected(workspace).map(({ name }) => name),
        onChanged: profiles.onChanged,
      },
      environment: config.terminalEnvironment,
      home: config.home,
      firstWorkspace,
      shell: () => ({ mode: settings.current().console.shell, file: loginShell(ports) }),
      quietTimeoutMs: () => settings.current().limits.command_seconds * 1000,
      historyFile: join(dataFolder, 'console-history.jsonl'),
      historyLines: () => settings.current().console.history_lines,
      scratchFolder: join(dataFolder, 'spool'),
      redactor,
      isDebug: config.isDebug,
      log,
    }),
  );
}

/** Providers as the built-ins of Shell mode use them. */
function providersByLine({ providers, workspaceOf }: AppPorts): ProvidersPort {
  const scopeOf = async (session: string) => ({ session, workspace: await workspaceOf(session) });
  return {
    attach: async (spec, context) => {
      const { pid, title, tools } = await providers.attach(spec, { ...context, ...(await scopeOf(context.session)) });
      return { pid, title, tools: tools.map(({ name }) => name) };
    },
    kill: async (pid, session) => providers.kill(pid, await scopeOf(session)),
    status: async (session) => providers.status(await scopeOf(session)),
  };
}

function loginShell({ config, settings }: AppPorts): string {
  return settings.current().terminal.shell ?? config.terminalEnvironment.SHELL ?? '/bin/sh';
}
