import type { Question, Repair } from '#contract';
import { messageOf } from '#core/app-error';
import { onAbort } from '#core/async/abort';
import { Deferred } from '#core/async/deferred';
import type { CallContext, CallOutcome, RunnerOptions } from './call.ts';
import { type CallRecord, NotRecordedError } from './call-record.ts';
import { explain } from './explain.ts';
import { type Permission, permissionFor } from './permission.ts';
import { runWatched } from './run-watched.ts';
import type { CallPlan, ToolCall, ToolOutcome } from './tool.ts';
import type { UnfinishedRuns } from './unfinished-runs.ts';
import { withWarning } from './with-warning.ts';

export interface PlannedCall {
  readonly call: ToolCall;
  readonly context: CallContext;
  readonly record: CallRecord;
  readonly repairs: readonly Repair[];
  /** The arguments as JSON text, repaired where the guard repaired them. */
  readonly sent: string;
  /** Takes what does not end in time. */
  readonly unfinished: UnfinishedRuns;
}

/** Most times that a plan is made again before the call is given up: each time, a person has looked at it again. */
const MAX_PLANS = 20;
/** Time for a stopped tool to end before its call is answered without it, in milliseconds. */
const STOP_LIMIT_MS = 5000;
const GIVEN_UP =
  'Stopped, but it has not ended yet: it may still be running, or what it changed is still being recorded. Look before you go on.';
const MOVED =
  'Asked again: the file or its change is no longer what it was when this was answered, so nothing has been done yet';

/**
 * Obtains permission for the plan, unless `given` is one, and carries it out; asks again as long as files change
 * between the question and the execution.
 */
export async function runPlan(
  first: CallPlan,
  planned: PlannedCall,
  options: RunnerOptions,
  given?: Permission,
): Promise<CallOutcome> {
  let plan = first;
  let next = given;
  for (let round = 0; round < MAX_PLANS; round++) {
    const permission = next ?? (await askPermission(plan, planned, options));
    next = undefined;
    if (permission.verdict !== 'allow') return notAllowed(plan, permission);
    const outcome = await executePlan(plan, permission, planned, options);
    if ('content' in outcome) return withRemarks(outcome, permission);
    plan = outcome.afterwards ? outcome : withWarning(outcome, MOVED);
  }
  plan.abandon?.('cancelled');
  return {
    outcome: 'failed',
    content: `Not done: what it is about kept changing while it was asked. Nothing was written.`,
  };
}

/** Decides about the plan; `group` says which other questions are answered with it. @throws NotRecordedError */
export async function askPermission(
  plan: CallPlan,
  planned: PlannedCall,
  options: RunnerOptions,
  group?: Question['group'],
): Promise<Permission> {
  const { call, context, record, repairs } = planned;
  const { session, sessionTitle, workspace, signal, allowedByPerson, caller } = context;
  const { callId, tool, arguments: sent } = call;
  try {
    const place = { session, sessionTitle, workspace, signal };
    const request = { ...place, callId, tool, sent, repairs, group, allowedByPerson, caller };
    return await permissionFor(plan, request, record, options);
  } catch (error) {
    plan.abandon?.('cancelled');
    throw error;
  }
}

/** Lets go of a plan that was refused or is not asked about any more. */
export function notAllowed(
  plan: CallPlan,
  { verdict, told, reason }: Exclude<Permission, AllowedPermission>,
): CallOutcome {
  const outcome = verdict === 'refuse' ? 'refused' : 'cancelled';
  plan.abandon?.(outcome);
  // What it asks about has been done, and taken back.
  if (plan.afterwards) {
    const why = reason === undefined ? '' : `\n\nThe person’s reason: ${reason}`;
    return { outcome: plan.afterwards.outcome, content: `${plan.afterwards.told}${why}` };
  }
  return { outcome, content: told };
}

type AllowedPermission = Extract<Permission, { verdict: 'allow' }>;

async function executePlan(
  plan: CallPlan,
  { allowed }: AllowedPermission,
  { call, context, record, unfinished, sent }: PlannedCall,
  options: RunnerOptions,
): Promise<CallOutcome | CallPlan> {
  try {
    const { callId, tool } = call;
    await record.step('tool.called', { callId, tool, arguments: argumentsToRun(plan, allowed) });
  } catch (error) {
    plan.abandon?.('cancelled');
    throw error;
  }
  if (context.signal.aborted) {
    plan.abandon?.('cancelled');
    return { outcome: 'cancelled', content: `Not run: ${messageOf(context.signal.reason)}.` };
  }
  const { session, workspace, cwd, environment, signal, onOutput, onUsage } = context;
  const running = { session, callId: call.callId, workspace, cwd, environment, sent, signal, onOutput, onUsage };
  try {
    await lookBeforeWriting(plan, allowed, context, options);
    const effect: CallRecord['effect'] = (type, data) => record.effect(type, data);
    const work = runWatched(plan, allowed, { ...running, record: effect }, { tool: call.tool, watch: options.watch });
    const outcome = await awaitEnd(work, signal, options.stopLimitMs ?? STOP_LIMIT_MS);
    if (outcome) return 'content' in outcome ? settleOutcome(outcome, signal) : outcome;
    const report = (message: string) => effect('error.raised', { message, where: call.tool });
    unfinished.keep({ tool: call.tool, running: work.then(letGo), report });
    return { outcome: 'cancelled', content: GIVEN_UP };
  } catch (error) {
    if (error instanceof NotRecordedError) return halfRecorded(error);
    return settleOutcome(explain(error, call, options.log), signal);
  }
}

/** Has what may be changed looked at before; the plan is let go of where that fails, as it will not be run. */
async function lookBeforeWriting(
  plan: CallPlan,
  allowed: AllowedPermission['allowed'],
  { session, turn, workspace, signal }: CallContext,
  { beforeWriting }: RunnerOptions,
): Promise<void> {
  if (turn === undefined || !mayWrite(plan, allowed)) return;
  try {
    await beforeWriting?.({ session, turn, workspace, signal });
  } catch (error) {
    plan.abandon?.('cancelled');
    throw error;
  }
}

/** Whether nothing proves that it only reads. */
function mayWrite({ effects }: CallPlan, { sandbox, useKept }: AllowedPermission['allowed']): boolean {
  return effects !== 'reads' && sandbox !== 'read-only' && useKept !== true;
}

/** A plan made again of which nobody will be asked any more. */
function letGo(outcome: ToolOutcome | CallPlan): void {
  if (!('content' in outcome)) outcome.abandon?.('cancelled');
}

/**
 * A stopped tool is waited for, so that what it did is told, but not for ever: `undefined` if it does not end in time.
 */
async function awaitEnd(
  running: Promise<ToolOutcome | CallPlan>,
  signal: AbortSignal,
  limitMs: number,
): Promise<CallOutcome | CallPlan | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const givenUp = new Deferred<undefined>();
  using _ = onAbort(signal, () => {
    timer = setTimeout(() => givenUp.resolve(undefined), limitMs);
  });
  try {
    return await Promise.race([running, givenUp.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** Settles the outcome: what was done before the stop counts as done; what failed because of it was cancelled. */
function settleOutcome(told: CallOutcome, signal: AbortSignal): CallOutcome {
  return told.outcome === 'failed' && signal.aborted ? { ...told, outcome: 'cancelled' } : told;
}

function halfRecorded(error: NotRecordedError): CallOutcome {
  const content = `It was started, but what it did could not be recorded: ${error.message}. Do not go on before that works again.`;
  return { outcome: 'failed', content };
}

/** The arguments for the record, with the person's command in the place of the model's, and that nothing is run where they chose so. */
function argumentsToRun(
  plan: CallPlan,
  { command, useKept }: AllowedPermission['allowed'],
): { [key: string]: unknown } {
  const { subject } = plan;
  if (useKept) return { ...plan.arguments, use_kept: true };
  if (command === undefined || subject.kind !== 'command') return { ...plan.arguments };
  const entries = Object.entries(plan.arguments);
  return Object.fromEntries(entries.map(([key, value]) => [key, value === subject.command ? command : value]));
}

function withRemarks(told: CallOutcome, { allowed, note }: AllowedPermission): CallOutcome {
  const edited =
    allowed.command === undefined ? '' : `The person changed the command. What ran: ${allowed.command}\n\n`;
  const noted = note?.trim() ? `\n\nNote from the person: ${note.trim()}` : '';
  return { outcome: told.outcome, content: `${edited}${told.content}${noted}` };
}
