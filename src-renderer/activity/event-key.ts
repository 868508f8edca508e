import type { AnyLedgerEvent } from '#contract';

/** Ids are a session's own. */
export const keyOf = ({ session, id }: AnyLedgerEvent) => `${session} ${id}`;
