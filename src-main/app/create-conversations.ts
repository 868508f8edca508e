import { join } from 'node:path';
import type { BranchesFeature } from '#branches';
import { type ChatOptions, type CommandContext, createChat, type PromptMessages, type PromptRequest } from '#chat';
import { createConsole, type Mention, type ProvidersPort, type StartBlock } from '#console';
import type { CleanupStack } from '#core/cleanup-stack';
import type { Logger } from '#core/logger';
import type { Redactor } from '#core/redact';
import type { Ledger } from '#ledger';
import type { StartProblem } from '#profiles';
import type { SettingsFeature } from '#settings';
import type { Ask, Runner } from '#tools';
import type { WorkspacesFeature } from '#workspaces';
import { branchesByLine } from './branches-by-line.ts';
import { type CallResultsOptions, callResults } from './call-results.ts';
import type { Config } from './config.ts';
import type { Models } from './create-models.ts';
import { type PackPoint, type RewindByLine, rewindByLine } from './rewind-by-line.ts';
import type { WorkspaceLookup } from './session-workspaces.ts';

export interface ConversationsOptions extends WorkspaceLookup, Pick<Models, 'profiles' | 'clients' | 'aiSockets'> {
  readonly config: Config;
  readonly cleanup: CleanupStack;
  readonly redactor: Redactor;
  readonly log: Logger;
  readonly ledger: Ledger;
  readonly settings: SettingsFeature;
  readonly runner: Runner;
  readonly ask: Ask;
  readonly agents: Pick<WorkspacesFeature, 'agentOf'>;
  readonly providers: ProvidersPort;
  readonly outputs: CallResultsOptions['outputs'];
  readonly raiseLimit: NonNullable<ChatOptions['raiseLimit']>;
  readonly onTurnEnding: NonNullable<ChatOptions['onTurnEnding']>;
  /** `workspace` is that of the session, where it is not the first. */
  readonly renderPrompt: (prompt: PromptRequest & { readonly workspace?: string }) => Promise<PromptMessages>;
  /** Ends those that serve this session alone. */
  readonly endProviders: (session: string) => Promise<void>;
  readonly startBlock: StartBlock;
  /** Made after this, of this. */
  readonly rewind: () => RewindByLine;
  readonly branches: () => Pick<BranchesFeature, 'actions'>;
  readonly packPoint: PackPoint;
}

/** A session's modes: chat with each of its profiles, and Shell, in one place. */
export function createConversations(options: ConversationsOptions) {
  const { config, cleanup, redactor, log, ledger, settings, profiles, clients, aiSockets, firstWorkspace } = options;
  const findProfile = (name: string, workspace: string) => aiSockets.find(name) ?? profiles.find(name, workspace);
  const chat = cleanup.use(
    createChat({
      ledger,
      runner: options.runner,
      ask: options.ask,
      models: {
        open: profiles.open,
        find: findProfile,
        selected: profiles.selected,
        problem: (workspace) => profileProblem(profiles.startProblem(workspace)),
        clientFor: (name, workspace) => {
          const profile = findProfile(name, workspace);
          return profile && clients.clientFor(profile);
        },
        demo: () => (settings.current().model.demo ? clients.demo : undefined),
      },
      isBusy: (session): Promise<boolean> => shell.isRunning(session),
      onRemoving: async (session) => {
        await options.endProviders(session);
        shell.forget(session);
      },
      place: (session): Promise<CommandContext> => shell.place(session),
      mentions: (session, text): Promise<readonly Mention[]> => shell.mentions(session, text),
      ...{ raiseLimit: options.raiseLimit, onTurnEnding: options.onTurnEnding },
      renderPrompt: async (prompt, session) => {
        const workspace = await options.workspaceOf(session);
        return await options.renderPrompt(workspace === firstWorkspace() ? prompt : { ...prompt, workspace });
      },
      maxRounds: () => settings.current().limits.rounds,
      prices: () => Object.entries(settings.current().chat.prices).map(([model, price]) => ({ model, ...price })),
      spendingCap: () => settings.current().chat.spending_cap,
      permission: () => settings.current().approvals.mode,
      ...{ workspaceOf: options.workspaceOf, openWorkspace: options.openWorkspace },
      agentOf: async (session) => await options.agents.agentOf(await options.workspaceOf(session), session),
      ...{ appVersion: config.version, log },
    }),
  );
  const shell = cleanup.use(
    createConsole({
      ledger,
      ...{ startBlock: options.startBlock, providers: options.providers },
      chat,
      ...byLine(chat, options),
      results: callResults({ conversation: chat.conversation, outputs: options.outputs }),
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
      shell: () => ({ mode: settings.current().console.shell, file: loginShell(config, settings) }),
      quietTimeoutMs: () => settings.current().limits.command_seconds * 1000,
      historyFile: join(config.dataFolder, 'console-history.jsonl'),
      historyLines: () => settings.current().console.history_lines,
      scratchFolder: join(config.dataFolder, 'spool'),
      redactor,
      isDebug: config.isDebug,
      log,
    }),
  );
  return { chat, shell };
}

/** Operations of Shell mode on messages and branches by their number. */
function byLine(chat: Parameters<typeof rewindByLine>[0], options: ConversationsOptions) {
  return {
    rewind: rewindByLine(chat, options.rewind, options.packPoint),
    branches: branchesByLine(options.branches, options.log),
  };
}

/** Returns what is wrong; having no files at all is no problem, because nobody has chosen a model yet. */
function profileProblem(problem: StartProblem | undefined): string | undefined {
  return problem?.kind === 'no-files' ? undefined : problem?.message;
}

function loginShell({ terminalEnvironment }: Config, settings: SettingsFeature): string {
  return settings.current().terminal.shell ?? terminalEnvironment.SHELL ?? '/bin/sh';
}
