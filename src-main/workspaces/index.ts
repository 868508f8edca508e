/** Agent workspaces: an agent is a folder of tools, skills, schedules and a system prompt, which runs nothing until it is trusted. */
export { type AgentsOptions, createAgents } from './create-agents.ts';
export type { AgentContribution, WorkspacesFeature } from './create-workspaces.ts';
export type { HostLimits, OpenHostOptions } from './hosts/code-host.ts';
export { openJsHost } from './hosts/js/open-js-host.ts';
export { findPython } from './hosts/python/find-python.ts';
export { openPythonHost } from './hosts/python/open-python-host.ts';
export type { HostOpening, HostStart, OpenHost, RecordWorkspaceEvent } from './life/parts.ts';
export type { AgentReading } from './reading/read-agent.ts';
