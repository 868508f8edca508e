import { useEffect, useMemo, useRef, useState } from 'react';
import type { AnyLedgerEvent } from '#contract';
import { useApi, useConnection } from '../api/api-context.tsx';
import { ConnectionLostError } from '../api/connection-lost-error.ts';
import { errorText } from '../state/error-text.ts';
import { useLatestRequest } from '../state/use-latest-request.ts';
import { type LiveState, useFold } from '../state/use-live.ts';
import { type ActivityFilter, mergeEvents, passesFilter, queryOf } from './activity-filter.ts';

const PAGE = 100;
/** Number of older events loaded at once; a person who scrolls wants many. */
const OLDER = 500;
/**
 * Number of new events after which the list starts again, so that none is missing between them and those that were
 * loaded.
 */
const MAX_FRESH = 5000;
const NONE: readonly AnyLedgerEvent[] = [];

export interface Activity {
  readonly events: readonly AnyLedgerEvent[];
  readonly isLoading: boolean;
  /** Whether there are older ones. */
  readonly hasMore: boolean;
  readonly warnings: readonly string[];
  readonly problem: string | undefined;
  readonly loadOlder: () => void;
}

interface LedgerPage {
  readonly events: readonly AnyLedgerEvent[];
  readonly hasMore: boolean;
  readonly warnings: readonly string[];
  /** The filter that it was loaded by; absent before anything was. */
  readonly filter?: ActivityFilter;
  /** Generation of new events that it was loaded in. */
  readonly generation?: number;
  /** The newest page was asked for and has not come: what was appended meanwhile may lack what came before it. */
  readonly isBehind?: boolean | undefined;
}

const EMPTY: LedgerPage = { events: NONE, hasMore: false, warnings: [] };

/** The ledger as the filter has it: loaded by pages, and growing as events are appended. */
export function useActivity(filter: ActivityFilter): Activity {
  const api = useApi();
  const { epoch } = useConnection();
  const [loaded, setLoaded] = useState<LedgerPage>(EMPTY);
  const [isLoading, setIsLoading] = useState(true);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const [generation, setGeneration] = useState(0);
  // Subscribed before anything is loaded, so that nothing falls between the two.
  const appended = useAppended(generation);
  const latest = useLatestRequest();
  const shown = useRef(NONE);

  const load = (before: AnyLedgerEvent | undefined) => {
    const isLatest = latest.begin();
    setIsLoading(true);
    const seen = shown.current;
    if (before === undefined) setLoaded((was) => (isOf(was, { filter, generation }) ? asSeen(was, seen) : was));
    const from = before === undefined ? {} : { before: { at: before.at, id: before.id } };
    api.activity.query({ ...queryOf(filter), ...from, limit: before === undefined ? PAGE : OLDER }).then(
      ({ events, more, warnings }) => {
        if (!isLatest()) return;
        const page = { events, hasMore: more, warnings, filter, generation };
        setLoaded((was) => (before === undefined ? afterReload(was, page) : withOlder(was, page)));
        setProblem(undefined);
        setIsLoading(false);
      },
      (error: unknown) => {
        if (!isLatest()) return;
        // Events of another filter are no answer to this one.
        setLoaded((was) => (was.filter === filter ? was : EMPTY));
        const isLost = error instanceof ConnectionLostError;
        if (!isLost) setProblem(errorText(error));
        // With the next connection the first page is asked for again.
        setIsLoading(isLost && before === undefined);
      },
    );
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again when the filter or the connection is another.
  useEffect(() => load(undefined), [api, epoch, filter, generation]);

  const fresh = appended.status === 'ready' ? appended.value : NONE;
  useEffect(() => {
    if (fresh.length >= MAX_FRESH) setGeneration((count) => count + 1);
  }, [fresh]);
  const events = useMemo(
    () =>
      mergeEvents(
        fresh.filter((event) => passesFilter(event, filter)),
        loaded.events,
      ),
    [fresh, loaded.events, filter],
  );
  shown.current = events;
  return {
    events,
    isLoading,
    hasMore: loaded.hasMore,
    warnings: loaded.warnings,
    problem,
    loadOlder: () => (isLoading ? undefined : load(loaded.events.at(-1))),
  };
}

const isOf = (page: LedgerPage, { filter, generation }: Pick<LedgerPage, 'filter' | 'generation'>): boolean =>
  page.filter === filter && page.generation === generation;

/** Takes what is shown into the page before the newest is asked for; not twice, as nothing may be missing in it. */
const asSeen = (was: LedgerPage, seen: readonly AnyLedgerEvent[]): LedgerPage =>
  was.isBehind === true ? was : { ...was, events: seen, isBehind: true };

const withOlder = (was: LedgerPage, page: LedgerPage): LedgerPage => ({
  ...page,
  events: [...was.events, ...page.events],
  isBehind: was.isBehind,
});

/** The newest page over a new connection: what was there stays where the page reaches it, for somebody may read there. */
function afterReload(was: LedgerPage, page: LedgerPage): LedgerPage {
  const oldest = page.events.at(-1);
  const reaches = was.events.some(({ session, id }) => session === oldest?.session && id === oldest.id);
  if (!isOf(was, page) || !reaches) return page;
  return { ...page, events: mergeEvents(page.events.toReversed(), was.events), hasMore: was.hasMore };
}

/** Events that were appended since the generation began. */
function useAppended(generation: number): LiveState<readonly AnyLedgerEvent[]> {
  return useFold<readonly AnyLedgerEvent[], AnyLedgerEvent>(
    (remote, signal) => remote.activity.appended(undefined, { signal }),
    NONE,
    (events, event) => [...events, event],
    [generation],
  );
}
