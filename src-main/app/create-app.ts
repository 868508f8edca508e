import { join } from 'node:path';
import type { AppInfo, Question } from '#contract';
import { CleanupStack } from '#core/cleanup-stack';
import { Emitter } from '#core/emitter';
import type { Logger } from '#core/logger';
import type { ReportBug } from '#core/procedures';
import { Redactor } from '#core/redact';
import { LiveValue } from '#core/streams';
import { createAppRouter } from './app-router.ts';
import type { Config } from './config.ts';
import { LayoutFile } from './layout-file.ts';
import { type AppLog, openAppLog } from './logger.ts';
import { Notices } from './notices.ts';
import { openWorkspace, type Workspace } from './workspace.ts';

/** What differs between the desktop window and a served browser. */
export interface Platform {
  readonly target: AppInfo['target'];
  /** Ends the host, as the person asked. */
  readonly quit: () => void;
}

export interface App extends AsyncDisposable {
  readonly router: Awaited<ReturnType<typeof createFeatures>>['router'];
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

/** The composition root: every feature, plugged together. */
export async function createApp(config: Config, platform: Platform): Promise<App> {
  const cleanup = new CleanupStack();
  try {
    const redactor = new Redactor();
    const appLog = cleanup.use(openAppLog({ folder: join(config.dataFolder, 'logs'), redactor }));
    const workspace = await openWorkspace(config);
    const features = await createFeatures({ config, platform, cleanup, appLog, workspace });
    const { log, fatal } = appLog;
    log.info('app.started', {
      version: config.version,
      target: platform.target,
      pid: process.pid,
      workspace: workspace.path,
    });
    cleanup.add(() => log.info('app.ended'));
    return {
      ...features,
      log,
      fatal,
      workspace,
      reportBug: (error, procedure) => log.error('procedure.failed', { procedure, error }),
      [Symbol.asyncDispose]: () => cleanup[Symbol.asyncDispose](),
    };
  } catch (error) {
    await cleanup[Symbol.asyncDispose]();
    throw error;
  }
}

interface Parts {
  readonly config: Config;
  readonly platform: Platform;
  readonly cleanup: CleanupStack;
  readonly appLog: AppLog;
  readonly workspace: Workspace;
}

async function createFeatures({ config, platform, cleanup, appLog, workspace }: Parts) {
  const actions = new Emitter<string>();
  const notices = new Notices();
  const layout = new LayoutFile(join(config.dataFolder, 'layout.json'), appLog.log);
  cleanup.add(() => layout.flush());
  const running = (): string[] => [];
  const waiting = new LiveValue<readonly Question[]>([]);
  return {
    running,
    waiting,
    notifiesApprovals: () => true,
    runAction: (id: string) => actions.emit(id),
    router: {
      app: createAppRouter({
        info: infoOf(config, { platform, workspace, logFile: appLog.file }),
        notices,
        layout,
        tailLog: (lines) => appLog.tail(lines),
        onAction: actions.subscribe,
        running,
        quit: platform.quit,
      }),
    },
  };
}

function infoOf(
  config: Config,
  { platform, workspace, logFile }: { platform: Platform; workspace: Workspace; logFile: string },
): AppInfo {
  const known = ['linux', 'darwin', 'win32'] as const;
  return {
    version: config.version,
    platform: known.find((name) => name === process.platform) ?? 'other',
    target: platform.target,
    workspace,
    dataFolder: config.dataFolder,
    logFile,
    startedAt: Date.now(),
  };
}
