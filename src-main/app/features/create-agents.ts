import { join } from 'node:path';
import { messageOf } from '#core/app-error';
import { holdBack } from '#execution';
import { personAsker } from '#tools';
import { createAgents, type RecordWorkspaceEvent } from '#workspaces';
import { agentHosts } from '../agent-hosts.ts';
import { workspacesSession } from '../foreign-sessions.ts';
import type { EffectPorts } from '../ports.ts';

/** Names of our own tools, which no other may have. */
export interface OwnTools {
  readonly ownTools: () => readonly string[];
}

/** Agent workspaces, plugged into the app: their box, limits, record and tools. */
export function createAgentsFeature(ports: EffectPorts & OwnTools) {
  const { config, cleanup, log, late, ledger, settings, workspaceOf, openWorkspace } = ports;
  const { dataFolder, installFolder, version, commandEnvironment: environment } = config;
  const sessionFor = (workspace: string) => workspacesSession({ ledger, workspace, version });
  const record: RecordWorkspaceEvent = (type, data) =>
    void sessionFor(data.workspace)
      .then(({ ledger: events, cause }) => events.append(type, data, { cause }))
      .catch((error: unknown) => log.error('workspaces.unrecorded', { type, error: messageOf(error) }));
  return cleanup.use(
    createAgents({
      file: join(dataFolder, 'agent-workspaces.json'),
      trustFolder: join(dataFolder, 'workspace-trust'),
      packagesFolder: join(dataFolder, 'venvs'),
      templates: join(installFolder, 'resources', 'workspaces'),
      content: ledger.content,
      openFolder: openWorkspace,
      openHost: (packagesOf) => agentHosts({ ...ports, installFolder, dataFolder, environment, packagesOf }),
      isTurnRunning: async (workspace, but) => {
        const others = late.chat
          .get()
          .runningSessions()
          .filter((session) => !but.has(session));
        const places = await Promise.all(others.map((session) => workspaceOf(session).catch(() => '')));
        return places.includes(workspace);
      },
      holdBack: (outcome, changed, { tool, ...holding }) =>
        holdBack(outcome, changed, { ...holding, held: ports.files, by: { tool } }),
      callMs: () => settings.current().workspaces.call_seconds * 1000,
      reservedNames: ports.ownTools,
      record,
      runner: late.runner.get,
      sessionFor,
      confirmIn: (workspace) =>
        personAsker({ ask: ports.ask, session: () => sessionFor(workspace), workspace }).confirm,
      environment,
      log,
      pythonSetting: () => settings.current().workspaces.python,
    }),
  );
}
