import { join } from 'node:path';
import type { Settings } from '#contract';
import { createGuard } from '#guard';
import { createActivity, openLedger } from '#ledger';
import { createSettings } from '#settings';
import { createTerminals, spawnPty } from '#terminal';
import type { FoundationPorts, HostPorts } from '../ports.ts';
import { SessionWorkspaces } from '../session-workspaces.ts';
import { hasNoRoom } from '../start/full-disk.ts';
import { migrateModelSettings } from '../start/migrate-model-settings.ts';

const FULL_DISK = (folder: string) =>
  `Nothing can be recorded in ${folder}, so nothing is asked of a model and no command of one runs. What was recorded before can be read. Free some space on that disk, then go on: the app need not be started again.`;

/** Creates the basis of every other feature: settings, the record, the guard, and programs on terminals. */
export async function createFoundations(ports: HostPorts): Promise<FoundationPorts> {
  const { config, cleanup, redactor, appLog, log, notices, workspaces } = ports;
  const { dataFolder, home } = config;
  const migrated = await migrateModelSettings({ dataFolder, home, log });
  if (migrated !== undefined) notices.add('info', 'Profiles', migrated);
  const settings = cleanup.use(
    await createSettings({
      file: join(config.dataFolder, 'settings.yaml'),
      log,
      redactor,
      onForNow: (why) =>
        notices.add('warning', 'This choice will not be remembered: it lasts until Sigma Shell ends', why),
    }),
  );
  cleanup.add(settings.onChanged(() => appLog.setLevel(settings.current().log.level)));
  appLog.setLevel(settings.current().log.level);

  const ledger = cleanup.use(
    await openLedger({
      folder: join(config.dataFolder, 'ledger'),
      redactor,
      log,
      onWarning: (text) => notices.add('warning', 'The record', text),
    }),
  );
  if (await hasNoRoom(join(config.dataFolder, 'ledger')))
    notices.add('error', 'The disk is full', FULL_DISK(config.dataFolder));
  const firstWorkspace = () => workspaces.first.path;
  const sessionWorkspaces = new SessionWorkspaces(ledger, firstWorkspace);
  cleanup.add(() => sessionWorkspaces[Symbol.dispose]());
  const openWorkspace = async (path?: string) => (await workspaces.open(path)).path;
  const activity = cleanup.use(createActivity({ ledger, redactor, log }));
  const guard = cleanup.use(
    createGuard({
      settings: () => settings.current().guard,
      setDisabledRules: (rules) => settings.set('guard.disabled_rules', rules),
      ledger,
      log,
    }),
  );
  const terminals = cleanup.use(
    createTerminals({
      spawnPty,
      environment: config.terminalEnvironment,
      defaultCwd: firstWorkspace,
      options: () => terminalOptions(settings.current()),
      log,
    }),
  );
  const places = { workspaceOf: sessionWorkspaces.of, openWorkspace, firstWorkspace };
  return { ...ports, ...places, settings, ledger, activity, guard, terminals };
}

function terminalOptions({ terminal: { shell, scrollback, max_open } }: Settings) {
  return { shell, scrollback, maxOpen: max_open };
}
