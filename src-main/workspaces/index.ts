/** Agent workspaces: an agent is a folder of tools, skills, schedules and a system prompt, which runs nothing until it is trusted. */
export type { CodeHost, HostLimits, LoadedFile, OpenHostOptions } from './hosts/code-host.ts';
export type { JsHostOptions } from './hosts/js/host-process.ts';
export { type JsHost, openJsHost } from './hosts/js/open-js-host.ts';
export type { Layout, ReadLayout } from './layout/layout.ts';
export type { FolderHash } from './trust/folder-hash.ts';
