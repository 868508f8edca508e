import { join } from 'node:path';
import { messageOf } from '#core/app-error';
import type { CleanupStack } from '#core/cleanup-stack';
import type { Logger } from '#core/logger';
import { type HeldChanges, holdBack, type Limiter } from '#execution';
import type { Ledger } from '#ledger';
import type { StartNode } from '#process/node-program';
import type { SettingsFeature } from '#settings';
import { type Ask, askPerson, type Runner } from '#tools';
import { createAgents as createAgentsFeature, type RecordEvent } from '#workspaces';
import { agentHosts } from './agent-hosts.ts';
import type { CommandSandbox } from './command-sandbox.ts';
import type { Config } from './config.ts';
import { workspacesSession } from './foreign-sessions.ts';
import type { WorkspaceLookup } from './session-workspaces.ts';

export interface AgentsOptions extends WorkspaceLookup {
  readonly config: Config;
  readonly cleanup: CleanupStack;
  readonly log: Logger;
  readonly ledger: Ledger;
  readonly settings: SettingsFeature;
  readonly sandbox: CommandSandbox;
  readonly limiter: Limiter;
  /** Takes changes back that may not stand by themselves. */
  readonly held: HeldChanges;
  readonly startNode: StartNode;
  readonly ask: Ask;
  /** The runner is made after this, of this. */
  readonly runner: () => Runner;
  /** Names of our own tools. */
  readonly ownTools: () => readonly string[];
  /** Sessions with a running turn. */
  readonly runningSessions: () => readonly string[];
}

/** Agent workspaces, plugged into the app: their box, limits, record and tools. */
export function createAgents(options: AgentsOptions) {
  const { config, cleanup, log, ledger, settings, workspaceOf, openWorkspace } = options;
  const { dataFolder, installFolder, version, commandEnvironment: environment } = config;
  const sessionFor = (workspace: string) => workspacesSession({ ledger, workspace, version });
  const record: RecordEvent = (type, data) =>
    void sessionFor(data.workspace)
      .then(({ ledger: events, cause }) => events.append(type, data, { cause }))
      .catch((error: unknown) => log.error('workspaces.unrecorded', { type, error: messageOf(error) }));
  const feature = cleanup.use(
    createAgentsFeature({
      file: join(dataFolder, 'agent-workspaces.json'),
      trustFolder: join(dataFolder, 'workspace-trust'),
      packagesFolder: join(dataFolder, 'venvs'),
      templates: join(installFolder, 'resources', 'workspaces'),
      content: ledger.content,
      openFolder: openWorkspace,
      openHost: (packagesOf) => agentHosts({ ...options, installFolder, dataFolder, environment, packagesOf }),
      isTurnRunning: async (workspace, but) => {
        const others = options.runningSessions().filter((session) => session !== but);
        const places = await Promise.all(others.map((session) => workspaceOf(session).catch(() => '')));
        return places.includes(workspace);
      },
      holdBack: (outcome, changed, { tool, ...holding }) =>
        holdBack(outcome, changed, { ...holding, held: options.held, by: { tool } }),
      callMs: () => settings.current().workspaces.call_seconds * 1000,
      reservedNames: options.ownTools,
      record,
      runner: options.runner,
      sessionFor,
      confirmIn: (workspace) =>
        askPerson({ ask: options.ask, session: () => sessionFor(workspace), workspace }).confirm,
      ...{ environment, log },
      pythonSetting: () => settings.current().workspaces.python,
    }),
  );
  return feature;
}
