import { join } from 'node:path';
import type { AppInfo, Question } from '#contract';
import { AppError } from '#core/app-error';
import { CleanupStack } from '#core/cleanup-stack';
import { Emitter } from '#core/emitter';
import type { Logger } from '#core/logger';
import { os, type ReportBug } from '#core/procedures';
import { Redactor } from '#core/redact';
import type { LiveValue } from '#core/streams';
import { createAppRouter } from './app-router.ts';
import type { Config } from './config.ts';
import { createFeatures, type FeatureOptions } from './create-features.ts';
import { LayoutFile } from './layout-file.ts';
import { type AppLog, openAppLog } from './logger.ts';
import { Notices } from './notices.ts';
import { StartError } from './start-error.ts';
import { openWorkspace, type Workspace } from './workspace.ts';

/** What differs between the desktop window and a served browser. */
export interface Platform {
  readonly target: AppInfo['target'];
  /** Ends the host, as the person asked. */
  readonly quit: () => void;
}

export interface App extends AsyncDisposable {
  readonly router: Awaited<ReturnType<typeof plugTogether>>['router'];
  readonly log: Logger;
  readonly fatal: AppLog['fatal'];
  readonly workspace: Workspace;
  /** Questions that wait for the person. */
  readonly waiting: LiveValue<readonly Question[]>;
  /** Whether the person wants to be told by the system of questions that wait. */
  readonly notifiesApprovals: () => boolean;
  /** Has the page run an action, by its id. */
  readonly runAction: (id: string) => void;
  /** What would end with the app. */
  readonly running: () => string[];
  readonly reportBug: ReportBug;
}

/**
 * The composition root: every feature, plugged together.
 *
 * @throws StartError when something it cannot do without is not to be had, as when the ledger cannot be written.
 */
export async function createApp(config: Config, platform: Platform): Promise<App> {
  const cleanup = new CleanupStack();
  try {
    const redactor = new Redactor();
    const appLog = cleanup.use(openAppLog({ folder: join(config.dataFolder, 'logs'), redactor }));
    const { log, fatal } = appLog;
    const workspace = await openWorkspace(config);
    const { version } = config;
    log.info('app.started', { version, target: platform.target, pid: process.pid, workspace: workspace.path });
    cleanup.add(() => log.info('app.ended'));
    const options = { config, cleanup, redactor, appLog, workspace, notices: new Notices() };
    return {
      ...(await plugTogether(options, platform)),
      log,
      fatal,
      workspace,
      reportBug: (error, procedure) => log.error('procedure.failed', { procedure, error }),
      [Symbol.asyncDispose]: () => cleanup[Symbol.asyncDispose](),
    };
  } catch (error) {
    await cleanup[Symbol.asyncDispose]();
    throw error instanceof AppError ? cannotStart(error) : error;
  }
}

function cannotStart(error: AppError): StartError {
  return new StartError([error.message, error.detail?.advice ?? []].flat().join('\n'), 1, error);
}

async function plugTogether(options: FeatureOptions, platform: Platform) {
  const { config, cleanup, appLog, notices, workspace } = options;
  const { settings, activity, approvals, terminals, files, models, chat } = await createFeatures(options);
  const actions = new Emitter<string>();
  const layout = new LayoutFile(join(config.dataFolder, 'layout.json'), appLog.log, options.redactor);
  cleanup.add(() => layout.flush());
  const running = () => [...terminals.running(), ...chat.running()];
  const app = createAppRouter({
    info: infoOf(config, { target: platform.target, workspace, logFile: appLog.file }),
    notices,
    layout,
    tailLog: appLog.tail,
    onAction: actions.subscribe,
    running,
    quit: platform.quit,
  });
  return {
    running,
    waiting: approvals.waiting,
    notifiesApprovals: () => settings.current().notifications.approvals,
    runAction: (id: string) => actions.emit(id),
    router: os.router({
      app,
      settings: settings.router,
      activity: activity.router,
      approvals: approvals.router,
      terminals: terminals.router,
      changes: files.router,
      model: models.router,
      sessions: chat.router,
    }),
  };
}

type Known = Pick<AppInfo, 'target' | 'workspace' | 'logFile'>;

function infoOf({ version, dataFolder }: Config, known: Known): AppInfo {
  const platforms = ['linux', 'darwin', 'win32'] as const;
  const platform = platforms.find((name) => name === process.platform) ?? 'other';
  return { ...known, version, dataFolder, platform, startedAt: Date.now() };
}
