import type { Tool, ToolScope, ToolSource } from '#tools';
import { readWorkspaceText } from './files/edit-files.ts';
import { type AgentPrompt, agentPrompt } from './life/agent-prompt.ts';
import type { OpenAgentWorkspace } from './life/open-agent-workspace.ts';
import { AgentWorkspaces } from './list/agent-workspaces.ts';
import { rememberedWorkspaces } from './list/remembered.ts';
import type { WorkspacesOptions } from './options.ts';
import { readAgent } from './reading/read-agent.ts';
import { workspacesRouter } from './router.ts';
import { type TrustDecision, trustWorkspace } from './trust-procedures.ts';

export type WorkspacesFeature = ReturnType<typeof createWorkspaces>;

/** Asks the workspace's own function to compact a history; what it answers is unchecked. */
export type CompactHistory = (
  history: readonly unknown[],
  maxTokens: number,
  complete: (messages: readonly unknown[]) => Promise<string>,
  signal: AbortSignal,
) => Promise<unknown>;

/** Contribution of an agent workspace to a turn. */
export interface AgentContribution {
  systemPrompt(signal: AbortSignal): Promise<AgentPrompt>;
  readonly compaction?: { readonly file: string; readonly run: CompactHistory } | undefined;
}

/** Agent workspaces: what they are, whether they are trusted, what runs of them, and the view of them. */
export function createWorkspaces(options: WorkspacesOptions) {
  const remembered = rememberedWorkspaces(options.file, options.log);
  const all = new AgentWorkspaces({ remembered, parts: options.parts, openFolder: options.openFolder });
  const source: ToolSource = {
    isForeign: true,
    takesAliases: true,
    tools: (scope) => (scope ? toolsIn(all, scope) : []),
  };
  return {
    /** Opens again what was open when the app ended. */
    start: () => all.start(),
    router: workspacesRouter(all, options),
    tools: source,
    /** Opens a folder as one; nothing of it runs unless it was trusted. @throws AppError UNAVAILABLE, INVALID_INPUT */
    open: async (folder: string) => (await all.open(folder)).summary,
    /** Ends all that runs in one, which stays in the list; nothing if the folder is none. */
    close: async (path: string) => {
      if (all.find(path)) await all.close(path);
    },
    /** Looks whether the folders of closed ones are still there. Never throws. */
    lookAtClosed: () => all.lookAtClosed(),
    /** Opens a copy of one, set up as that is; once it is closed, a turn in it opens it again. @throws AppError UNAVAILABLE, INVALID_INPUT */
    openCopy: async (folder: string, of: string) => (await all.openCopy(folder, of)).summary,
    /** Takes one out of the list with the trust in it, and ends what runs; nothing if the folder is none. */
    forget: async (path: string) => {
      if (all.entry(path)) await all.forget(path);
    },
    /** Reads a folder as the agent that it would be, without opening it. @throws AppError NOT_FOUND, INVALID_INPUT */
    read: (folder: string, signal: AbortSignal) => readAgent(options, folder, signal),
    /** Text of a file of a folder that is not open. @throws AppError NOT_FOUND, INVALID_INPUT */
    readText: async (folder: string, file: string) => (await readWorkspaceText(folder, file)).text,
    /** Trusts an open one where it is what `hash` names. @throws AppError CONFLICT, DENIED, NOT_FOUND, UNAVAILABLE */
    trust: (path: string, seen: TrustDecision) => trustWorkspace(all, options.parts, { path, ...seen }),
    /** Writes to the record of the workspace that the event names. */
    record: options.parts.record,
    /** Whether what it would run is what a person trusted. */
    isTrusted: (path: string) => all.find(path)?.isTrusted === true,
    /** Whether a person trusted it with the network. */
    hasNetwork: (path: string) => all.find(path)?.trusted?.hasNetwork === true,
    /** A folder that a person opened as an agent workspace, by its real path. */
    isAgent: (path: string) => all.find(path) !== undefined,
    /** Whether its sessions are offered the app's own tools beside its own. */
    offersOwnTools: (path: string) => all.entry(path)?.offersOwnTools === true,
    /** Whether its models read skills, for which they are lent a tool that reads files in its folder. */
    hasSkills: (path: string) => hasSkills(all, path),
    /** Reads the folder again and has what is trusted of it run; what it then brings to a turn of this session. */
    agentOf: (path: string, session: string) => agentOf(all, options, path, session),
    running: () => [...runningIn(all)],
    /** Tasks of the open workspaces, for the scheduler. */
    tasks: workspaceTasks(all),
    [Symbol.asyncDispose]: () => all[Symbol.asyncDispose](),
  };
}

function workspaceTasks(all: AgentWorkspaces) {
  return {
    all: () =>
      all
        .opened()
        // Those of a copy are the original's.
        .filter(({ isRead, path }) => isRead && all.entry(path)?.copyOf === undefined)
        .map(tasksIn),
    onChanged: all.list.onChanged,
    refresh: async (path?: string) => {
      const wanted = path === undefined ? all.opened() : [all.find(path)];
      await Promise.all(wanted.map((workspace) => workspace?.refresh()));
    },
  };
}

function tasksIn({ path, layout, isTrusted, summary: { name, state, reason } }: OpenAgentWorkspace) {
  const why = isTrusted ? undefined : `${name} is ${state}: nothing of it runs until you trust it`;
  return { path, name, unusable: state === 'gone' ? (reason ?? `${name} is gone`) : why, tasks: layout.tasks };
}

function toolsIn(all: AgentWorkspaces, { workspace }: ToolScope): readonly Tool[] {
  return all.find(workspace)?.tools() ?? [];
}

function hasSkills(all: AgentWorkspaces, path: string): boolean {
  const workspace = all.find(path);
  const off = all.entry(path)?.skillsOff ?? [];
  return workspace?.isTrusted === true && workspace.layout.skills.some(({ folder }) => !off.includes(folder));
}

async function agentOf(
  all: AgentWorkspaces,
  { defaultPrompt }: WorkspacesOptions,
  path: string,
  session: string,
): Promise<AgentContribution | undefined> {
  const workspace = await all.wake(path);
  if (!workspace) return undefined;
  await workspace.refresh(session);
  const skillsOff = all.entry(path)?.skillsOff ?? [];
  const byDefault = () => defaultPrompt(workspace.path, workspace.layout, skillsOff);
  return {
    systemPrompt: (signal) => agentPrompt(workspace, byDefault, signal),
    compaction: compactionOf(workspace),
  };
}

function compactionOf({
  isTrusted,
  layout: { systemFile },
  hosts,
}: OpenAgentWorkspace): AgentContribution['compaction'] {
  if (!isTrusted || !systemFile) return undefined;
  const host = hosts[systemFile.language === 'python' ? 'python' : 'js'];
  if (!host.loaded.get(systemFile.file)?.system?.hasCompaction) return undefined;
  return {
    file: systemFile.file,
    run: async (history, maxTokens, complete, signal) =>
      await host.running().compact(history, maxTokens, complete, signal),
  };
}

function* runningIn(all: AgentWorkspaces): Generator<string> {
  for (const { path, name, state } of all.list.value) {
    const workspace = all.find(path);
    const isRunning = workspace?.hosts.python.pid !== undefined || workspace?.hosts.js.pid !== undefined;
    if (isRunning && (state === 'ready' || state === 'starting')) yield `Workspace ${name}`;
  }
}
