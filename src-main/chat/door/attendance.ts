import { isDeepStrictEqual } from 'node:util';
import type { Attendance } from '#contract';
import type { Ledger } from '#ledger';
import type { SessionIndex } from '../sessions/session-index.ts';

/**
 * Records who answers a session's questions from now on; nothing if it is so already. @throws AppError NOT_FOUND,
 * UNAVAILABLE
 */
export async function attend(
  { index, ledger }: { readonly index: SessionIndex; readonly ledger: Ledger },
  session: string,
  attendance: Attendance,
): Promise<void> {
  if (isDeepStrictEqual(await index.attendance(session), attendance)) return;
  await (await ledger.session(session)).append('session.attendance', attendance);
}
