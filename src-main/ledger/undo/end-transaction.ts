import type { AnyLedgerEvent, PathOutcome } from '#contract';
import type { SessionLedger } from '../ports.ts';
import { allDone } from './all-done.ts';
import { heldBack, isToldTogether, type SettledPath, type TransactionRequest } from './transaction-request.ts';

/** Paths told in one event. */
const MAX_TOLD = 1000;

interface EndPorts {
  readonly session: SessionLedger;
  readonly unflushed: string | undefined;
}

/** The outcome of a path as it is told to the person. */
export function pathOutcome({ goal: { event, path }, refusal, remark }: SettledPath): PathOutcome {
  if (!refusal) return { event, path, outcome: 'restored', ...(remark !== undefined && { why: remark }) };
  const { outcome, why, canConfirm } = refusal;
  return { event, path, outcome, why, ...(canConfirm && { canConfirm }) };
}

/**
 * Records how an undo or redo ended: that recorded effects did not come to be, that changes which needed none are
 * settled, what could not be restored, and for a turn or a rewind, in one event, what became of each path.
 *
 * Resolves with the last event. @throws AppError UNAVAILABLE if it cannot be recorded; the next start tries it again
 */
export async function recordEnd(
  request: TransactionRequest,
  settled: readonly SettledPath[],
  { session, unflushed }: EndPorts,
): Promise<AnyLedgerEvent | undefined> {
  const appends: Promise<AnyLedgerEvent>[] = [];
  if (unflushed !== undefined) appends.push(session.append('error.raised', { message: unflushed }));
  for (const one of settled) {
    if (isToldTogether(request)) appends.push(...recordTogether(one, request, session));
    else appends.push(...recordSingle(one, request, session));
  }
  const { turn, rewind } = request;
  if (turn !== undefined) appends.push(session.append('turn.undone', { turn, ...toldTogether(settled, request) }));
  if (rewind) appends.push(session.append('session.rewound', { ...rewind, ...toldTogether(settled, request) }));
  return (await allDone(appends)).at(-1);
}

/** Records that effects which are on the record did not come to be. @throws AppError UNAVAILABLE */
export async function recordNotDone(
  settled: readonly SettledPath[],
  request: TransactionRequest,
  session: SessionLedger,
): Promise<void> {
  const notDone = settled.filter(({ recorded }) => recorded !== undefined);
  await allDone(notDone.flatMap((one) => [...recordTogether(one, request, session)]));
}

function toldTogether(settled: readonly SettledPath[], request: TransactionRequest) {
  const { direction, id: transaction, interrupted } = request;
  const outcomes = settled.map((one) => request.tell?.(pathOutcome(one)) ?? pathOutcome(one));
  const count = (wanted: PathOutcome['outcome']) => outcomes.filter(({ outcome }) => outcome === wanted).length;
  const counts = { restored: count('restored'), left: count('left'), unknown: count('unknown') };
  const leftFirst = [...outcomes.filter(isLeft), ...outcomes.filter((outcome) => !isLeft(outcome))];
  const paths = leftFirst.slice(0, MAX_TOLD);
  return { direction, transaction, paths, ...counts, ...(interrupted !== undefined && { interrupted }) };
}

function* recordTogether(
  { goal, refusal, recorded }: SettledPath,
  request: TransactionRequest,
  session: SessionLedger,
) {
  const { path } = goal;
  if (recorded !== undefined) {
    if (!refusal) return;
    const data = { change: recorded, path, forced: false, transaction: request.id, hasFailed: true };
    yield session.append('change.undone', data, { cause: recorded });
  } else if (!refusal) {
    const type = request.direction === 'undo' ? 'change.undone' : 'change.redone';
    const data = { path, forced: goal.isConfirmed, transaction: request.id };
    for (const change of goal.changes) yield session.append(type, { change, ...data });
  }
}

/** A single change is told as itself; one that was left only when that was not known before. */
function* recordSingle(
  { goal, refusal, remark, recorded }: SettledPath,
  { direction, isForced, byBox }: TransactionRequest,
  session: SessionLedger,
) {
  const { path, changes, event } = goal;
  const cause = { cause: recorded ?? event };
  if (refusal) {
    if (recorded === undefined) return;
    yield session.append('error.raised', { message: `${path} was not restored: ${refusal.why}`, where: path }, cause);
    yield session.append('change.undone', { change: recorded, path, forced: false, hasFailed: true }, cause);
    return;
  }
  if (remark !== undefined) {
    yield session.append('error.raised', { message: `${path} was restored, but ${remark}`, where: path }, cause);
  }
  const type = direction === 'undo' ? 'change.undone' : 'change.redone';
  const held = heldBack(path, byBox);
  for (const change of changes) yield session.append(type, { change, path, forced: isForced, ...held }, cause);
}

function isLeft({ outcome }: PathOutcome): boolean {
  return outcome !== 'restored';
}
