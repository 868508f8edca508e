import type { ActivityQuery, AnyLedgerEvent } from '#contract';
import {
  type Actor,
  actorOf,
  actors,
  eventTools,
  isAboutPath,
  type Result,
  resultOf,
  results,
  searchedText,
  searchWords,
} from '#contract/event-facets';

/**
 * Filter of the ledger; an empty string means everything. `since` and `until` are local times, as `2026-11-21T09:30`.
 */
export interface ActivityFilter {
  readonly session: string;
  readonly type: string;
  readonly tool: string;
  readonly text: string;
  readonly path: string;
  readonly actor: string;
  readonly result: string;
  readonly since: string;
  readonly until: string;
}

export const everything: ActivityFilter = {
  session: '',
  type: '',
  tool: '',
  text: '',
  path: '',
  actor: '',
  result: '',
  since: '',
  until: '',
};

/** The filter as the host takes it. */
export function queryOf(filter: ActivityFilter): ActivityQuery {
  const { session, type, tool, text, path, actor, result, since, until } = filter;
  const all = {
    session: session || undefined,
    types: type === '' ? undefined : [type],
    tool: tool || undefined,
    text: text.trim() || undefined,
    path: path.trim() || undefined,
    actor: actorNamed(actor),
    result: resultNamed(result),
    since: momentOf(since),
    until: momentOf(until),
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

/** Whether an event that has just been appended belongs to what is shown; kept output is not looked into. */
export function passesFilter(event: AnyLedgerEvent, filter: ActivityFilter): boolean {
  const { session, type, tool, text } = filter;
  if (session !== '' && event.session !== session) return false;
  if (type !== '' && event.type !== type) return false;
  if (tool !== '' && !eventTools(event).includes(tool)) return false;
  return passesFacets(event, filter) && eventHasWords(event, text);
}

function passesFacets(event: AnyLedgerEvent, { path, actor, result, since, until }: ActivityFilter): boolean {
  if (actor !== '' && actorOf(event) !== actor) return false;
  if (result !== '' && resultOf(event) !== result) return false;
  if (path.trim() !== '' && !isAboutPath(event, path.trim())) return false;
  return event.at >= (momentOf(since) ?? 0) && event.at < (momentOf(until) ?? Number.POSITIVE_INFINITY);
}

function eventHasWords(event: AnyLedgerEvent, text: string): boolean {
  const words = searchWords(text);
  if (words.length === 0) return true;
  const searched = searchedText(event);
  return words.every((word) => searched.includes(word));
}

const actorNamed = (name: string): Actor | undefined => actors.find((one) => one === name);
const resultNamed = (name: string): Result | undefined => results.find((one) => one === name);

/** Parses a local time to milliseconds; undefined for anything else, such as a half-typed time. */
function momentOf(local: string): number | undefined {
  const at = local === '' ? Number.NaN : new Date(local).getTime();
  return Number.isNaN(at) ? undefined : at;
}

/** Counts the set filters among those that are not always in view. */
export function furtherFilters({ path, actor, result, since, until }: ActivityFilter): number {
  return [path, actor, result, since, until].filter((value) => value !== '').length;
}

/** Newest first, each once. */
export function mergeEvents(
  fresh: readonly AnyLedgerEvent[],
  loaded: readonly AnyLedgerEvent[],
): readonly AnyLedgerEvent[] {
  const known = new Set(loaded.map(({ session, id }) => `${session} ${id}`));
  return [...fresh.filter(({ session, id }) => !known.has(`${session} ${id}`)).toReversed(), ...loaded];
}
