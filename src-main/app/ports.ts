import type { createApprovals, ReplacedFilesFinder, RulesFeature } from '#approvals';
import type { BranchesFeature } from '#branches';
import type { CallWatches } from '#call-watch';
import type { ChatOptions, createChat } from '#chat';
import type { ConsoleFeature } from '#console';
import type { LimitRaise } from '#contract';
import type { CleanupStack } from '#core/async/cleanup-stack';
import type { Logger } from '#core/logger';
import type { Redactor } from '#core/secrets/redact';
import type { createOutputs, Limiter } from '#execution';
import type { createFiles } from '#files';
import type { createGuard } from '#guard';
import type { createImages } from '#images/feature';
import type { Keychain, OpenEntry } from '#keychain';
import type { createActivity, Ledger } from '#ledger';
import type { ClientsFeature } from '#llm';
import type { McpFeature } from '#mcp';
import type { StartNode } from '#process/node-program';
import type { ProfilesFeature } from '#profiles';
import type { PromptsFeature } from '#prompts/library';
import type { ProvidersFeature } from '#providers';
import type { SettingsFeature } from '#settings';
import type { createTerminals } from '#terminal';
import type { Policy, QuestionAsker, Runner, ToolSource } from '#tools';
import type { WorkspacesFeature } from '#workspaces';
import type { AiSocketProfiles } from './ai-socket-profiles.ts';
import type { CommandSandbox } from './commands/command-sandbox.ts';
import { LatePort } from './late-port.ts';
import type { Notices } from './notices.ts';
import type { RewindByLine } from './rewind-by-line.ts';
import type { WorkspaceLookup } from './session-workspaces.ts';
import type { Config } from './start/config.ts';
import type { AppLog } from './start/logger.ts';
import type { TrustedFolders } from './trusted-folders.ts';
import type { Workspaces } from './workspaces.ts';

export type ChatFeature = ReturnType<typeof createChat>;
export type FilesFeature = ReturnType<typeof createFiles>;
type RaiseLimit = NonNullable<ChatOptions['raiseLimit']>;

/** Ports of the app before its first feature. Each layer below has those of the layers above it. */
export interface HostPorts {
  readonly config: Config;
  readonly cleanup: CleanupStack;
  readonly redactor: Redactor;
  readonly appLog: AppLog;
  readonly log: Logger;
  readonly notices: Notices;
  readonly workspaces: Workspaces;
  readonly startNode: StartNode;
  /** Another keychain than the system's. */
  readonly openKeychainEntry: OpenEntry | undefined;
  /** `sigma console`: a person's own files say who answers. */
  readonly isConsole: boolean;
  readonly late: LatePorts;
}

/** Features that others use and that are created after them. */
export interface LatePorts {
  readonly runner: LatePort<Runner>;
  readonly chat: LatePort<ChatFeature>;
  readonly shell: LatePort<ConsoleFeature>;
  readonly rewind: LatePort<RewindByLine>;
  /** Raises limits of commands of the adapter's clients; `undefined` for those of others. */
  readonly adapter: LatePort<{ raise(raise: LimitRaise): ReturnType<RaiseLimit> | undefined }>;
  readonly prompts: LatePort<Pick<PromptsFeature, 'renderForModel'>>;
  readonly branches: LatePort<BranchesFeature>;
}

export function latePorts(): LatePorts {
  return {
    runner: new LatePort('The runner'),
    chat: new LatePort('The chat'),
    shell: new LatePort('Shell mode'),
    rewind: new LatePort('Rewind'),
    adapter: new LatePort('The Shell Adapter'),
    prompts: new LatePort('The prompt library'),
    branches: new LatePort('The list of branches'),
  };
}

/** Settings, the record, the guard, and programs on terminals. */
export interface FoundationPorts extends HostPorts, WorkspaceLookup {
  readonly settings: SettingsFeature;
  readonly ledger: Ledger;
  readonly activity: ReturnType<typeof createActivity>;
  readonly guard: ReturnType<typeof createGuard>;
  readonly terminals: ReturnType<typeof createTerminals>;
}

/** Commands of models: their tool, what they run in, and what is kept of them. */
export interface CommandPorts {
  readonly commands: ToolSource;
  readonly outputs: ReturnType<typeof createOutputs>;
  readonly sandbox: CommandSandbox;
  readonly limiter: Limiter;
  readonly foresee: ReplacedFilesFinder;
  readonly raiseLimit: RaiseLimit;
}

/** Features that change files, run commands, and decide about both. */
export interface EffectPorts extends FoundationPorts, CommandPorts {
  readonly files: FilesFeature;
  readonly watch: CallWatches;
  readonly approvals: ReturnType<typeof createApprovals>;
  readonly rules: RulesFeature;
  /** Decides about a call; in a session without anybody it refuses what it would ask about. */
  readonly policy: Policy;
  /** Asks the person; in a session without anybody the answer is no. */
  readonly ask: QuestionAsker;
}

/** Profiles of models, their keys, and a client for each. */
export interface ModelPorts {
  readonly trust: TrustedFolders;
  readonly keychain: Keychain;
  readonly profiles: ProfilesFeature;
  readonly clients: ClientsFeature;
  readonly aiSockets: AiSocketProfiles;
}

/** Features that serve tools, and the runner that every call passes through. */
export interface ServedPorts {
  readonly agents: WorkspacesFeature;
  readonly mcp: McpFeature;
  readonly providers: ProvidersFeature;
  readonly runner: Runner;
  readonly images: ReturnType<typeof createImages>;
}

/** Ports of the features that a turn works with. */
export interface AppPorts extends EffectPorts, ModelPorts, ServedPorts {}
