import type { ActivityQuery, AnyLedgerEvent } from '#contract';
import { actorOf, eventTools, isAboutPath, resultOf } from '#contract/event-facets';
import type { Ledger } from './ports.ts';
import { eventsIfReadable } from './session-if-there.ts';
import { TextSearch } from './text-search.ts';

/** Query as the contract passes it on, with its defaults filled in. */
export type EventQuery = ActivityQuery & { readonly limit: number };

export interface QueryResult {
  events: AnyLedgerEvent[];
  more: boolean;
  warnings: string[];
}

/** Finds events, the newest first. Each session is read from its end, and no further than the page needs. */
export async function queryEvents(
  ledger: Ledger,
  query: EventQuery,
  sessions: readonly string[],
): Promise<QueryResult> {
  const { limit, since = 0, text = '' } = query;
  const search = new TextSearch(text, ledger.content);
  const page = new NewestEvents(limit + 1, since);
  const warnings = new Set<string>();
  const onProblem = (text: string) => warnings.add(text);
  for (const id of sessions) {
    for await (const event of eventsIfReadable(ledger, id, { backward: true, onProblem })) {
      if (page.isTooOld(event)) break;
      if (isAskedFor(event, query) && (await search.matches(event))) page.add(event);
    }
  }
  for (const warning of search.warnings()) warnings.add(warning);
  const { events } = page;
  return { events: events.slice(0, limit), more: events.length > limit, warnings: [...warnings] };
}

class NewestEvents {
  readonly events: AnyLedgerEvent[] = [];
  readonly #most: number;
  readonly #since: number;

  constructor(most: number, since: number) {
    this.#most = most;
    this.#since = since;
  }

  isTooOld(event: AnyLedgerEvent): boolean {
    if (event.at < this.#since) return true;
    const oldest = this.events.at(-1);
    return oldest !== undefined && this.events.length >= this.#most && isOlder(event, oldest);
  }

  add(event: AnyLedgerEvent): void {
    let place = this.events.length;
    for (let one = this.events[place - 1]; one && isOlder(one, event); one = this.events[place - 1]) place--;
    this.events.splice(place, 0, event);
    if (this.events.length > this.#most) this.events.pop();
  }
}

type Moment = Pick<AnyLedgerEvent, 'at' | 'id'>;

function isOlder(one: Moment, other: Moment): boolean {
  return one.at < other.at || (one.at === other.at && one.id < other.id);
}

function isAskedFor(event: AnyLedgerEvent, query: EventQuery): boolean {
  const { before, types, tool } = query;
  if (before && !isOlder(event, before)) return false;
  if (types && types.length > 0 && !types.includes(event.type)) return false;
  return (tool === undefined || eventTools(event).includes(tool)) && hasFacets(event, query);
}

function hasFacets(event: AnyLedgerEvent, { path, actor, result, until }: EventQuery): boolean {
  if (until !== undefined && event.at >= until) return false;
  if (actor !== undefined && actorOf(event) !== actor) return false;
  if (result !== undefined && resultOf(event) !== result) return false;
  return path === undefined || isAboutPath(event, path);
}
