/** Watch of calls: it records what each changed in files, whatever served it, so that it can be undone. */

export type { AliveProgram } from './alive-programs.ts';
export { CallWatches, type CallWatchOptions, type WorkspacePoint } from './call-watches.ts';
export type { WatchScope } from './scope-times.ts';
