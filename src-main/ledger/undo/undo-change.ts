import type { AnyLedgerEvent, LedgerEvent } from '#contract';
import { AppError } from '#core/app-error';
import { knownEvent } from '../event-line.ts';
import type { Ledger, SessionLedger } from '../ports.ts';
import { ChangeStates } from './change-states.ts';
import { type Direction, netChanges, type PathGoal } from './net-changes.ts';
import { conflict, refusalError } from './refusal.ts';
import type { SettledPath } from './transaction-request.ts';
import { type UndoOptions, UndoTransactions } from './undo-transactions.ts';

export interface UndoRequest {
  readonly session: string;
  /** A `file.changed`. That of an undo: what it took back is made again, and the other way round. */
  readonly event: string;
  /** Whether to undo it even if the file is no longer as the change left it; its present bytes are kept. */
  readonly force: boolean;
  /** Stops it, as long as it is not on the record. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Puts back what was there before one change, from the ledger alone, and records it. Resolves with the
 * event `change.undone`, or `change.redone`.
 *
 * @throws AppError NOT_FOUND no such change · CONFLICT the file is no longer as the change left it · UNAVAILABLE the old
 *   bytes are not kept, or the file cannot be written. Nothing has been changed then, or the message says that it was. CANCELLED if
 *   it is stopped before it is on the record.
 */
export async function undoChange(
  ledger: Ledger,
  request: UndoRequest,
  ports: Pick<UndoOptions, 'attributes' | 'flush'> = {},
): Promise<AnyLedgerEvent> {
  return await settleChange(ledger, { ...request, direction: 'undo' }, ports);
}

/** Makes a change again that was undone. @throws as `undoChange` does */
export async function redoChange(
  ledger: Ledger,
  request: UndoRequest,
  ports: Pick<UndoOptions, 'attributes' | 'flush'> = {},
): Promise<AnyLedgerEvent> {
  return await settleChange(ledger, { ...request, direction: 'redo' }, ports);
}

async function settleChange(
  ledger: Ledger,
  request: UndoRequest & { readonly direction: Direction },
  ports: Pick<UndoOptions, 'attributes' | 'flush'>,
): Promise<AnyLedgerEvent> {
  const { session: id, event, force: isForced, signal } = request;
  const session = await sessionOf(ledger, id);
  const found = await selectChanges(session, request);
  const goals = async () => undoGoals(found, await readStates(session, [event]), isForced);
  const transactions = new UndoTransactions({ ledger, ...ports });
  const transaction = { session: id, direction: found.direction, isForced };
  const { paths, ended } = await transactions.run(transaction, goals, signal);
  for (const { goal, refusal } of paths) if (refusal) throw refusalError(goal.path, refusal);
  if (!ended) throw changeNotFound(request);
  return ended;
}

export interface SettleRequest {
  readonly session: string;
  /** `file.changed` events. */
  readonly events: readonly string[];
  readonly direction: Direction;
  /** See `TransactionRequest`. */
  readonly byBox?: Readonly<Record<string, string>> | undefined;
  /** Whether to include changes that concurrent calls may have made. */
  readonly evenShared?: boolean | undefined;
}

/**
 * Undoes several changes, or makes them again, as one transaction; what of them is in that state already, or was changed since, is
 * left, and the answer says so by path.
 *
 * @throws AppError NOT_FOUND when there is no such session · UNAVAILABLE when it cannot be recorded. Nothing has been changed
 *   then, or the message says that it was.
 */
export async function settleChanges(
  ledger: Ledger,
  { session: id, events, direction, byBox, evenShared = false }: SettleRequest,
  ports: Pick<UndoOptions, 'attributes' | 'flush'> = {},
): Promise<readonly SettledPath[]> {
  const session = await sessionOf(ledger, id);
  const goals = async () => {
    const states = await readStates(session, events);
    const meant = events.filter((event) => states.isUndone(event) === (direction === 'redo'));
    const folded = meant.map((event) => states.folded(event)).filter((change) => change !== undefined);
    const sure = evenShared ? folded.map((change) => ({ ...change, shared: undefined })) : folded;
    return netChanges(sure, { direction, confirmed: new Set() });
  };
  const transactions = new UndoTransactions({ ledger, ...ports });
  return (await transactions.run({ session: id, direction, isForced: false, byBox }, goals)).paths;
}

interface UndoSelection {
  readonly direction: Direction;
  readonly changes: readonly string[];
}

/** The changes that are meant: those that an undo or redo of a transaction was about, else the one itself. */
async function selectChanges(
  session: SessionLedger,
  request: UndoRequest & { readonly direction: Direction },
): Promise<UndoSelection> {
  const states = await readStates(session, [request.event]);
  const settled = states.settledBy(request.event);
  if (settled) return { changes: settled.changes, direction: settled.direction === 'undo' ? 'redo' : 'undo' };
  if (!states.folded(request.event)) throw changeNotFound(request);
  return { changes: [request.event], direction: request.direction };
}

function undoGoals({ direction, changes }: UndoSelection, states: ChangeStates, isForced: boolean): PathGoal[] {
  const folded = changes.map((id) => states.folded(id)).filter((change) => change !== undefined);
  if (direction === 'redo' && changes.some((id) => !states.isUndone(id))) {
    throw refusalError(folded[0]?.path ?? '', conflict('the change was not undone'));
  }
  return netChanges(folded, { direction, confirmed: new Set(isForced ? changes : []) });
}

/** Reads the states of the changes: the changes themselves, those that they undo, and all later events about them. */
async function readStates(session: SessionLedger, ids: readonly string[]): Promise<ChangeStates> {
  const events: LedgerEvent[] = [];
  const wanted = new Set(ids);
  for await (const any of session.read({ backward: true })) {
    const event = OF_CHANGES.has(any.type) ? knownEvent(any) : undefined;
    if (event) events.push(event);
    if (!wanted.delete(any.id)) continue;
    for (const change of settledBy(event)) wanted.add(change);
    if (wanted.size === 0) break;
  }
  const states = new ChangeStates();
  for (const event of events.reverse()) states.add(event);
  return states;
}

/** The changes that an undo or redo is about. */
function settledBy(event: LedgerEvent | undefined): readonly string[] {
  if (event?.type !== 'file.changed') return [];
  const { origin, settles } = event.data;
  if (origin !== 'undo' && origin !== 'redo') return [];
  return settles ?? (event.cause === undefined ? [] : [event.cause]);
}

const OF_CHANGES: ReadonlySet<string> = new Set([
  'file.changed',
  'change.undone',
  'change.redone',
  'turn.undone',
  'session.rewound',
]);

async function sessionOf(ledger: Ledger, id: string): Promise<SessionLedger> {
  if ((await ledger.sessions()).includes(id)) return await ledger.session(id);
  throw new AppError('NOT_FOUND', `There is no session ${id}`);
}

function changeNotFound({ event, session }: UndoRequest): AppError {
  return new AppError('NOT_FOUND', `There is no file change ${event} in session ${session}`);
}
