import { randomUUID } from 'node:crypto';
import type { Question } from '#contract';
import type { CallOutcome } from './call.ts';
import { explain } from './explain.ts';
import { NOT_RUN_AFTER_FAILURE, NOT_RUN_TURN_STOPPED } from './not-run.ts';
import type { Permission } from './permission.ts';
import { type PendingCall, type PreparedCall, prepareCall, withRemark } from './prepare-call.ts';
import { overlaps, planPath, rejectedPath } from './rejected-path.ts';
import { askPermission, notAllowed, runPlan } from './run-plan.ts';

/** Outcome of calls that were reviewed together. */
export interface GroupEnd {
  /** Paths whose changes the person rejected: later calls of the reply that read or change them are not run. */
  readonly rejected: ReadonlySet<string>;
  /** Result for the rest of the reply; `undefined` if it continues. */
  readonly stop: CallOutcome | undefined;
}

const ALL_REJECTED: CallOutcome = {
  outcome: 'skipped',
  content: 'Not run: the person rejected all the changes that were proposed before it in this reply.',
};

/** A call that has not run, and its plan where one was worked out too early. */
interface WaitingCall {
  readonly work: PendingCall;
  readonly prepared?: PreparedCall;
}

/**
 * Runs calls that are decided about together (docs/decisions/004-tools-and-turns.md). All are planned, each as if those
 * before it had been accepted; all are decided about; then they run in the model's order. A rejected file fails its own
 * call and later ones of the same file, a rejected group the rest of the reply, and so does every other failure. A call
 * that cannot be planned before others have run, as beside a deletion of the same path, waits for the next group.
 * `onTold` hears each result before the next call runs.
 */
export async function runGroup(works: readonly PendingCall[], onTold: OnCallOutcome): Promise<GroupEnd> {
  const rejected = new Set<string>();
  let waiting: readonly WaitingCall[] = works.map((work) => ({ work }));
  let stop: CallOutcome | undefined;
  while (waiting.length > 0 && !stop) {
    const group = await planGroup(waiting, rejected);
    stop = await decideAndRun(group.prepared, rejected, onTold);
    if (group.unplanned) stop = await tellUnplanned(group.unplanned, stop, onTold);
    waiting = group.later;
  }
  for (const { work } of waiting) await onTold(stop ?? NOT_RUN_AFTER_FAILURE, work);
  return { rejected, stop };
}

type OnCallOutcome = (told: CallOutcome, work: PendingCall) => Promise<void>;

/** A call that rests on a rejected file fails alone; every other one that cannot be planned stops the rest. */
async function tellUnplanned(
  { told, work }: NonNullable<CallGroup['unplanned']>,
  stop: CallOutcome | undefined,
  onTold: OnCallOutcome,
): Promise<CallOutcome | undefined> {
  await onTold(stop ?? told, work);
  return stop ?? stopAfter(told);
}

/** Returns the result for the rest of the reply after this one; `undefined` if it continues. */
function stopAfter({ outcome }: CallOutcome): CallOutcome | undefined {
  if (outcome === 'cancelled') return NOT_RUN_TURN_STOPPED;
  return outcome === 'failed' || outcome === 'invalid' ? NOT_RUN_AFTER_FAILURE : undefined;
}

interface CallGroup {
  readonly prepared: readonly (PreparedCall & { readonly work: PendingCall })[];
  /** The call behind them where it could not be planned, and what it is told. */
  readonly unplanned?: { readonly told: CallOutcome; readonly work: PendingCall };
  readonly later: readonly WaitingCall[];
}

/** Plans as many calls as can be planned before any of them has run. */
async function planGroup(waiting: readonly WaitingCall[], rejected: ReadonlySet<string>): Promise<CallGroup> {
  const id = randomUUID();
  const prepared: (PreparedCall & { readonly work: PendingCall })[] = [];
  for (const [at, { work, prepared: early }] of waiting.entries()) {
    const later = waiting.slice(at + 1);
    const planning = early ? early.replan(id) : prepareCall(withRejected(work, rejected), id);
    const one = await planning.catch((error: unknown) => explain(error, work.call, work.options.log));
    if ('outcome' in one) return { prepared, unplanned: { told: one, work }, later };
    if (prepared.some((other) => isBesideDeletion(other, one))) {
      one.plan.abandon?.('cancelled');
      return { prepared, later: [{ work, prepared: one }, ...later] };
    }
    prepared.push({ ...one, work });
  }
  return { prepared, later: [] };
}

function withRejected(work: PendingCall, rejected: ReadonlySet<string>): PendingCall {
  return { ...work, context: { ...work.context, rejected: new Set([...(work.context.rejected ?? []), ...rejected]) } };
}

/**
 * Whether two calls overlap with a deletion: what is at a path that is deleted first, or changed before it is deleted,
 * is known only then.
 */
function isBesideDeletion(earlier: PreparedCall, later: PreparedCall): boolean {
  const [one, other] = [planPath(earlier.plan), planPath(later.plan)];
  const isDeletion = [earlier, later].some(({ plan }) => plan.subject.kind === 'delete');
  return isDeletion && one !== undefined && other !== undefined && overlaps(one, other);
}

type PermissionAnswer = Permission | { readonly verdict: 'failed'; readonly told: CallOutcome };

/** Asks about all of them at once and runs what was allowed. Answers with what the rest of the reply is told. */
async function decideAndRun(
  group: CallGroup['prepared'],
  rejected: Set<string>,
  onTold: OnCallOutcome,
): Promise<CallOutcome | undefined> {
  const answers = await Promise.all(answersFor(group));
  let stop: CallOutcome | undefined;
  const outcomes: CallOutcome['outcome'][] = [];
  for (const [at, one] of group.entries()) {
    const answer = answers[at] as PermissionAnswer;
    // A refusal of one that would not be run is told all the same.
    const told =
      stop && answer.verdict === 'allow' ? abandonPlan(one, 'cancelled', stop) : await runOne(one, answer, rejected);
    await onTold(told, one.work);
    outcomes.push(told.outcome);
    const path = planPath(one.plan);
    if (told.outcome === 'refused' && path !== undefined) rejected.add(path);
    stop ??= stopAfter(told);
  }
  const isRejected = outcomes.length > 0 && outcomes.every((outcome) => outcome === 'refused');
  return stop ?? (isRejected ? ALL_REJECTED : undefined);
}

function answersFor(group: CallGroup['prepared']): Promise<PermissionAnswer>[] {
  const id = randomUUID();
  return group.map(async ({ plan, planned, work }, index): Promise<PermissionAnswer> => {
    const place: Question['group'] = group.length > 1 ? { id, index, count: group.length } : undefined;
    try {
      return await askPermission(plan, planned, work.options, place);
    } catch (error) {
      return { verdict: 'failed', told: explain(error, work.call, work.options.log) };
    }
  });
}

async function runOne(
  one: CallGroup['prepared'][number],
  answer: PermissionAnswer,
  rejected: ReadonlySet<string>,
): Promise<CallOutcome> {
  const { plan, planned, work, remark } = one;
  if (answer.verdict === 'failed') return abandonPlan(one, 'cancelled', answer.told);
  if (answer.verdict !== 'allow') return withRemark(notAllowed(plan, answer), remark);
  const resting = rejectedPath(plan, rejected);
  if (resting !== undefined) return abandonPlan(one, 'cancelled', { outcome: 'skipped', content: resting });
  const running = runPlan(plan, planned, work.options, answer);
  return withRemark(await running.catch((error: unknown) => explain(error, work.call, work.options.log)), remark);
}

function abandonPlan({ plan }: PreparedCall, why: 'refused' | 'cancelled', told: CallOutcome): CallOutcome {
  plan.abandon?.(why);
  return told;
}
