import { randomUUID } from 'node:crypto';
import { mkdir, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunLimits } from '#contract';
import { AppError } from '#core/app-error';
import type { ContentStore } from '#ledger';
import {
  type CallEffects,
  type CallToWatch,
  type CallWatch,
  commandLabel,
  type RunContext,
  type ToolOutcome,
} from '#tools';
import type { Limiter } from '../runs/limiter.ts';
import { type CommandOptions, type CommandResult, runCommand, type Sandbox } from '../runs/run-command.ts';
import { runSplit, type SplitResult } from '../runs/run-split.ts';
import type { Split } from '../runs/split.ts';
import { sandboxEnvironment } from '../runs/startup-code.ts';
import type { CommandLimits, LimitsInForce } from './command-limits.ts';
import { outcomeOf } from './outcome.ts';
import { COMMAND_TOOL } from './raised-limits.ts';

export interface ExecuteOptions {
  readonly limits: Pick<CommandLimits, 'next' | 'begin'>;
  /** Absent: only time and output are limited. */
  readonly limiter?: Limiter | undefined;
  readonly content: ContentStore;
  readonly watch: CallWatch;
  /** Of the commands; without secrets. */
  readonly environment: Readonly<Record<string, string>>;
  /** What the person exported in the session, secret or not. A command that nobody was asked about gets none of it. */
  readonly exported?: (session: string) => Promise<Readonly<{ [name: string]: string }>>;
  /** Holds output while a command runs; made if missing. */
  readonly spoolFolder: string;
  /** Holds copies of whole outputs that file tools can read; made if missing. */
  readonly outputsFolder?: string;
  /** Takes a command apart whose last stages only filter; without it, every command runs as written. */
  readonly split?: (command: string) => Split | undefined;
  /** From this on, a command is not filtered, in milliseconds. */
  readonly slowMs?: () => number;
  /** `undefined` where none works. */
  readonly sandbox?: (workspace: string) => Promise<Sandbox | undefined>;
}

export interface PlannedCommand {
  readonly command: string;
  readonly cwd: string;
}

/** Pagers and prompts would wait for a person who is not there. */
const NON_INTERACTIVE = { TERM: 'dumb', PAGER: 'cat', GIT_PAGER: 'cat', GIT_TERMINAL_PROMPT: '0' };

const SLOW_MS = 10_000;
const NO_SANDBOX =
  'Not run: it was allowed only in a read-only sandbox, and no sandbox works here. Ask for it in a form that a person can decide about.';

/** Runs the command between two looks at the workspace, and records what it did. */
export function execute(options: ExecuteOptions, planned: PlannedCommand, context: RunContext): Promise<ToolOutcome> {
  return executeWatched({ options, planned, context });
}

/** Runs it where nothing can be written, so that the workspace need not be looked at. */
export async function executeSandboxed(
  options: ExecuteOptions,
  planned: PlannedCommand,
  context: RunContext,
): Promise<ToolOutcome> {
  const sandbox = await options.sandbox?.(context.workspace);
  if (!sandbox) return { outcome: 'failed', content: NO_SANDBOX };
  return await executeWatched({ options, planned, context, sandbox });
}

interface Watched {
  readonly options: ExecuteOptions;
  readonly planned: PlannedCommand;
  readonly context: RunContext;
  readonly sandbox?: Sandbox;
}

type Ran = SplitResult | { readonly result: CommandResult; readonly split?: undefined; readonly treated?: undefined };

/** What cannot be recorded stays in the journal, with its output, for the next start. */
async function executeWatched(watched: Watched): Promise<ToolOutcome> {
  const { options, context } = watched;
  await mkdir(options.spoolFolder, { recursive: true, mode: 0o700 });
  const spoolPath = join(options.spoolFolder, randomUUID());
  const stdoutPath = `${spoolPath}.stdout`;
  const marker = randomUUID();
  const { session, callId } = context;
  using limits = await options.limits.begin(session, callId);
  const process = { limits: limits.current, marker, spoolPath };
  await using call = await options.watch.begin(callOf(watched, process));
  const removeSpool = () => Promise.all([spoolPath, stdoutPath].map((path) => unlink(path).catch(() => {})));
  const exported = await options.exported?.(session);
  const run = { ...optionsOf(watched, limits, exported), spoolPath, marker };
  const ran = await runAsSplit(options, run, stdoutPath).catch(async (error: unknown) => {
    // It has not been started.
    if (error instanceof AppError) await Promise.all([call.cancel(), removeSpool()]);
    throw error;
  });
  const seen = await call.look();
  const had = limits.current;
  await record(watched, { ran, spoolPath, seen, limits: had });
  await call.finish(seen);
  const outcome = await outcomeOf(ran, { limits: had, callId, spoolPath, folder: options.outputsFolder });
  await removeSpool();
  return outcome;
}

function callOf({ planned, context, sandbox }: Watched, process: CallToWatch['process']): CallToWatch {
  const { session, callId, workspace, signal, record } = context;
  return {
    ...{ session, callId, workspace, signal, record, process },
    tool: COMMAND_TOOL,
    label: commandLabel(planned.command),
    origin: 'command',
    isHarmless: sandbox !== undefined,
  };
}

function optionsOf(
  { options, planned, context, sandbox }: Watched,
  limits: LimitsInForce,
  exported: Readonly<Record<string, string>> | undefined,
): Omit<CommandOptions, 'spoolPath'> {
  const { workspace, signal, onOutput, onUsage } = context;
  const environment = sandbox
    ? sandboxEnvironment(options.environment, workspace)
    : { ...options.environment, ...exported };
  // What it may use is to be seen before it has used anything.
  onUsage?.({ elapsedMs: 0, outputBytes: 0 }, limits.current);
  return {
    ...planned,
    environment: { ...environment, ...NON_INTERACTIVE, ...(sandbox && { TMPDIR: '/tmp' }) },
    limits: limits.current,
    onRaised: limits.onRaised,
    limiter: options.limiter,
    // Nothing is written in the sandbox.
    workspace: sandbox ? undefined : workspace,
    signal,
    sandbox,
    onOutput,
    onUsage: (usage) => onUsage?.(usage, limits.current),
  };
}

/** A command that a person edited is taken apart anew. */
async function runAsSplit(options: ExecuteOptions, run: CommandOptions, stdoutPath: string): Promise<Ran> {
  const split = options.split?.(run.command);
  if (!split) return { result: await runCommand(run) };
  return await runSplit({ ...run, split, stdoutPath, slowMs: options.slowMs?.() ?? SLOW_MS });
}

interface Seen {
  readonly ran: Ran;
  readonly spoolPath: string;
  readonly seen: CallEffects;
  readonly limits: RunLimits;
}

async function record({ options, planned, context, sandbox }: Watched, end: Seen): Promise<void> {
  const { ran, spoolPath, seen, limits } = end;
  const { result, split } = ran;
  const spool = await options.content.keepFile(spoolPath).catch(() => undefined);
  const containment = await options.limiter?.containment();
  await context.record('command.ran', {
    ...planned,
    limits,
    ...(result.exitCode !== undefined && { exitCode: result.exitCode }),
    ...(result.signal !== undefined && { signal: result.signal }),
    stopReason: result.stopReason,
    durationMs: result.durationMs,
    ...(result.peak && { peak: result.peak }),
    ...(containment && { heldBy: containment.state.step }),
    output: result.output,
    outputBytes: result.outputBytes,
    ...(spool && { spool: { hash: spool.hash, bytes: spool.size, complete: spool.size === result.outputBytes } }),
    notWatched: [...seen.notWatched],
    ...(seen.alongside.length > 0 && { alongside: [...seen.alongside] }),
    ...(sandbox && { sandbox: 'read-only' as const }),
    ...(split && { split }),
  });
}
