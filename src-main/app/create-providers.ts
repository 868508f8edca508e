import { join } from 'node:path';
import type { AliveProgram, CallWatches } from '#call-watch';
import type { ProviderView, Workspace } from '#contract';
import { messageOf } from '#core/app-error';
import type { CleanupStack } from '#core/cleanup-stack';
import type { Subscribe } from '#core/emitter';
import type { Logger } from '#core/logger';
import type { Redactor } from '#core/redact';
import type { Ledger } from '#ledger';
import { createMcp, type LiveCall } from '#mcp';
import type { StartNode } from '#process/node-program';
import {
  createProviders as createProviderHost,
  isElsewhere,
  newJsPackage,
  openJsPackage,
  programOpener,
} from '#providers';
import type { SettingsFeature } from '#settings';
import type { Ask, Runner } from '#tools';
import type { Config } from './config.ts';
import type { Models } from './create-models.ts';
import { mcpSession, providerSession } from './foreign-sessions.ts';
import type { WorkspaceLookup } from './session-workspaces.ts';

export interface ProviderFeaturesOptions extends WorkspaceLookup, Pick<Models, 'trust' | 'keychain'> {
  readonly config: Config;
  readonly cleanup: CleanupStack;
  readonly redactor: Redactor;
  readonly log: Logger;
  readonly ledger: Ledger;
  readonly settings: SettingsFeature;
  readonly ask: Ask;
  readonly watch: CallWatches;
  readonly startNode: StartNode;
  readonly onWorkspaceOpened: Subscribe<Workspace>;
  /** The runner is made after this, of this. */
  readonly runner: () => Runner;
  /** Names of our own tools. */
  readonly ownTools: () => readonly string[];
  readonly titleOf: (session: string) => string;
  readonly liveCall: (session: string, callId: string) => Promise<LiveCall>;
  readonly cwdOf: (session: string) => Promise<string>;
  /** A typed line in words. @throws AppError INVALID_INPUT */
  readonly words: (line: string) => readonly string[];
}

/** Tools that others serve to us, and ours that are served to them. */
export async function createProviders(options: ProviderFeaturesOptions) {
  const { config, cleanup, redactor, log, ledger, settings, trust, firstWorkspace } = options;
  const { dataFolder, installFolder, version } = config;
  const mcp = cleanup.use(
    await createMcp({
      file: join(dataFolder, 'mcp.json'),
      version,
      command: 'sigma mcp',
      media: { keep: (bytes, keeping) => ledger.content.keep(redactor.bytes(bytes), keeping) },
      redactor,
      log,
      server: {
        run: (call, context) => options.runner().run(call, context),
        tools: () => options.runner().tools({ workspace: firstWorkspace() }),
        onAlive: (titles) => {
          const workspace = firstWorkspace();
          options.watch.alive(
            'mcp',
            titles.map((title) => ({ title, workspace })),
          );
        },
        openSession: (title) =>
          mcpSession({ ledger, workspace: firstWorkspace(), version }, title, settings.current().approvals.mode),
        live: options.liveCall,
      },
    }),
  );
  const providers = cleanup.use(
    await createProviderHost({
      open: {
        program: programOpener({ log, redact: (text) => redactor.text(text) }),
        js: openJsPackage(options.startNode, {
          module: join(installFolder, 'out', 'main', 'js-host.js'),
          folder: join(dataFolder, 'js-packages'),
        }),
        mcp: mcp.openLink,
      },
      reservedNames: options.ownTools,
      file: join(dataFolder, 'providers.yaml'),
      firstWorkspace,
      openWorkspace: options.openWorkspace,
      environment: config.terminalEnvironment,
      trust: { has: trust.has, add: (folder) => trust.set(folder, true) },
      secrets: options.keychain,
      ...{ ask: options.ask, watch: options.watch },
      runner: options.runner,
      sessionFor: async ({ session, workspace }) => {
        if (session === undefined) return await providerSession({ ledger, workspace, version });
        const [cwd, events] = await Promise.all([options.cwdOf(session), ledger.session(session)]);
        return { session, title: options.titleOf(session), cwd, ledger: events };
      },
      limits: () => {
        const { ready_seconds: ready, call_seconds: call, max_tools: maxTools } = settings.current().providers;
        return { readyMs: ready * 1000, callMs: call * 1000, maxTools };
      },
      onSecret: (secret) => redactor.addKey(secret),
      words: options.words,
      newPackage: newJsPackage(join(installFolder, 'resources', 'sample-provider-ts')),
      log,
    }),
  );
  cleanup.add(providers.list.onChanged(() => mcp.toolsChanged()));
  const recall = ({ path }: Workspace) =>
    providers.recall(path).catch((error: unknown) => log.warn('providers.unrecalled', { error: messageOf(error) }));
  cleanup.add(options.onWorkspaceOpened((workspace) => void recall(workspace)));
  cleanup.add(providers.list.onChanged((all) => options.watch.alive('providers', programsIn(all))));
  return { mcp, providers };
}

/** Lists providers that could change files here by themselves. */
function programsIn(all: readonly ProviderView[]): AliveProgram[] {
  const here = all.filter(({ state, spec }) => RUNS.has(state) && !isElsewhere(spec));
  return here.map(({ title, workspace }) => ({ title, workspace }));
}

const RUNS: ReadonlySet<ProviderView['state']> = new Set(['initializing', 'running', 'changed']);
