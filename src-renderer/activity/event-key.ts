import type { AnyLedgerEvent } from '#contract';

/** Ids are a session's own. */
export const eventKey = ({ session, id }: AnyLedgerEvent) => `${session} ${id}`;
