import { randomUUID } from 'node:crypto';
import { mkdir, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { AnyLedgerEvent, RunLimits } from '#contract';
import { AppError } from '#core/app-error';
import type { Subscribe } from '#core/emitter';
import type { ContentStore, RunJournal, TreeChange, TreeChanges, TreeReference, TreeWatch } from '#ledger';
import type { RunContext, ToolOutcome } from '#tools';
import type { Limiter } from '../runs/limiter.ts';
import { type CommandOptions, type CommandResult, runCommand, type Sandbox } from '../runs/run-command.ts';
import { runSplit, type SplitResult } from '../runs/run-split.ts';
import type { Split } from '../runs/split.ts';
import { sandboxEnvironment } from '../runs/startup-code.ts';
import type { CommandLimits, LimitsInForce } from './command-limits.ts';
import { outcomeOf } from './outcome.ts';
import { ToldMeanwhile } from './told-meanwhile.ts';

export interface ExecuteOptions {
  readonly limits: Pick<CommandLimits, 'next' | 'begin'>;
  /** Absent: only time and output are limited. */
  readonly limiter?: Limiter | undefined;
  readonly content: ContentStore;
  readonly watch: (workspace: string) => TreeWatch;
  /** Every event as it is on disk; without it, what file tools do meanwhile counts as the command's. */
  readonly onAppended?: Subscribe<AnyLedgerEvent>;
  /** Says which commands run, for the next start after a crash. */
  readonly journal: RunJournal;
  /** Resolves when what a crash left unsaid has been recorded; no command starts before. */
  readonly ready?: Promise<unknown>;
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

/** Of a command, in what is said about another. */
const LABEL_CHARACTERS = 120;
const SLOW_MS = 10_000;
/** Nothing can be written in the sandbox, so nobody looks. */
const NOTHING_SEEN: TreeChanges = { changes: [], notWatched: [], alongside: [] };
const NO_SANDBOX =
  'Not run: it was allowed only in a read-only sandbox, and no sandbox works here. Ask for it in a form that a person can decide about.';

/** Runs the command between two looks at the workspace, and records what it did. */
export async function execute(
  options: ExecuteOptions,
  planned: PlannedCommand,
  context: RunContext,
): Promise<ToolOutcome> {
  await options.ready;
  const watch = options.watch(context.workspace);
  const snapshot = await watch.before(labelOf(planned.command), context.signal);
  using told = new ToldMeanwhile(options.onAppended ?? (() => () => {}));
  try {
    const look: Look = {
      before: await watch.saved(snapshot),
      after: async () => {
        const seen = await watch.after(snapshot);
        return { ...seen, changes: told.without(seen.changes) };
      },
    };
    return await executeWatched({ options, planned, context, look });
  } finally {
    watch.end(snapshot);
  }
}

/** Runs it where nothing can be written, so that the workspace need not be looked at. */
export async function executeSandboxed(
  options: ExecuteOptions,
  planned: PlannedCommand,
  context: RunContext,
): Promise<ToolOutcome> {
  const sandbox = await options.sandbox?.(context.workspace);
  if (!sandbox) return { outcome: 'failed', content: NO_SANDBOX };
  await options.ready;
  const look: Look = { before: undefined, after: async () => NOTHING_SEEN };
  return await executeWatched({ options, planned, context, look, sandbox });
}

interface Look {
  readonly before: TreeReference | undefined;
  after(): Promise<TreeChanges>;
}

interface Watched {
  readonly options: ExecuteOptions;
  readonly planned: PlannedCommand;
  readonly context: RunContext;
  readonly look: Look;
  readonly sandbox?: Sandbox;
}

type Ran = SplitResult | { readonly result: CommandResult; readonly split?: undefined; readonly treated?: undefined };

/** What cannot be recorded stays in the journal, with its output, for the next start. */
async function executeWatched(watched: Watched): Promise<ToolOutcome> {
  const { options, context, look } = watched;
  await mkdir(options.spoolFolder, { recursive: true, mode: 0o700 });
  const spoolPath = join(options.spoolFolder, randomUUID());
  const stdoutPath = `${spoolPath}.stdout`;
  const marker = randomUUID();
  const { session, callId } = context;
  using limits = await options.limits.begin(session, callId);
  const started = { session, callId, startedAt: Date.now(), limits: limits.current, marker, spoolPath };
  const { id } = await options.journal.begin(started, look.before);
  const forget = async () => {
    await options.journal.end(id);
    await Promise.all([spoolPath, stdoutPath].map((path) => unlink(path).catch(() => {})));
  };
  const exported = await options.exported?.(session);
  const run = { ...optionsOf(watched, limits, exported), spoolPath, marker };
  const ran = await runAsSplit(options, run, stdoutPath).catch(async (error: unknown) => {
    // It has not been started.
    if (error instanceof AppError) await forget();
    throw error;
  });
  const seen = await look.after();
  const had = limits.current;
  await record(watched, { ran, spoolPath, seen, limits: had });
  await Promise.all(seen.changes.map((change) => recordChange(change, context)));
  const outcome = await outcomeOf(ran, { limits: had, callId, spoolPath, folder: options.outputsFolder });
  await forget();
  return outcome;
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

function labelOf(command: string): string {
  const [line = ''] = command.trimStart().split('\n', 1);
  return command.trim().length > LABEL_CHARACTERS || line !== command.trim()
    ? `${line.slice(0, LABEL_CHARACTERS)} …`
    : line;
}

/** Asked for together, so that many changes share a few writes; the ledger keeps their order. */
async function recordChange(change: TreeChange, context: RunContext): Promise<void> {
  await context.record('file.changed', { ...change, callId: context.callId, origin: 'command' });
}

interface Seen {
  readonly ran: Ran;
  readonly spoolPath: string;
  readonly seen: TreeChanges;
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
