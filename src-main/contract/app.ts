import { z } from 'zod';
import { procedure, SessionId, stream, Timestamp, WorkspacePath } from './procedure.ts';

/** A folder that is worked in. */
export const Workspace = z.object({
  /** Absolute, symlinks resolved. */
  path: z.string(),
  name: z.string(),
  isSample: z.boolean(),
});
export type Workspace = z.infer<typeof Workspace>;

/** The open workspaces, the one the app was started with first. */
export const WorkspacesState = z.object({
  open: z.array(Workspace).readonly(),
  /** What every window is to show now, and since when, as a second start asked: the session where it shows none of that workspace. */
  shown: z.object({ workspace: z.string(), session: SessionId, at: Timestamp }).optional(),
});
export type WorkspacesState = z.infer<typeof WorkspacesState>;

export const AppInfo = z.object({
  version: z.string(),
  platform: z.enum(['linux', 'darwin', 'win32', 'other']),
  /** The desktop window, a browser that the host serves, or a terminal. */
  target: z.enum(['electron', 'browser', 'console']),
  /** The workspace that the app was started with. */
  workspace: Workspace,
  dataFolder: z.string(),
  logFile: z.string(),
  startedAt: Timestamp,
});
export type AppInfo = z.infer<typeof AppInfo>;

/** Something the person should know that belongs to no session. */
export const Notice = z.object({
  id: z.string(),
  at: Timestamp,
  level: z.enum(['info', 'warning', 'error']),
  title: z.string(),
  text: z.string(),
  /** Said to one page: after a reload it is not there any more. */
  isOnce: z.boolean().optional(),
});
export type Notice = z.infer<typeof Notice>;

/**
 * One kept piece of the layout: its value, absent once it was taken away, and when it was changed, in Unix milliseconds with a fraction
 * that tells windows apart.
 */
export const LayoutEntry = z.object({ value: z.unknown().optional(), at: z.number().nonnegative() });
export type LayoutEntry = z.infer<typeof LayoutEntry>;

/** Pieces of the layout by key. */
export const LayoutEntries = z.record(z.string().max(200), LayoutEntry);
export type LayoutEntries = z.infer<typeof LayoutEntries>;

/** How the host is, for whoever looks at it from a command line. */
export const AppStatus = z.object({
  pid: z.int(),
  startedAt: Timestamp,
  version: z.string(),
  target: AppInfo.shape.target,
  /** Paths of the open workspaces. */
  workspaces: z.array(z.string()),
  /** Services that are on, such as a session socket, in words. */
  services: z.array(z.string()),
  /** What runs and would end with it. */
  running: z.array(z.string()),
  /** The next runs of schedules, soonest first. */
  next: z.array(z.object({ at: Timestamp, task: z.string(), workspace: z.string() })),
  /** Questions that wait for somebody. */
  waiting: z.array(z.object({ session: z.string(), tool: z.string(), at: Timestamp })),
});
export type AppStatus = z.infer<typeof AppStatus>;

/** What closing the last window comes to. */
export const Closing = z.object({
  /** The host ends with its window, unless it stays in the background. */
  endsHost: z.boolean(),
  running: z.array(z.string()),
  /** Services that could go on without a window. */
  background: z.array(z.string()),
  /** What the person chose in Settings. */
  choice: z.enum(['ask', 'end', 'stay']),
});
export type Closing = z.infer<typeof Closing>;

export const appContract = {
  info: procedure.output(AppInfo),
  workspaces: stream(WorkspacesState),
  /** Opens a folder as a workspace beside the others. Fails with UNAVAILABLE when it is gone, INVALID_INPUT when it is no folder. */
  openWorkspace: procedure.input(z.object({ path: WorkspacePath })).output(Workspace),
  /** All notices not yet dismissed: now, and whenever they change. */
  notices: stream(z.array(Notice).readonly()),
  dismissNotice: procedure.input(z.object({ id: z.string() })).output(z.void()),
  /** The last lines of the app log, oldest first; each is one JSON object. */
  log: procedure.input(z.object({ lines: z.int().min(1).max(5000).default(500) })).output(z.array(z.string())),
  /** How the person left the window: view, pane sizes, open tabs, drafts. Everything now, then the pieces that some window changes. */
  layoutChanged: stream(LayoutEntries),
  /** The changed pieces alone: any JSON, 4 MB in all. Of each key the newest stays, whichever window it is from and whenever it arrives. */
  saveLayout: procedure.input(LayoutEntries).output(z.void()),
  /** Ids of actions, such as `view.changes`, that the application menu asks the page to run. */
  actions: stream(z.string()),
  /** What still runs and would end with the app. */
  running: procedure.output(z.array(z.string())),
  /** The same: now, and within seconds of a change. */
  runningChanged: stream(z.array(z.string()).readonly()),
  status: procedure.output(AppStatus),
  /** What closing the window would do: now, and within seconds of a change. */
  closingChanged: stream(Closing),
  /** Remembers that the host stays, and closes its window. */
  stayInBackground: procedure.output(z.void()),
  quit: procedure.output(z.void()),
};
