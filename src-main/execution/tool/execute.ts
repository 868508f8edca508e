import { randomUUID } from 'node:crypto';
import { mkdir, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '#core/app-error';
import {
  type Approval,
  type CallPlan,
  type CallToWatch,
  commandLabel,
  type RunContext,
  type ToolOutcome,
} from '#tools';
import { readOnlyBoxEnvironment } from '../runs/command-environment.ts';
import { type CommandOptions, runCommand } from '../runs/run-command.ts';
import { runSplit } from '../runs/run-split.ts';
import type { LimitsInForce } from './command-limits.ts';
import type { ExecuteOptions, PlannedCommand } from './execute-options.ts';
import { holdBack } from './hold-back.ts';
import { commandOutcome } from './outcome.ts';
import { COMMAND_TOOL } from './raised-limits.ts';
import { type CommandOrSplitResult, recordRun, type WatchedCommand } from './record-run.ts';
import { type RefusedByBox, refusalText, refusedByBox } from './refused-by-box.ts';
import { rememberRun } from './remember-run.ts';

/** Pagers and prompts would wait for a person who is not there. */
const NON_INTERACTIVE = { TERM: 'dumb', PAGER: 'cat', GIT_PAGER: 'cat', GIT_TERMINAL_PROMPT: '0' };

const SLOW_MS = 10_000;
const NO_BOX =
  'Not run: it was allowed only in the box, and no box works here. Ask for it in a form that a person can decide about.';

const NOT_READING = 'Not run: it was allowed because it only reads, and that is no longer sure';

/**
 * Runs the command where it was allowed, between two looks at the workspace unless nothing can be written there, and records what
 * it did. What it changed of protected files is taken back, and the plan that is returned then asks about it.
 */
export async function execute(
  options: ExecuteOptions,
  planned: PlannedCommand,
  { allowed, context }: { readonly allowed: Approval; readonly context: RunContext },
): Promise<ToolOutcome | CallPlan> {
  const { sandbox: strength, boxWrites: writes } = allowed;
  if (strength === undefined) return await executeWatched({ options, planned, context, allowed });
  const { workspace, session } = context;
  const isRewriting = await mayReplace(options, { ...planned, workspace, session }, allowed);
  const { memoryBytes } = await options.limits.next(session);
  const request = { strength, workspace, session, writes, isRewriting, memoryBytes };
  const box = await options.openBox?.(request);
  if (!box) return { outcome: 'failed', content: NO_BOX };
  const git = strength === 'read-only' ? await options.neutralGit?.({ ...planned, workspace }) : undefined;
  if (git && 'why' in git) return { outcome: 'failed', content: `${NOT_READING}: ${git.why}.` };
  return await executeWatched({ options, planned, context, allowed, inside: { strength, box, git: git?.environment } });
}

/**
 * Whether git may replace protected files that were not allowed by name. They are not bound read-only then, which would stop git half-way,
 * but put back after the command. Worked out again, since the repository may have changed in the meantime.
 */
async function mayReplace(
  { foresee, exported }: ExecuteOptions,
  { session, ...line }: PlannedCommand & { readonly workspace: string; readonly session: string },
  { isRewriting = false, boxWrites = [] }: Approval,
): Promise<boolean> {
  if (!isRewriting) return false;
  // Git may be told of another repository, or of other settings, than it was asked about.
  const variables = Object.keys((await exported?.(session)) ?? {});
  if (variables.some((name) => name.startsWith('GIT_'))) return true;
  const found = await foresee?.(line);
  return !(found?.isSure && found.paths.every((path) => boxWrites.includes(path)));
}

const isReadOnly = ({ inside }: WatchedCommand): boolean => inside?.strength === 'read-only';

/** Executes a watched command; what cannot be recorded stays in the journal, with its output, for the next start. */
async function executeWatched(watched: WatchedCommand): Promise<ToolOutcome | CallPlan> {
  const { options, planned, context } = watched;
  await mkdir(options.spoolFolder, { recursive: true, mode: 0o700 });
  const spoolPath = join(options.spoolFolder, randomUUID());
  const stdoutPath = `${spoolPath}.stdout`;
  const marker = randomUUID();
  const { session, callId } = context;
  using limits = await options.limits.begin(session, callId);
  const process = { limits: limits.current, marker, spoolPath };
  // Before the call is written down: what fails here has not begun.
  const exported = await exportedFor(watched);
  await using call = await options.watch.begin(callOf(watched, process));
  const removeSpool = () => Promise.all([spoolPath, stdoutPath].map((path) => unlink(path).catch(() => {})));
  const run = { ...commandOptions(watched, limits, exported), spoolPath, marker };
  const ran = await runAsSplit(options, run, stdoutPath).catch(async (error: unknown) => {
    // It has not been started.
    if (error instanceof AppError) await Promise.all([call.cancel(), removeSpool()]);
    throw error;
  });
  const seen = await call.look();
  const had = limits.current;
  const refused = findRefusal(watched, ran);
  const recorded = await recordRun(watched, { ran, spoolPath, seen, limits: had, refused });
  const events = await call.finish(seen);
  const told = await commandOutcome(ran, { limits: had, callId, spoolPath, folder: options.outputsFolder });
  await removeSpool();
  await rememberRun(watched, { ran, ...recorded, seen });
  const outcome = refused ? { ...told, content: `${told.content}\n\n${refusalText(refused)}` } : told;
  const { box } = watched.inside ?? {};
  if (!box || !options.held) return outcome;
  const changed = seen.changes.map(({ path }, index) => ({ path, event: events[index] ?? '' }));
  return await holdBack(outcome, changed, {
    whyHeld: box.whyHeld,
    held: options.held,
    context,
    by: { command: planned.command },
  });
}

/**
 * Finds what the box refused; a command that only reads has nothing to be refused, although its texts may mention it.
 */
function findRefusal({ inside, allowed }: WatchedCommand, { result }: CommandOrSplitResult): RefusedByBox | undefined {
  if (!inside || inside.strength === 'read-only' || result.stopReason !== 'exit') return undefined;
  const printed = result.exitCode === 0 ? result.errorText : `${result.errorText}\n${result.output}`;
  return refusedByBox(printed, {
    seeing: allowed.showsBox,
    reaching: result.exitCode === 0 ? undefined : allowed.reachesBox,
  });
}

function callOf(watched: WatchedCommand, process: CallToWatch['process']): CallToWatch {
  const { planned, context } = watched;
  const { session, callId, workspace, signal, record } = context;
  return {
    session,
    callId,
    workspace,
    signal,
    record,
    process,
    tool: COMMAND_TOOL,
    label: commandLabel(planned.command),
    origin: 'command',
    isHarmless: isReadOnly(watched),
  };
}

function commandOptions(
  watched: WatchedCommand,
  limits: LimitsInForce,
  exported: Readonly<Record<string, string>> | undefined,
): Omit<CommandOptions, 'spoolPath'> {
  const { options, planned, context, inside } = watched;
  const { workspace, signal, onOutput, onUsage } = context;
  const isProven = isReadOnly(watched);
  const environment = isProven
    ? readOnlyBoxEnvironment(options.environment, workspace)
    : { ...options.environment, ...exported };
  // What it may use is to be seen before it has used anything.
  onUsage?.({ elapsedMs: 0, outputBytes: 0 }, limits.current);
  return {
    ...planned,
    environment: { ...environment, ...NON_INTERACTIVE, ...inside?.box.environment, ...inside?.git },
    limits: limits.current,
    onRaised: limits.onRaised,
    limiter: options.limiter,
    redactor: options.redactor,
    workspace: isProven ? undefined : workspace,
    alsoCounted: inside?.box.folders,
    signal,
    sandbox: inside?.box.sandbox,
    isProven,
    onOutput,
    onUsage: (usage) => onUsage?.(usage, limits.current),
  };
}

/** A command that a person edited is taken apart again. */
async function runAsSplit(
  options: ExecuteOptions,
  run: CommandOptions,
  stdoutPath: string,
): Promise<CommandOrSplitResult> {
  const split = options.split?.(run.command);
  if (!split) return { result: await runCommand(run) };
  return await runSplit({ ...run, split, stdoutPath, slowMs: options.slowMs?.() ?? SLOW_MS });
}

/** Filters the exported variables: a command that runs in a box without a question gets no secret. */
async function exportedFor({
  options,
  context,
  allowed,
}: WatchedCommand): Promise<Readonly<Record<string, string>> | undefined> {
  const exported = await options.exported?.(context.session);
  if (!exported || !allowed.isUnasked || allowed.sandbox === undefined) return exported;
  return Object.fromEntries(
    Object.entries(exported).filter(([name, value]) => !(options.isSecret?.(name, value) ?? false)),
  );
}
