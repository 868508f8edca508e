import { randomUUID } from 'node:crypto';
import { os } from '#core/servers/procedures';
import type { AgentWorkspaces } from './list/agent-workspaces.ts';
import type { WorkspacesOptions } from './options.ts';

const of = os.workspaces;

/** Procedures for a person to see and try the tools of a workspace. */
export function toolProcedures(all: AgentWorkspaces, options: WorkspacesOptions) {
  return {
    tryTool: of.tryTool.handler(({ input, signal }) => tryWorkspaceTool(all, options, input, signal)),
    calls: of.calls.handler(({ input, signal }) => all.get(input.path).calls.live.stream(signal)),
    stderr: of.stderr.handler(({ input, signal }) => all.get(input.path).stderr.live.stream(signal)),
    install: of.install.handler(async ({ input: { path, module }, signal }) => {
      const workspace = all.trusted(path);
      await options.install(workspace, module, signal ?? new AbortController().signal);
      await workspace.restart();
    }),
  };
}

interface ToolTrial {
  readonly path: string;
  readonly tool: string;
  /** JSON text of an object. */
  readonly arguments: string;
}

/** A call by hand passes the runner like any other: asked about, on the record. @throws AppError NOT_FOUND, DENIED */
async function tryWorkspaceTool(
  all: AgentWorkspaces,
  { runner, sessionFor }: WorkspacesOptions,
  { path, tool, arguments: args }: ToolTrial,
  signal: AbortSignal | undefined,
) {
  const { path: workspace } = all.trusted(path);
  const { session, title, cause, ledger } = await sessionFor(workspace);
  const { content, outcome } = await runner().run(
    { callId: `try-${randomUUID()}`, tool, arguments: args },
    {
      session,
      sessionTitle: title,
      cause,
      workspace,
      cwd: workspace,
      ledger,
      signal: signal ?? new AbortController().signal,
      onOutput() {},
    },
  );
  return { content, outcome: outcome === 'skipped' ? ('cancelled' as const) : outcome };
}
