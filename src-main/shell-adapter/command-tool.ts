import { randomUUID } from 'node:crypto';
import { mkdir, realpath, stat, unlink } from 'node:fs/promises';
import { isAbsolute, join, relative } from 'node:path';
import { z } from 'zod';
import type { FileState, Warning } from '#contract';
import { hiddenCodes } from '#contract/hidden-characters';
import type { ContentStore } from '#ledger';
import {
  type Plan,
  type PlanContext,
  type RunContext,
  type Tool,
  ToolError,
  type ToolOutcome,
  type ToolSource,
} from '#tools';
import { resultText } from './result-text.ts';
import { type CommandLimits, type CommandResult, runCommand } from './run-command.ts';

export interface TreeChange {
  readonly path: string;
  readonly change: 'created' | 'modified' | 'deleted';
  readonly before?: FileState | undefined;
  readonly after?: FileState | undefined;
}

/** Tells which files a command changed, their old bytes kept. */
export interface TreeWatch<Snapshot> {
  before(signal?: AbortSignal): Promise<Snapshot>;
  after(snapshot: Snapshot): Promise<{
    readonly changes: readonly TreeChange[];
    readonly notWatched: readonly string[];
  }>;
}

export interface CommandToolOptions<Snapshot> {
  readonly content: ContentStore;
  readonly watch: (workspace: string) => TreeWatch<Snapshot>;
  /** Of the commands; without secrets. */
  readonly environment: Readonly<Record<string, string>>;
  readonly limits: () => CommandLimits;
  /** Holds output while a command runs; made if missing. */
  readonly spoolFolder: string;
}

const Arguments = z.strictObject({
  command_line: z.string().min(1).max(1_000_000).describe('Bash text to run'),
  working_dir: z
    .string()
    .min(1)
    .optional()
    .describe('Folder to run it in; the working directory of the session otherwise'),
});

/** Pagers and prompts would wait for a person who is not there. */
const NON_INTERACTIVE = { TERM: 'dumb', PAGER: 'cat', GIT_PAGER: 'cat', GIT_TERMINAL_PROMPT: '0' };

/** `execute_command`: bash text in its own process group, within limits, with what it changed on the ledger. */
export function createCommandTool<Snapshot>(options: CommandToolOptions<Snapshot>): ToolSource {
  const tool: Tool = {
    name: 'execute_command',
    description:
      'Runs bash text and returns its output and exit code. Standard input is empty; nothing it leaves in the background survives it.',
    parameters: z.toJSONSchema(Arguments) as Record<string, unknown>,
    plan: (args, context) => planCommand(options, args, context),
  };
  return { tools: () => [tool] };
}

async function planCommand<S>(options: CommandToolOptions<S>, args: unknown, context: PlanContext): Promise<Plan> {
  const parsed = Arguments.safeParse(args);
  if (!parsed.success) throw new ToolError(z.prettifyError(parsed.error));
  const { command_line: command, working_dir: asked } = parsed.data;
  if (`${command}${asked ?? ''}`.includes('\0'))
    throw new ToolError('command_line and working_dir cannot contain NUL characters');
  const cwd = await existingFolder(asked ?? context.cwd, context.cwd);
  const limits = options.limits();
  const isOutside = isOutsideOf(context.workspace, cwd);
  return {
    subject: { kind: 'command', command, cwd, limits },
    isOutside,
    warnings: warningsOf(command, cwd, isOutside),
    arguments: { command_line: command, working_dir: cwd },
    run: (allowed, runContext) => execute(options, { command: allowed.command ?? command, cwd, limits }, runContext),
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

function warningsOf(command: string, cwd: string, isOutside: boolean): Warning[] {
  const warnings: Warning[] = [];
  if (isOutside) warnings.push({ level: 'danger', text: `Runs outside the workspace, in ${cwd}` });
  const hidden = hiddenCodes(command);
  if (hidden.length > 0)
    warnings.push({ level: 'danger', text: `Contains characters that do not show: ${hidden.join(', ')}` });
  return warnings;
}

interface Planned {
  readonly command: string;
  readonly cwd: string;
  readonly limits: CommandLimits;
}

async function execute<S>(options: CommandToolOptions<S>, planned: Planned, context: RunContext): Promise<ToolOutcome> {
  await mkdir(options.spoolFolder, { recursive: true, mode: 0o700 });
  const spoolPath = join(options.spoolFolder, randomUUID());
  const watch = options.watch(context.workspace);
  const snapshot = await watch.before(context.signal);
  try {
    const result = await runCommand({
      ...planned,
      environment: { ...options.environment, ...NON_INTERACTIVE },
      signal: context.signal,
      spoolPath,
      onOutput: context.onOutput,
    });
    const { changes, notWatched } = await watch.after(snapshot);
    await record(options, { planned, result, spoolPath, notWatched }, context);
    await Promise.all(changes.map((change) => recordChange(change, context)));
    return {
      outcome: result.exitCode === 0 && result.stopReason === 'exit' ? 'done' : 'failed',
      content: resultText(result, planned.limits),
    };
  } finally {
    await unlink(spoolPath).catch(() => {});
  }
}

/** Asked for together, so that many changes share a few writes; the ledger keeps their order. */
async function recordChange({ before, after, ...change }: TreeChange, context: RunContext): Promise<void> {
  await context.record('file.changed', {
    ...change,
    ...(before && { before }),
    ...(after && { after }),
    callId: context.callId,
    origin: 'command',
  });
}

interface Ran {
  readonly planned: Planned;
  readonly result: CommandResult;
  readonly spoolPath: string;
  readonly notWatched: readonly string[];
}

async function record<S>(options: CommandToolOptions<S>, ran: Ran, context: RunContext): Promise<void> {
  const { planned, result } = ran;
  const spool = await options.content.keepFile(ran.spoolPath).catch(() => undefined);
  await context.record('command.ran', {
    ...planned,
    ...(result.exitCode !== undefined && { exitCode: result.exitCode }),
    ...(result.signal !== undefined && { signal: result.signal }),
    stopReason: result.stopReason,
    durationMs: result.durationMs,
    ...(result.peak && { peak: result.peak }),
    output: result.output,
    outputBytes: result.outputBytes,
    ...(spool && { spool: { hash: spool.hash, bytes: spool.size, complete: spool.size === result.outputBytes } }),
    notWatched: [...ran.notWatched],
  });
}
