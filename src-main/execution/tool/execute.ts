import { randomUUID } from 'node:crypto';
import { mkdir, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { BoxStrength, RunLimits } from '#contract';
import { AppError } from '#core/app-error';
import type { Redactor } from '#core/redact';
import type { ContentStore } from '#ledger';
import {
  type Allowed,
  type CallEffects,
  type CallToWatch,
  type CallWatch,
  commandLabel,
  type Plan,
  type RunContext,
  type ToolOutcome,
} from '#tools';
import type { Box, OpenBox } from '../runs/box.ts';
import type { Limiter } from '../runs/limiter.ts';
import { type CommandOptions, type CommandResult, runCommand } from '../runs/run-command.ts';
import { runSplit, type SplitResult } from '../runs/run-split.ts';
import type { Split } from '../runs/split.ts';
import { sandboxEnvironment } from '../runs/startup-code.ts';
import type { CommandLimits, LimitsInForce } from './command-limits.ts';
import { type HeldChanges, holdBack } from './hold-back.ts';
import { outcomeOf } from './outcome.ts';
import { COMMAND_TOOL } from './raised-limits.ts';
import { type RefusedByBox, refusalText, refusedByBox } from './refused-by-box.ts';

export interface ExecuteOptions {
  readonly limits: Pick<CommandLimits, 'next' | 'begin'>;
  /** Absent: only time and output are limited. */
  readonly limiter?: Limiter | undefined;
  readonly content: ContentStore;
  /** Blanks secrets in outputs before they are written. */
  readonly redactor: Redactor;
  readonly watch: CallWatch;
  /** Of the commands; without secrets. */
  readonly environment: Readonly<Record<string, string>>;
  /** What the person exported in the session, secret or not. A command that nobody was asked about gets none of it. */
  readonly isSecret?: (name: string) => boolean;
  readonly exported?: (session: string) => Promise<Readonly<{ [name: string]: string }>>;
  /** Holds output while a command runs; made if missing. */
  readonly spoolFolder: string;
  /** Holds copies of whole outputs that file tools can read; made if missing. */
  readonly outputsFolder?: string;
  /** Takes a command apart whose last stages only filter; without it, every command runs as written. */
  readonly split?: (command: string) => Split | undefined;
  /** From this on, a command is not filtered, in milliseconds. */
  readonly slowMs?: () => number;
  readonly openBox?: OpenBox;
  /** What git must have in its environment where a command runs only because it reads, or why it would not only read. */
  readonly neutralGit?: NeutralGit;
  /** Takes changes of protected files back and makes them again; without it they stay. */
  readonly held?: HeldChanges;
}

type Variables = Readonly<Record<string, string>>;

/** Reads git's configuration anew, just before the command starts. */
export type NeutralGit = (
  line: PlannedCommand & { readonly workspace: string },
) => Promise<{ readonly environment: Variables } | { readonly why: string }>;

export interface PlannedCommand {
  readonly command: string;
  readonly cwd: string;
}

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
  { allowed, context }: { readonly allowed: Allowed; readonly context: RunContext },
): Promise<ToolOutcome | Plan> {
  const { sandbox: strength, boxWrites: writes, isRewriting } = allowed;
  if (strength === undefined) return await executeWatched({ options, planned, context, allowed });
  const { workspace, session } = context;
  const { memoryBytes } = await options.limits.next(session);
  const request = { strength, workspace, session, writes, isRewriting, memoryBytes };
  const box = await options.openBox?.(request);
  if (!box) return { outcome: 'failed', content: NO_BOX };
  const git = strength === 'read-only' ? await options.neutralGit?.({ ...planned, workspace }) : undefined;
  if (git && 'why' in git) return { outcome: 'failed', content: `${NOT_READING}: ${git.why}.` };
  return await executeWatched({ options, planned, context, allowed, inside: { strength, box, git: git?.environment } });
}

interface Watched {
  readonly options: ExecuteOptions;
  readonly planned: PlannedCommand;
  readonly context: RunContext;
  readonly allowed: Allowed;
  readonly inside?: { readonly strength: BoxStrength; readonly box: Box; readonly git: Variables | undefined };
}

const isReadOnly = ({ inside }: Watched): boolean => inside?.strength === 'read-only';

type Ran = SplitResult | { readonly result: CommandResult; readonly split?: undefined; readonly treated?: undefined };

/** What cannot be recorded stays in the journal, with its output, for the next start. */
async function executeWatched(watched: Watched): Promise<ToolOutcome | Plan> {
  const { options, planned, context } = watched;
  await mkdir(options.spoolFolder, { recursive: true, mode: 0o700 });
  const spoolPath = join(options.spoolFolder, randomUUID());
  const stdoutPath = `${spoolPath}.stdout`;
  const marker = randomUUID();
  const { session, callId } = context;
  using limits = await options.limits.begin(session, callId);
  const process = { limits: limits.current, marker, spoolPath };
  await using call = await options.watch.begin(callOf(watched, process));
  const removeSpool = () => Promise.all([spoolPath, stdoutPath].map((path) => unlink(path).catch(() => {})));
  const exported = await exportedFor(watched);
  const run = { ...optionsOf(watched, limits, exported), spoolPath, marker };
  const ran = await runAsSplit(options, run, stdoutPath).catch(async (error: unknown) => {
    // It has not been started.
    if (error instanceof AppError) await Promise.all([call.cancel(), removeSpool()]);
    throw error;
  });
  const seen = await call.look();
  const had = limits.current;
  await record(watched, { ran, spoolPath, seen, limits: had });
  const events = await call.finish(seen);
  const told = await outcomeOf(ran, { limits: had, callId, spoolPath, folder: options.outputsFolder });
  await removeSpool();
  const refused = refusedIn(watched, ran);
  const outcome = refused ? { ...told, content: `${told.content}\n\n${refusalText(refused)}` } : told;
  const { box } = watched.inside ?? {};
  if (!box || !options.held) return outcome;
  const changed = seen.changes.map(({ path }, index) => ({ path, event: events[index] ?? '' }));
  return await holdBack(outcome, changed, {
    whyHeld: box.whyHeld,
    held: options.held,
    context,
    command: planned.command,
  });
}

function refusedIn({ inside }: Watched, { result }: Ran): RefusedByBox | undefined {
  if (!inside || result.stopReason !== 'exit') return undefined;
  return refusedByBox(result.exitCode === 0 ? result.errorText : `${result.errorText}\n${result.output}`);
}

function callOf(watched: Watched, process: CallToWatch['process']): CallToWatch {
  const { planned, context } = watched;
  const { session, callId, workspace, signal, record } = context;
  return {
    ...{ session, callId, workspace, signal, record, process },
    tool: COMMAND_TOOL,
    label: commandLabel(planned.command),
    origin: 'command',
    isHarmless: isReadOnly(watched),
  };
}

function optionsOf(
  watched: Watched,
  limits: LimitsInForce,
  exported: Readonly<Record<string, string>> | undefined,
): Omit<CommandOptions, 'spoolPath'> {
  const { options, planned, context, inside } = watched;
  const { workspace, signal, onOutput, onUsage } = context;
  const isProven = isReadOnly(watched);
  const environment = isProven
    ? sandboxEnvironment(options.environment, workspace)
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
    signal,
    sandbox: inside?.box.sandbox,
    isProven,
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

/** A command that nobody was asked about gets nothing that is secret. */
async function exportedFor({
  options,
  context,
  allowed,
}: Watched): Promise<Readonly<Record<string, string>> | undefined> {
  const exported = await options.exported?.(context.session);
  if (!exported || !allowed.isUnasked || allowed.sandbox === undefined) return exported;
  return Object.fromEntries(Object.entries(exported).filter(([name]) => !(options.isSecret?.(name) ?? false)));
}

interface Seen {
  readonly ran: Ran;
  readonly spoolPath: string;
  readonly seen: CallEffects;
  readonly limits: RunLimits;
}

async function record(watched: Watched, end: Seen): Promise<void> {
  const { options, planned, context, inside } = watched;
  const { ran, spoolPath, seen, limits } = end;
  const refused = refusedIn(watched, ran);
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
    ...(spool && {
      spool: {
        hash: spool.hash,
        bytes: spool.size,
        complete: result.hasAllInSpool,
        ...(result.redacted > 0 && { redacted: result.redacted }),
      },
    }),
    notWatched: [...seen.notWatched],
    ...(seen.alongside.length > 0 && { alongside: [...seen.alongside] }),
    ...(inside && { sandbox: inside.strength }),
    ...(refused && { refusedByBox: [...refused.lines] }),
    ...(split && { split }),
  });
}
