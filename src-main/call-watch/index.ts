/** The watch of calls: what each changed in files, whoever served it, on the record and to be undone. */

export type { AliveProgram } from './alive-programs.ts';
export { CallWatches, type CallWatchOptions, type WorkspacePoint } from './call-watches.ts';
export type { WatchScope } from './scope-times.ts';
