import { join } from 'node:path';
import { createApprovals } from '#approvals';
import { createChat } from '#chat';
import type { Settings } from '#contract';
import type { CleanupStack } from '#core/cleanup-stack';
import type { Redactor } from '#core/redact';
import { createFiles } from '#files';
import { createActivity, openLedger, type TreeWatch, watchTree } from '#ledger';
import { createModels } from '#llm';
import { createSettings } from '#settings';
import { createCommandTool } from '#shell-adapter';
import { createTerminals, spawnPty } from '#terminal';
import { askEverything, createRunner, passThroughGuard } from '#tools';
import { checkAnswer } from './check-answer.ts';
import type { Config } from './config.ts';
import type { AppLog } from './logger.ts';
import type { Notices } from './notices.ts';
import type { Workspace } from './workspace.ts';

export interface FeatureOptions {
  readonly config: Config;
  readonly cleanup: CleanupStack;
  readonly redactor: Redactor;
  readonly appLog: AppLog;
  readonly notices: Notices;
  readonly workspace: Workspace;
}

/** Folders of our own in the data folder, which change all the time and are nobody's work. */
const OWN_FOLDERS = ['ledger', 'logs', 'spool', 'electron', 'browser'];

/** What decides what may be done: no tool of a model changes it (decision 12). */
const OWN_FILES = ['settings.yaml', 'layout.json', 'window.json', 'host.lock', 'host.sock'];

/** Makes every feature with the ports it asks for; what starts last is ended first. */
export async function createFeatures(options: FeatureOptions) {
  const { config, cleanup, redactor, appLog, notices } = options;
  const { log } = appLog;
  const workspace = () => options.workspace.path;
  const settings = cleanup.use(await createSettings({ file: join(config.dataFolder, 'settings.yaml'), log, redactor }));
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
  const activity = cleanup.use(createActivity({ ledger, log }));
  const approvals = cleanup.use(
    createApprovals({ log, check: (question, decision) => checkAnswer(question, decision, files.revisionOf) }),
  );
  const terminals = cleanup.use(
    createTerminals({
      spawnPty,
      environment: config.terminalEnvironment,
      defaultCwd: workspace,
      options: () => terminalOptions(settings.current()),
      log,
    }),
  );
  const sessionTitle = (id: string) => chat.titleOf(id);
  const ownFiles = [...OWN_FILES, ...OWN_FOLDERS].map((name) => join(config.dataFolder, name));
  const files = cleanup.use(createFiles({ ledger, workspace, sessionTitle, ownFiles, log }));
  const commands = createCommandTool({
    content: ledger.content,
    watch: watches(config.dataFolder, ledger.content),
    environment: config.commandEnvironment,
    limits: () => {
      const { command_seconds, command_output_bytes } = settings.current().limits;
      return { timeoutMs: command_seconds * 1000, maxOutputBytes: command_output_bytes };
    },
    spoolFolder: join(config.dataFolder, 'spool'),
  });
  const models = cleanup.use(createModels({ settings, environment: config.environment, log, redactor }));
  const runner = createRunner({
    sources: [files.tools, commands],
    guard: passThroughGuard,
    policy: askEverything,
    ask: approvals.ask,
    log,
  });
  const chat = cleanup.use(
    createChat({
      ledger,
      runner,
      ask: approvals.ask,
      model: () => models.client(),
      maxRounds: () => settings.current().limits.rounds,
      workspace,
      appVersion: config.version,
      log,
    }),
  );
  return { settings, activity, approvals, terminals, files, models, chat };
}

function terminalOptions({ terminal: { shell, scrollback, max_open } }: Settings) {
  return { shell, scrollback, maxOpen: max_open };
}

/** One watch for each workspace, since what it saw once makes the next time quick. */
function watches(dataFolder: string, content: Parameters<typeof watchTree>[0]['content']) {
  const excluded = OWN_FOLDERS.map((name) => join(dataFolder, name));
  const known = new Map<string, TreeWatch>();
  return (root: string): TreeWatch => {
    const watch = known.get(root) ?? watchTree({ root, content, excluded });
    known.set(root, watch);
    return watch;
  };
}
