import { realpath, stat } from 'node:fs/promises';
import { isAbsolute, join, relative } from 'node:path';
import { z } from 'zod';
import type { Warning } from '#contract';
import { hiddenCodes } from '#contract/hidden-characters';
import { type Plan, type PlanContext, type Tool, ToolError, type ToolSource } from '#tools';
import { execute } from './execute.ts';
import type { ExecuteOptions } from './execute-options.ts';
import { changedScripts, lookAtScripts } from './named-scripts.ts';
import { COMMAND_TOOL } from './raised-limits.ts';

export interface CommandToolOptions extends ExecuteOptions {
  /** Files that a command runs, by the names it has for them. */
  readonly scripts?: (command: string) => readonly string[];
}

const Arguments = z.strictObject({
  command_line: z.string().min(1).max(1_000_000).describe('Bash text to run'),
  working_dir: z
    .string()
    .min(1)
    .optional()
    .describe('Folder to run it in; the working directory of the session otherwise'),
});

/** `execute_command`: bash text in its own process group, within limits, with what it changed on the ledger. */
export function createCommandTool(options: CommandToolOptions): ToolSource {
  const tool: Tool = {
    name: COMMAND_TOOL,
    description:
      'Runs bash text and returns its output and exit code. Standard input is empty; nothing it leaves in the background survives it.',
    parameters: z.toJSONSchema(Arguments) as Record<string, unknown>,
    plan: (args, context) => planCommand(options, args, context),
  };
  return { tools: () => [tool] };
}

async function planCommand(options: CommandToolOptions, args: unknown, context: PlanContext): Promise<Plan> {
  const parsed = Arguments.safeParse(args);
  if (!parsed.success) throw new ToolError(z.prettifyError(parsed.error));
  const { command_line: command, working_dir: asked } = parsed.data;
  if (`${command}${asked ?? ''}`.includes('\0'))
    throw new ToolError('command_line and working_dir cannot contain NUL characters');
  const cwd = await existingFolder(asked ?? context.cwd, context.cwd);
  const { workspace, session } = context;
  return await planFor(options, { command, cwd, workspace, session });
}

interface Asked {
  readonly command: string;
  readonly cwd: string;
  readonly workspace: string;
  readonly session: string;
}

/** What was allowed is the command and what its scripts hold: with other scripts it is another plan. */
async function planFor(options: CommandToolOptions, asked: Asked, changed: readonly string[] = []): Promise<Plan> {
  const { command, cwd, workspace, session } = asked;
  const limits = await options.limits.next(session);
  const isOutside = isOutsideOf(workspace, cwd);
  const scripts = await lookAtScripts(options.scripts?.(command) ?? [], cwd);
  return {
    subject: { kind: 'command', command, cwd, limits },
    isOutside,
    ...(changed.length > 0 && { alwaysAsk: 'What it runs has changed since it was first asked' }),
    warnings: [...changed.map((path) => changedWarning(path, workspace)), ...warningsOf(command, cwd, isOutside)],
    arguments: { command_line: command, working_dir: cwd },
    effects: 'watched',
    run: async (allowed, context) => {
      const changedNow = await changedScripts(scripts);
      if (changedNow.length > 0) return await planFor(options, asked, changedNow);
      const planned = { command: allowed.command ?? command, cwd };
      return await execute(options, planned, { allowed, context });
    },
  };
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

function warningsOf(command: string, cwd: string, isOutside: boolean): Warning[] {
  const warnings: Warning[] = [];
  if (isOutside) warnings.push({ level: 'danger', text: `Runs outside the workspace, in ${cwd}` });
  const hidden = hiddenCodes(command);
  if (hidden.length > 0)
    warnings.push({ level: 'danger', text: `Contains characters that do not show: ${hidden.join(', ')}` });
  return warnings;
}
