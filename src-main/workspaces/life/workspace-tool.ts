import { realOrSame } from '#core/files/real-path';
import {
  type CallLog,
  callSubject,
  callWarnings,
  type LinkRequest,
  resultContent,
  type ServedBy,
  type Tool,
  type ToolDeclaration,
  ToolError,
  visibleSchema,
  visibleText,
} from '#tools';
import type { HostLife } from './host-life.ts';
import type { HoldBack } from './parts.ts';

/** Most that one call may send, in bytes. */
const MAX_ARGUMENTS = 1_000_000;

/** The workspace that a tool belongs to. */
export interface ServingWorkspace {
  readonly path: string;
  readonly summary: { readonly name: string };
  readonly calls: CallLog;
  /** Whether a call that ran at the same time was one of its tools in the box. */
  isOwnCall(label: string): boolean;
}

export interface ToolOfWorkspace {
  readonly workspace: ServingWorkspace;
  readonly host: HostLife;
  readonly declaration: ToolDeclaration;
  /** Relative to the workspace. */
  readonly file: string;
  /** SHA-256 of the code that runs. */
  readonly codeHash: string;
  readonly callMs: () => number;
  readonly holdBack: HoldBack;
}

/** A tool of a workspace as any other: its call is decided about by its workspace, file and code, and answered within its time. */
export function workspaceTool(tool: ToolOfWorkspace): Tool {
  const { workspace, declaration, file } = tool;
  const { name } = declaration;
  return {
    name,
    description: visibleText(declaration.description),
    parameters: visibleSchema(declaration.parameters),
    plan: async (args, context) => {
      const sent = context.sent ?? JSON.stringify(args);
      if (Buffer.byteLength(sent) > MAX_ARGUMENTS) {
        throw new ToolError(`The arguments of ${name} are longer than ${MAX_ARGUMENTS} bytes. Nothing was run.`);
      }
      const { name: title } = workspace.summary;
      // A rule for the tool names its provider: so it binds workspace, file and code, and changed code asks again.
      const provider = `${workspace.path}/${file} (code ${tool.codeHash.slice(0, 16)})`;
      const { box } = tool.host;
      const code = { workspace: workspace.path, file, hash: tool.codeHash, ...(box && { box: box.strength }) };
      return {
        subject: { ...callSubject(provider, declaration, sent), code },
        isOutside: false,
        warnings: callWarnings(declaration, sent),
        arguments: args as Record<string, unknown>,
        effects: 'unknown',
        servedBy: servedBy(title, file),
        run: async (allowed, { session, callId, cwd, signal }) => {
          if (allowed.sandbox === 'workspace' && tool.host.box?.strength !== 'workspace') {
            throw new ToolError(`${name} was not called: it was allowed only in the box, and does not run there now.`);
          }
          const dir = await realOrSame(cwd);
          const request = { tool: name, arguments: sent, dir, session, callId, timeoutMs: tool.callMs() };
          return { outcome: 'done', content: await callHost(tool, request, signal) };
        },
        settle: async (outcome, { changes, alongside, othersRun }, context) => {
          if (!box) return outcome;
          const evenShared = alongside.every((label) => workspace.isOwnCall(label));
          const holding = { whyHeld: box.whyHeld, tool: name, evenShared, context };
          return await tool.holdBack(outcome, changes, { ...holding, othersHold: evenShared && othersRun === true });
        },
      };
    },
  };
}

/** Describes who carries out a call of a workspace's tool. */
export function servedBy(title: string, file: string): ServedBy {
  return { title: `${title} (${file})`, isElsewhere: false };
}

/** Calls the tool, and keeps its answer in the list of the workspace's calls. @throws ToolError */
async function callHost(tool: ToolOfWorkspace, request: LinkRequest, signal: AbortSignal) {
  const { workspace, host, file, codeHash: hash } = tool;
  const at = Date.now();
  const startedAt = performance.now();
  const note = (content: string, outcome: 'done' | 'failed') => {
    const { tool: name, arguments: sent } = request;
    workspace.calls.add({
      at,
      tool: name,
      arguments: sent,
      content,
      durationMs: performance.now() - startedAt,
      outcome,
    });
  };
  try {
    const answer = await host.call(request, signal, { file, hash });
    const content = answer === '' ? '' : resultContent(answer);
    note(content, 'done');
    return content;
  } catch (error) {
    note(error instanceof Error ? error.message : String(error), 'failed');
    throw error;
  }
}
