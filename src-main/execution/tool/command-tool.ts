import { realpath, stat } from 'node:fs/promises';
import { isAbsolute, join, relative } from 'node:path';
import { z } from 'zod';
import type { Warning } from '#contract';
import { hiddenCodes } from '#contract/hidden-characters';
import {
  type CallPlan,
  type PlanContext,
  type RunContext,
  type Tool,
  ToolError,
  type ToolOutcome,
  type ToolSource,
} from '#tools';
import type { KeptRun } from '../outputs/kept-runs.ts';
import { agoOf, showKept } from '../outputs/use-kept.ts';
import { execute } from './execute.ts';
import type { ExecuteOptions } from './execute-options.ts';
import { findKeptRun, offerOf } from './find-kept-run.ts';
import { lookAtScripts, scriptsChangedSince } from './named-scripts.ts';
import { COMMAND_TOOL } from './raised-limits.ts';

export interface CommandToolOptions extends ExecuteOptions {
  /** Files that a command runs, by the names it has for them. */
  readonly scripts?: (command: string) => readonly string[];
  /** Whether the box is known to work here, which the model is told then. */
  readonly isBoxed?: () => boolean;
}

const Arguments = z.strictObject({
  command_line: z.string().min(1).max(1_000_000).describe('Bash text to run'),
  working_dir: z
    .string()
    .min(1)
    .optional()
    .describe('Folder to run it in; the working directory of the session otherwise'),
  use_kept: z
    .boolean()
    .optional()
    .describe(
      'Takes what the same command printed before in this session, filtered as the line says, and runs nothing; only while nothing has changed in the workspace since',
    ),
});

/** `execute_command`: bash text in its own process group, within limits, with what it changed on the ledger. */
export function createCommandTool(options: CommandToolOptions): ToolSource {
  const tool: Tool = {
    name: COMMAND_TOOL,
    get description() {
      return options.isBoxed?.() ? `${DESCRIPTION} ${IN_BOX}` : DESCRIPTION;
    },
    parameters: z.toJSONSchema(Arguments) as Record<string, unknown>,
    plan: (args, context) => planCommand(options, args, context),
  };
  return { tools: () => [tool] };
}

const DESCRIPTION =
  'Runs bash text and returns its output and exit code. Standard input is empty; nothing it leaves in the background survives it.';
const IN_BOX = [
  'Unless it was allowed otherwise it runs in a box: it can write in the workspace and in /tmp, which is private to the session, and has no network, not even to this machine. Credentials appear empty. Files that run code by themselves (package.json, Makefile, hooks, CI, node_modules …) are read-only: name them in the command to have the person asked.',
  'When the box stops something, the result says so. Do not look for another way: the person can run it outside, or say what to do instead.',
].join(' ');

async function planCommand(options: CommandToolOptions, args: unknown, context: PlanContext): Promise<CallPlan> {
  const parsed = Arguments.safeParse(args);
  if (!parsed.success) throw new ToolError(z.prettifyError(parsed.error));
  const { command_line: command, working_dir: asked, use_kept: usesKept = false } = parsed.data;
  if (`${command}${asked ?? ''}`.includes('\0'))
    throw new ToolError('command_line and working_dir cannot contain NUL characters');
  const cwd = await existingFolder(asked ?? context.cwd, context.cwd);
  const { workspace, session } = context;
  const line = { command, cwd, workspace, session };
  return usesKept ? await planKept(options, line) : await planFor(options, line);
}

/** Another look at what was printed before, which needs no question; what may have come from the network or the clock is a person's choice. */
async function planKept(options: CommandToolOptions, asked: CommandCall): Promise<CallPlan> {
  const found = await findKeptRun(options, asked);
  const { filter: filterOutput } = options.kept ?? {};
  if (found === undefined || filterOutput === undefined) throw new ToolError(NOT_KEPT);
  const { run, filter } = found;
  if (!run.isOfWorkspace) throw new ToolError(NOT_OF_WORKSPACE);
  return {
    subject: { kind: 'filter', source: run.callId, filter },
    isOutside: false,
    warnings: [],
    arguments: { command_line: asked.command, working_dir: asked.cwd, use_kept: true },
    effects: 'reads',
    run: (_allowed, context) => showKept({ ...found, by: 'model' }, context, filterOutput),
  };
}

const NOT_KEPT =
  'use_kept: no output of this command is kept that could be used: it has not run in this session, folder and environment, or something has changed since. Call it without use_kept.';
const NOT_OF_WORKSPACE =
  'use_kept: what this command printed may have come from the network or the clock, so that only the person can choose it. Call it without use_kept.';

interface CommandCall {
  readonly command: string;
  readonly cwd: string;
  readonly workspace: string;
  readonly session: string;
}

/**
 * Plans a command; consent covers the command and the content of its scripts: with other scripts it is another plan.
 */
async function planFor(
  options: CommandToolOptions,
  asked: CommandCall,
  changed: readonly string[] = [],
): Promise<CallPlan> {
  const { command, cwd, workspace, session } = asked;
  const limits = await options.limits.next(session);
  const isOutside = isOutsideOf(workspace, cwd);
  const kept = changed.length > 0 ? undefined : await findKeptRun(options, asked);
  const scripts = await lookAtScripts(options.scripts?.(command) ?? [], cwd);
  return {
    subject: { kind: 'command', command, cwd, limits },
    isOutside,
    ...(changed.length > 0 && { alwaysAsk: 'What it runs has changed since it was first asked' }),
    warnings: [...changed.map((path) => changedWarning(path, workspace)), ...commandWarnings(command, cwd, isOutside)],
    arguments: { command_line: command, working_dir: cwd },
    effects: 'watched',
    ...(kept && { kept: offerOf(kept.run) }),
    run: async (allowed, context) => {
      const changedNow = await scriptsChangedSince(scripts);
      if (changedNow.length > 0) return await planFor(options, asked, changedNow);
      if (allowed.useKept) return await keptOrAskAgain(options, asked, context);
      const planned = { command: allowed.command ?? command, cwd };
      const outcome = await execute(options, planned, { allowed, context });
      return kept ? withHint(outcome, kept.run) : outcome;
    },
  };
}

/** Shows the kept output that the person chose, or asks again if something has changed since. */
async function keptOrAskAgain(options: CommandToolOptions, asked: CommandCall, context: RunContext) {
  const found = await findKeptRun(options, asked);
  if (found === undefined || options.kept === undefined) return await planFor(options, asked);
  return await showKept({ ...found, by: 'person' }, context, options.kept.filter);
}

/** Shorter runs are not worth the words, in milliseconds. */
const WORTH_KEEPING_MS = 1000;

function withHint(outcome: ToolOutcome | CallPlan, run: KeptRun): ToolOutcome | CallPlan {
  if (!('content' in outcome) || !run.isOfWorkspace || run.durationMs < WORTH_KEEPING_MS) return outcome;
  const hint = `The same had run ${agoOf(run)}, and nothing that is watched in the workspace had changed since: with use_kept its output is filtered without running it again.`;
  return { ...outcome, content: `${outcome.content}\n\n${hint}` };
}

async function existingFolder(asked: string, base: string): Promise<string> {
  const path = isAbsolute(asked) ? asked : join(base, asked);
  const resolved = await realpath(path).catch(() => undefined);
  if (resolved === undefined || !(await stat(resolved)).isDirectory()) {
    throw new ToolError(`working_dir: ${path} is not a folder that exists`);
  }
  return resolved;
}

function isOutsideOf(workspace: string, path: string): boolean {
  const way = relative(workspace, path);
  return way === '..' || way.startsWith('../') || way.startsWith('..\\') || isAbsolute(way);
}

function changedWarning(path: string, workspace: string): Warning {
  const shown = isOutsideOf(workspace, path) ? path : relative(workspace, path);
  return { level: 'danger', text: `${shown}, which this command runs, is not what it was when this was first asked` };
}

function commandWarnings(command: string, cwd: string, isOutside: boolean): Warning[] {
  const warnings: Warning[] = [];
  if (isOutside) warnings.push({ level: 'danger', text: `Runs outside the workspace, in ${cwd}` });
  const hidden = hiddenCodes(command);
  if (hidden.length > 0)
    warnings.push({ level: 'danger', text: `Contains characters that do not show: ${hidden.join(', ')}` });
  return warnings;
}
