import { z } from 'zod';
import { procedure, stream, Timestamp } from './procedure.ts';

export const AppInfo = z.object({
  version: z.string(),
  platform: z.enum(['linux', 'darwin', 'win32', 'other']),
  /** The desktop window, or a browser that the host serves. */
  target: z.enum(['electron', 'browser']),
  workspace: z.object({ path: z.string(), name: z.string(), isSample: z.boolean() }),
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
});
export type Notice = z.infer<typeof Notice>;

export const appContract = {
  info: procedure.output(AppInfo),
  /** All notices not yet dismissed: now, and whenever they change. */
  notices: stream(z.array(Notice).readonly()),
  dismissNotice: procedure.input(z.object({ id: z.string() })).output(z.void()),
  /** The last lines of the app log, oldest first; each is one JSON object. */
  log: procedure.input(z.object({ lines: z.int().min(1).max(5000).default(500) })).output(z.array(z.string())),
  /** How the person left the window: view, pane sizes, open tabs. Any JSON up to 256 kB. */
  loadLayout: procedure.output(z.record(z.string(), z.unknown())),
  saveLayout: procedure.input(z.record(z.string(), z.unknown())).output(z.void()),
  /** Ids of actions, such as `view.changes`, that the application menu asks the page to run. */
  actions: stream(z.string()),
  /** What still runs and would end with the app. */
  running: procedure.output(z.array(z.string())),
  quit: procedure.output(z.void()),
};
