import { anything, flag, integer, number, optionalFlag, text, texts } from './schema/plain-schemas.ts';
import { procedure, SessionId, stream, Timestamp, WorkspacePath } from './schema/procedure.ts';
import * as z from './schema/zod.ts';

/** A folder that is worked in. */
export const Workspace = z.object({
  /** Absolute, symlinks resolved. */
  path: text,
  name: text,
  isSample: flag,
});
export type Workspace = z.infer<typeof Workspace>;

/** The open workspaces, the one the app was started with first. */
export const WorkspacesState = z.object({
  open: z.array(Workspace).readonly(),
  /**
   * Session that every window of the workspace should show, and the time at which a second start requested it; for
   * windows that show none of that workspace.
   */
  shown: z.object({ workspace: text, session: SessionId, at: Timestamp }).optional(),
});
export type WorkspacesState = z.infer<typeof WorkspacesState>;

export const AppInfo = z.object({
  version: text,
  platform: z.enum(['linux', 'darwin', 'win32', 'other']),
  /** The desktop window, a browser that the host serves, or a terminal. */
  target: z.enum(['electron', 'browser', 'console']),
  /** The workspace that the app was started with. */
  workspace: Workspace,
  dataFolder: text,
  logFile: text,
  startedAt: Timestamp,
});
export type AppInfo = z.infer<typeof AppInfo>;

/** Notice to the person that belongs to no session. */
export const Notice = z.object({
  id: text,
  at: Timestamp,
  level: z.enum(['info', 'warning', 'error']),
  title: text,
  text: text,
  /** Said to one page: after a reload it is not there any more. */
  isOnce: optionalFlag,
});
export type Notice = z.infer<typeof Notice>;

/**
 * One kept piece of the layout: its value, absent once it was taken away, and when it was changed, in Unix milliseconds with a fraction
 * that tells windows apart.
 */
export const LayoutEntry = z.object({ value: anything.optional(), at: number.nonnegative() });
export type LayoutEntry = z.infer<typeof LayoutEntry>;

/** Pieces of the layout by key. */
export const LayoutEntries = z.record(text.max(200), LayoutEntry);
export type LayoutEntries = z.infer<typeof LayoutEntries>;

/** Status of the host, for command lines. */
export const AppStatus = z.object({
  pid: integer,
  startedAt: Timestamp,
  version: text,
  target: AppInfo.shape.target,
  /** Paths of the open workspaces. */
  workspaces: texts,
  /** Services that are on, such as a session socket, in words. */
  services: texts,
  /** Programs that are running and would end with it. */
  running: texts,
  /** The next runs of schedules, soonest first. */
  next: z.array(z.object({ at: Timestamp, task: text, workspace: text })),
  /** Questions that wait for an answer. */
  waiting: z.array(z.object({ session: text, tool: text, at: Timestamp })),
});
export type AppStatus = z.infer<typeof AppStatus>;

/** Consequences of closing the last window. */
export const CloseConsequences = z.object({
  /** The host ends with its window, unless it stays in the background. */
  endsHost: flag,
  running: texts,
  /** Services that could go on without a window. */
  background: texts,
  /** Choice of the person in Settings. */
  choice: z.enum(['ask', 'end', 'stay']),
});
export type CloseConsequences = z.infer<typeof CloseConsequences>;

export const appContract = {
  info: procedure.output(AppInfo),
  workspaces: stream(WorkspacesState),
  /**
   * Opens a folder as a workspace beside the others. Fails with UNAVAILABLE if it is gone, INVALID_INPUT if it is no
   * folder.
   */
  openWorkspace: procedure.input(z.object({ path: WorkspacePath })).output(Workspace),
  /** All notices not yet dismissed: now, and whenever they change. */
  notices: stream(z.array(Notice).readonly()),
  dismissNotice: procedure.input(z.object({ id: text })).output(z.void()),
  /** The last lines of the app log, oldest first; each is one JSON object. */
  log: procedure.input(z.object({ lines: integer.min(1).max(5000).default(500) })).output(texts),
  /**
   * Streams the layout of the window: view, pane sizes, open tabs, drafts. Everything at first, then the pieces that
   * some window changes.
   */
  layoutChanged: stream(LayoutEntries),
  /** The changed pieces alone: any JSON, 4 MB in all. Of each key the newest stays, whichever window it is from and whenever it arrives. */
  saveLayout: procedure.input(LayoutEntries).output(z.void()),
  /** Ids of actions, such as `view.changes`, that the application menu asks the page to run. */
  actions: stream(text),
  /** Lists what is still running and would end with the app. */
  running: procedure.output(texts),
  /** Streams what `running` lists: now, and within seconds of a change. */
  runningChanged: stream(texts.readonly()),
  status: procedure.output(AppStatus),
  /** Streams what closing the window would do: at once, and within seconds of a change. */
  closingChanged: stream(CloseConsequences),
  /** Remembers that the host stays, and closes its window. */
  stayInBackground: procedure.output(z.void()),
  quit: procedure.output(z.void()),
};
