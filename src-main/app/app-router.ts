import type { AppInfo, AppStatus, CloseConsequences } from '#contract';
import type { Subscribe } from '#core/async/emitter';
import { streamOf } from '#core/async/streams';
import { os } from '#core/servers/procedures';
import type { LayoutFile } from './layout-file.ts';
import type { Notices } from './notices.ts';
import { watchValue } from './running-changes.ts';
import type { Workspaces } from './workspaces.ts';

export interface AppRouterOptions {
  readonly info: AppInfo;
  readonly workspaces: Pick<Workspaces, 'state' | 'open'>;
  readonly notices: Notices;
  readonly layout: LayoutFile;
  readonly tailLog: (lines: number) => Promise<string[]>;
  readonly onAction: Subscribe<string>;
  readonly running: () => string[];
  readonly status: () => Omit<AppStatus, 'pid' | 'startedAt' | 'version' | 'target' | 'workspaces' | 'running'>;
  readonly closing: () => Omit<CloseConsequences, 'running'>;
  /** Remembers that the host goes on without a window, and closes that. */
  readonly stayInBackground: () => Promise<void>;
  readonly quit: () => void;
}

/** The procedures of the app itself. */
export function createAppRouter(options: AppRouterOptions) {
  const { info, workspaces, notices, layout } = options;
  return os.app.router({
    info: os.app.info.handler(() => info),
    workspaces: os.app.workspaces.handler(({ signal }) => workspaces.state.stream(signal)),
    openWorkspace: os.app.openWorkspace.handler(({ input }) => workspaces.open(input.path)),
    notices: os.app.notices.handler(({ signal }) => notices.live.stream(signal)),
    dismissNotice: os.app.dismissNotice.handler(({ input }) => notices.dismiss(input.id)),
    log: os.app.log.handler(({ input }) => options.tailLog(input.lines)),
    saveLayout: os.app.saveLayout.handler(({ input }) => layout.save(input)),
    layoutChanged: os.app.layoutChanged.handler(({ signal }) => layout.stream(signal)),
    actions: os.app.actions.handler(({ signal }) => streamOf(options.onAction, signal)),
    running: os.app.running.handler(() => options.running()),
    runningChanged: os.app.runningChanged.handler(({ signal }) =>
      watchValue<readonly string[]>(options.running, signal),
    ),
    status: os.app.status.handler(() => ({
      ...options.status(),
      pid: process.pid,
      startedAt: info.startedAt,
      version: info.version,
      target: info.target,
      workspaces: workspaces.state.value.open.map(({ path }) => path),
      running: options.running(),
    })),
    closingChanged: os.app.closingChanged.handler(({ signal }) =>
      watchValue(() => ({ ...options.closing(), running: options.running() }), signal),
    ),
    stayInBackground: os.app.stayInBackground.handler(() => options.stayInBackground()),
    // After the answer has left.
    quit: os.app.quit.handler(() => void setTimeout(options.quit, 50)),
  });
}
