import type { Ledger } from '../ports.ts';
import type { DiskView } from './disk-view.ts';
import { refusedVerdict } from './judge-path.ts';
import { type PlannedPath, settleVerdicts } from './plan-paths.ts';
import { conflict, unavailableRefusal } from './refusal.ts';
import { isToldTogether, type TransactionRequest } from './transaction-request.ts';

/** Refuses paths that are already in the wanted state, so that undoing a single change says that there is nothing to do. */
export function refuseDone(planned: PlannedPath[], request: TransactionRequest): PlannedPath[] {
  const { isForced, direction } = request;
  if (isToldTogether(request) || isForced) return planned;
  const state = direction === 'undo' ? 'was before the change' : 'was after the change';
  const verdict = refusedVerdict({ ...conflict(`it is as it ${state} already`), isAlready: true });
  return planned.map((one) => (one.verdict.kind === 'done' ? { ...one, verdict } : one));
}

/** Flushes the kept present bytes to the disk before they are replaced, and refuses paths where that fails. */
export async function refuseUnkept(
  planned: PlannedPath[],
  disk: DiskView,
  { content }: Ledger,
): Promise<PlannedPath[]> {
  const unsettled = await content.settle();
  if (unsettled.size === 0) return planned;
  const kept = planned.map((one) => {
    const { hash } = one.view.present ?? {};
    if (one.verdict.kind !== 'restore' || hash === undefined || !unsettled.has(hash)) return one;
    return { ...one, verdict: refusedVerdict(unavailableRefusal('its present bytes cannot be flushed to the disk')) };
  });
  return settleVerdicts(kept, disk);
}
