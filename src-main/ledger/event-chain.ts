import type { AnyLedgerEvent } from '#contract';
import { AppError } from '#core/app-error';
import type { SessionLedger } from './ports.ts';

export interface EventChain {
  /** Causes of the event, oldest first, ending with the event itself. */
  causes: AnyLedgerEvent[];
  /** Effects of the event, in the order in which they happened. */
  effects: AnyLedgerEvent[];
}

/** Reads the session twice, first the links alone, so that a long session is not held in memory. */
export async function eventChain(session: SessionLedger, id: string): Promise<EventChain> {
  const { causes, effects } = await linksOf(session, id);
  const chain: EventChain = { causes: [], effects: [] };
  for await (const event of session.read()) {
    if (causes.has(event.id)) chain.causes.push(event);
    else if (effects.has(event.id)) chain.effects.push(event);
  }
  return chain;
}

async function linksOf(session: SessionLedger, id: string) {
  const causeOf = new Map<string, string | undefined>();
  const effects = new Set<string>();
  for await (const { id: one, cause } of session.read()) {
    causeOf.set(one, cause);
    // A cause is always written before what it leads to.
    if (cause !== undefined && (cause === id || effects.has(cause))) effects.add(one);
  }
  if (!causeOf.has(id)) throw new AppError('NOT_FOUND', `There is no event ${id} in session ${session.session}`);
  const causes = new Set<string>();
  for (let one: string | undefined = id; one !== undefined && !causes.has(one); one = causeOf.get(one)) causes.add(one);
  return { causes, effects };
}
