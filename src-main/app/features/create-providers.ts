import { join } from 'node:path';
import type { AliveProgram } from '#call-watch';
import { splitWords } from '#console';
import type { ProviderView, Workspace } from '#contract';
import { messageOf } from '#core/app-error';
import { createMcp } from '#mcp';
import { createProviders, isElsewhere, newJsPackage, openJsPackage, programOpener } from '#providers';
import { mcpSession, providerSession } from '../foreign-sessions.ts';
import { secretsIn } from '../keychain-secrets.ts';
import type { EffectPorts, ModelPorts } from '../ports.ts';
import type { OwnTools } from './create-agents.ts';

/** Tools that others serve to us, and ours that are served to them. */
export async function createProviderFeatures(ports: EffectPorts & ModelPorts & OwnTools) {
  const { config, cleanup, redactor, log, late, ledger, settings, trust, firstWorkspace, watch } = ports;
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
        run: (call, context) => late.runner.get().run(call, context),
        tools: () => late.runner.get().tools({ workspace: firstWorkspace() }),
        onAlive: (titles) => {
          const workspace = firstWorkspace();
          watch.alive(
            'mcp',
            titles.map((title) => ({ title, workspace })),
          );
        },
        openSession: (title) =>
          mcpSession({ ledger, workspace: firstWorkspace(), version }, title, settings.current().approvals.mode),
        live: (session, callId) => late.chat.get().foreignCall(session, callId),
      },
    }),
  );
  const providers = cleanup.use(
    await createProviders({
      open: {
        program: programOpener({ log, redact: (text) => redactor.text(text) }),
        js: openJsPackage(ports.startNode, {
          module: join(installFolder, 'out', 'main', 'js-host.js'),
          folder: join(dataFolder, 'js-packages'),
        }),
        mcp: mcp.openLink,
      },
      reservedNames: ports.ownTools,
      file: join(dataFolder, 'providers.yaml'),
      firstWorkspace,
      openWorkspace: ports.openWorkspace,
      environment: config.terminalEnvironment,
      trust: { has: trust.has, add: (folder) => trust.set(folder, true) },
      secrets: secretsIn(ports.keychain),
      ask: ports.ask,
      watch,
      runner: late.runner.get,
      sessionFor: async ({ session, workspace }) => {
        if (session === undefined) return await providerSession({ ledger, workspace, version });
        const [{ cwd }, events] = await Promise.all([late.shell.get().place(session), ledger.session(session)]);
        return { session, title: late.chat.get().titleOf(session), cwd, ledger: events };
      },
      limits: () => {
        const { ready_seconds: ready, call_seconds: call, max_tools: maxTools } = settings.current().providers;
        return { readyMs: ready * 1000, callMs: call * 1000, maxTools };
      },
      onSecret: (secret) => redactor.addKey(secret),
      words: (line) => splitWords(line, { variables: config.terminalEnvironment, home: config.home }),
      newPackage: newJsPackage(join(installFolder, 'resources', 'sample-provider-ts')),
      log,
    }),
  );
  cleanup.add(providers.list.onChanged(() => mcp.toolsChanged()));
  const recall = ({ path }: Workspace) =>
    providers.recall(path).catch((error: unknown) => log.warn('providers.unrecalled', { error: messageOf(error) }));
  cleanup.add(ports.workspaces.onOpened((workspace) => void recall(workspace)));
  cleanup.add(providers.list.onChanged((all) => watch.alive('providers', programsIn(all))));
  return { mcp, providers };
}

/** Lists providers that could change files here by themselves. */
function programsIn(all: readonly ProviderView[]): AliveProgram[] {
  const here = all.filter(({ state, spec }) => RUNS.has(state) && !isElsewhere(spec));
  return here.map(({ title, workspace }) => ({ title, workspace }));
}

const RUNS: ReadonlySet<ProviderView['state']> = new Set(['initializing', 'running', 'changed']);
