import type { PathOutcome, TurnUndoOutcome } from '#contract';
import { AppError } from '#core/app-error';
import { changedBetween, type Direction, netChanges, type PathGoal, pathOutcome, type UndoTransactions } from '#ledger';
import type { ChangeHistory } from './change-history.ts';
import type { PastChange } from './past-change.ts';

export interface TurnRequest {
  readonly session: string;
  readonly turn: string;
  readonly direction: Direction;
  /** Absolute; all that the turn changed where absent. */
  readonly paths?: readonly string[] | undefined;
  /** Events of changes whose paths are restored over what is there now. */
  readonly confirmed: readonly string[];
  /** Stops it, as long as it is not on the record. */
  readonly signal?: AbortSignal | undefined;
}

export interface TurnPorts {
  readonly history: ChangeHistory;
  readonly transactions: UndoTransactions;
}

const BETWEEN = 'Somebody else changed it between two changes of this turn, and that would be lost, too';
const NOTHING: ReadonlySet<string> = new Set();

/** Plans what `settleTurn` would do now; nothing is done. @throws AppError NOT_FOUND if there is nothing to do */
export async function planTurn(request: TurnRequest, { history, transactions }: TurnPorts): Promise<TurnUndoOutcome> {
  const paths = await transactions.plan(await turnGoals(request, history), request.signal);
  return { direction: request.direction, paths: paths.map(describeBlockers(history)) };
}

/**
 * Undoes what a turn changed and still stands, or makes again what of it was undone, as one transaction.
 *
 * @throws AppError NOT_FOUND if there is nothing to do; UNAVAILABLE if it cannot be recorded; the message says if something was done;
 *   CANCELLED if it is stopped before it is on the record
 */
export async function settleTurn(request: TurnRequest, { history, transactions }: TurnPorts): Promise<TurnUndoOutcome> {
  const { session, turn, direction, signal } = request;
  const tell = describeBlockers(history);
  const transaction = { session, turn, direction, tell, isForced: false };
  const { paths } = await transactions.run(transaction, () => turnGoals(request, history), signal);
  return { direction, paths: paths.map((one) => tell(pathOutcome(one))) };
}

async function turnGoals(
  { session, turn, direction, paths, confirmed }: TurnRequest,
  history: ChangeHistory,
): Promise<PathGoal[]> {
  const changes = (await history.ofTurn(session, turn)).filter(
    ({ state, data }) => isToSettle(state, direction) && (paths?.includes(data.path) ?? true),
  );
  if (changes.length === 0) throw new AppError('NOT_FOUND', `There is nothing of this turn left to ${direction}`);
  const oldestFirst = changes.toReversed().flatMap(({ id }) => history.folded(session, id) ?? []);
  const between = direction === 'undo' ? changedBetween(oldestFirst) : NOTHING;
  return netChanges(oldestFirst, { direction, confirmed: new Set(confirmed) }).map((goal) =>
    between.has(goal.path) ? { ...goal, shared: goal.shared ?? BETWEEN } : goal,
  );
}

function isToSettle(state: PastChange['state'], direction: Direction): boolean {
  return direction === 'redo' ? state === 'undone' : state === 'applied' || state === 'interrupted';
}

/** Names the later change that is in the way of a path, looked up when the first one is. */
export function describeBlockers(history: ChangeHistory): (outcome: PathOutcome) => PathOutcome {
  let newest: ReadonlyMap<string, PastChange> | undefined;
  return (outcome) => {
    if (outcome.outcome !== 'left' || !outcome.canConfirm) return outcome;
    newest ??= history.newestByPath();
    const later = newest.get(outcome.path);
    if (!later || later.id <= outcome.event) return outcome;
    const { id: event, session, at, turn } = later;
    return { ...outcome, changedBy: { session, event, at, turn } };
  };
}
