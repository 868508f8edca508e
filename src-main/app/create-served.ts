import { splitWords } from '#console';
import { createRunner, type Policy, type WritingCall } from '#tools';
import { outsideAgents, skillReader } from './agent-tools.ts';
import { createAgents } from './create-agents.ts';
import type { createConversations } from './create-conversations.ts';
import type { createEffects } from './create-effects.ts';
import type { createFoundations } from './create-foundations.ts';
import { createImagesFeature } from './create-images.ts';
import type { Models } from './create-models.ts';
import { createProviders, type ProviderFeaturesOptions } from './create-providers.ts';
import type { FeatureOptions } from './feature-options.ts';

type Effects = Awaited<ReturnType<typeof createEffects>>;
type Conversations = ReturnType<typeof createConversations>;

/** Dependencies that every feature is created with. */
type FeatureContext = Pick<
  ProviderFeaturesOptions,
  | 'config'
  | 'cleanup'
  | 'redactor'
  | 'log'
  | 'ledger'
  | 'settings'
  | 'workspaceOf'
  | 'openWorkspace'
  | 'firstWorkspace'
  | 'watch'
  | 'ask'
>;

export interface ServedOptions {
  readonly options: FeatureOptions;
  readonly known: FeatureContext;
  readonly models: Models;
  readonly guard: Awaited<ReturnType<typeof createFoundations>>['guard'];
  readonly effects: Pick<Effects, 'commands' | 'outputs' | 'files' | 'sandbox' | 'limiter'>;
  readonly policy: Policy;
  /** Called before each call that is not proven to be read-only. */
  readonly beforeWriting: (call: WritingCall) => Promise<void>;
  /** Returns the chat, which is created later and uses this. */
  readonly chat: () => Conversations['chat'];
  readonly shell: () => Conversations['shell'];
}

/**
 * Creates what serves tools (agent workspaces, providers, MCP, our own) and the runner that every call passes through.
 */
export async function createServed(served: ServedOptions) {
  const { options, known, models, guard, effects, policy, beforeWriting, chat, shell } = served;
  const { config, cleanup, notices, workspaces, startNode } = options;
  const { commands, outputs, files, sandbox, limiter } = effects;
  const own = [commands, outputs.tools, files.tools];
  const ownTools = () => own.flatMap((source) => source.tools()).map(({ name }) => name);
  const agents = createAgents({
    ...known,
    ...{ sandbox, limiter, ownTools, startNode, held: files },
    runner: () => runner,
    runningSessions: () => chat().runningSessions(),
  });
  const { mcp, providers } = await createProviders({
    ...known,
    ...{ ownTools, startNode, trust: models.trust, keychain: models.keychain },
    onWorkspaceOpened: workspaces.onOpened,
    runner: () => runner,
    titleOf: (session) => chat().titleOf(session),
    liveCall: (session, callId) => chat().foreignCall(session, callId),
    cwdOf: async (session) => (await shell().place(session)).cwd,
    words: (line) => splitWords(line, { variables: config.terminalEnvironment, home: config.home }),
  });
  // Ended after the chat, which stops what runs, and before the ledger, on which what was stopped is still recorded.
  const runner = cleanup.use(
    createRunner({
      sources: [
        providers.tools,
        agents.tools,
        ...own.map((source) => outsideAgents(source, () => agents)),
        skillReader(files.tools, () => agents),
      ],
      guard: guard.guard,
      knowsAliases: guard.knowsToolAliases,
      ...{ policy, beforeWriting },
      ...{ ask: known.ask, watch: known.watch },
      onLeftOut: (why) => notices.add('warning', 'A tool is left out', why),
      log: known.log,
    }),
  );
  return { agents, images: createImagesFeature({ ...known, agents }), mcp, providers, runner };
}
