import { join } from 'node:path';
import type { AppInfo, Question, Workspace } from '#contract';
import { AppError } from '#core/app-error';
import { CleanupStack } from '#core/async/cleanup-stack';
import type { LiveValue } from '#core/async/streams';
import type { Logger } from '#core/logger';
import { Redactor } from '#core/secrets/redact';
import { type ApiRouter, os, type ReportBug } from '#core/servers/procedures';
import type { OpenEntry } from '#keychain';
import type { StartNode } from '#process/node-program';
import type { StartProblem } from '#profiles';
import { heldActions } from './action-queue.ts';
import { afterWindowOf, appStatusOptions, type LastWindowPolicy, servicesOf } from './app-life.ts';
import { createAppRouter } from './app-router.ts';
import { createFeatures, type Features } from './features/create-features.ts';
import { LayoutFile } from './layout-file.ts';
import { Notices } from './notices.ts';
import { type HostPorts, latePorts } from './ports.ts';
import type { Config } from './start/config.ts';
import { type AppLog, openAppLog } from './start/logger.ts';
import { StartError } from './start/start-error.ts';
import { firstWorkspace } from './workspace.ts';
import { Workspaces } from './workspaces.ts';

/** Differences between the desktop window, a served browser and a terminal. */
export interface Platform {
  readonly target: AppInfo['target'];
  /** Starts a Node program of ours. */
  readonly startNode: StartNode;
  /** Ends the host, as the person asked. */
  readonly quit: () => void;
  /** Closes the window while the host goes on; absent if the host has none that it ends with. */
  readonly closeWindow?: () => void;
  /** Opens items of the system's keychain, where that is not what the system has; for tests. */
  readonly openKeychainEntry?: OpenEntry;
}

export interface App extends AsyncDisposable {
  readonly router: ApiRouter;
  readonly log: Logger;
  readonly fatal: AppLog['fatal'];
  /** The one that it was started with. */
  readonly workspace: Workspace;
  /** Opens a folder as a workspace and has every window show a session of it. @throws AppError as `Workspaces.open` */
  readonly showFolder: (folder: string) => Promise<Workspace>;
  /** Questions that wait for the person. */
  readonly waiting: LiveValue<readonly Question[]>;
  /** Whether the person wants to be told by the system of questions that wait. */
  readonly notifiesApprovals: () => boolean;
  /** Makes the page run an action, by its id. */
  readonly runAction: (id: string) => void;
  /** Lists what would end with the app. */
  readonly running: () => string[];
  /** Services that could go on without a window, in words. */
  readonly background: () => string[];
  /** Choice for the host when its last window is closed. */
  readonly afterWindow: LastWindowPolicy;
  readonly reportBug: ReportBug;
  /** Reason why no profile, or not the requested one, can be used. */
  readonly startProblem: () => StartProblem | undefined;
}

/**
 * The composition root: every feature, plugged together.
 *
 * @throws StartError when something it cannot do without is not to be had, as when the ledger cannot be written, and for a
 * profile that the command line names and no file has.
 */
export async function createApp(config: Config, platform: Platform): Promise<App> {
  const cleanup = new CleanupStack();
  try {
    const redactor = new Redactor();
    const appLog = cleanup.use(openAppLog({ folder: join(config.dataFolder, 'logs'), redactor }));
    const { log, fatal } = appLog;
    const workspace = await firstWorkspace(config);
    const { version } = config;
    log.info('app.started', { version, target: platform.target, pid: process.pid, workspace: workspace.path });
    cleanup.add(() => log.info('app.ended'));
    const host: HostPorts = {
      config,
      cleanup,
      redactor,
      appLog,
      log,
      workspaces: new Workspaces(workspace, config),
      notices: new Notices(),
      startNode: platform.startNode,
      openKeychainEntry: platform.openKeychainEntry,
      isConsole: platform.target === 'console',
      late: latePorts(),
    };
    const plugged = await plugTogether(host, platform);
    const problem = plugged.startProblem();
    // Asked for by name on the command line, where it can be told; the rest is for Settings to say.
    if (problem?.kind === 'unknown-profile') throw new StartError(problem.message);
    return {
      ...plugged,
      log,
      fatal,
      workspace,
      reportBug: (error, procedure) => log.error('procedure.failed', { procedure, error }),
      [Symbol.asyncDispose]: () => cleanup[Symbol.asyncDispose](),
    };
  } catch (error) {
    return await cleanup.endAfter(error instanceof AppError ? cannotStart(error) : error);
  }
}

function cannotStart(error: AppError): StartError {
  return new StartError([error.message, error.detail?.advice ?? []].flat().join('\n'), 1, error);
}

type AppParts = Pick<
  App,
  | 'router'
  | 'showFolder'
  | 'waiting'
  | 'notifiesApprovals'
  | 'runAction'
  | 'running'
  | 'background'
  | 'afterWindow'
  | 'startProblem'
>;

async function plugTogether(host: HostPorts, platform: Platform): Promise<AppParts> {
  const { config, cleanup, redactor, appLog, log, notices, workspaces } = host;
  const features = await createFeatures(host);
  const { settings, approvals, terminals, chat, profiles } = features;
  const actions = heldActions();
  const layout = new LayoutFile(join(config.dataFolder, 'layout.json'), log, redactor);
  cleanup.add(() => layout.flush());
  const running = () =>
    [terminals, chat, features.adapter, features.prompts, features.schedules].flatMap((feature) => feature.running());
  const background = () => servicesOf(features);
  const afterWindow = afterWindowOf(settings);
  const app = createAppRouter({
    ...appStatusOptions(features, platform.closeWindow),
    info: infoOf(config, { target: platform.target, workspace: workspaces.first, logFile: appLog.file }),
    workspaces,
    notices,
    layout,
    tailLog: appLog.tail,
    onAction: actions.subscribe,
    running,
    quit: platform.quit,
  });
  return {
    running,
    background,
    afterWindow,
    showFolder: async (folder) => {
      const before = workspaces.paths();
      const workspace = await workspaces.open(folder);
      const { path } = workspace;
      const isNew = !before.includes(path);
      if (isNew)
        notices.add('info', 'Another folder is open', `${path}: its sessions stand under its name in Sessions`);
      const { id } = await chat.sessionIn(path, { isFresh: isNew });
      workspaces.show(path, id);
      return workspace;
    },
    startProblem: () => startProblem(profiles.startProblem(), profiles.state().isDemo),
    waiting: approvals.waiting,
    notifiesApprovals: () => settings.current().notifications.approvals,
    runAction: actions.run,
    router: routerOf(app, features),
  };
}

function routerOf(app: ReturnType<typeof createAppRouter>, features: Features): ApiRouter {
  return os.router({
    app,
    settings: features.settings.router,
    activity: features.activity.router,
    approvals: features.approvals.router,
    rewind: features.rewind.router,
    rules: features.rules.router,
    terminals: features.terminals.router,
    changes: features.files.router,
    sessions: features.chat.router,
    profiles: features.profiles.router,
    keychain: features.keychain.router,
    console: features.shell.router,
    providers: features.providers.router,
    mcp: features.mcp.router,
    guard: features.guard.router,
    outputs: features.outputs.router,
    adapter: features.adapter.router,
    prompts: features.prompts.router,
    workspaces: features.agents.router,
    workspaceImages: features.images.router,
    schedules: features.schedules.router,
    channels: features.channels.router,
    sockets: features.sockets.router,
    branches: features.branches.router,
    retention: features.retention.router,
  });
}

/** Reports the problem at the start, unless no profile was chosen and the demo, while it is on, can answer. */
function startProblem(problem: StartProblem | undefined, isDemo: boolean): StartProblem | undefined {
  const isMissing = problem?.kind === 'no-files' || problem?.kind === 'no-profiles';
  return isDemo && isMissing ? undefined : problem;
}

type HostFacts = Pick<AppInfo, 'target' | 'workspace' | 'logFile'>;

function infoOf({ version, dataFolder }: Config, known: HostFacts): AppInfo {
  const platforms = ['linux', 'darwin', 'win32'] as const;
  const platform = platforms.find((name) => name === process.platform) ?? 'other';
  return { ...known, version, dataFolder, platform, startedAt: Date.now() };
}
