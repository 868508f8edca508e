import { useEffect, useMemo, useRef, useState } from 'react';
import type { AnyLedgerEvent, Api, SessionSummary } from '#contract';
import { useApi, useConnection } from '../api/api-context.tsx';
import { ConnectionLostError } from '../api/connection-lost-error.ts';
import { actionOf } from '../state/action-table.ts';
import { useActions } from '../state/actions.tsx';
import { errorText } from '../state/error-text.ts';
import { useNavigation } from '../state/navigation.tsx';
import { useSessions } from '../state/sessions.tsx';
import { Banner } from '../ui/banner.tsx';
import { activityActions } from './action-table.ts';
import { type ActivityFilter, everything } from './activity-filter.ts';
import styles from './activity-view.module.css';
import { ChainPanel } from './chain-panel.tsx';
import { EventList } from './event-list.tsx';
import { Filters } from './filters.tsx';
import { LedgerTools } from './ledger-tools.tsx';
import { useActivity } from './use-activity.ts';

const NO_SESSIONS: readonly SessionSummary[] = [];

/** The ledger: every event, newest first, and the way from an effect back to what led to it. */
export function ActivityView({ isVisible }: { readonly isVisible: boolean }) {
  const [filter, setFilter] = useState<ActivityFilter>(everything);
  const [chainOf, setChainOf] = useState<AnyLedgerEvent | undefined>(undefined);
  const activity = useActivity(filter);
  const live = useSessions();
  const sessions = live.status === 'ready' ? live.value : NO_SESSIONS;
  const titles = useMemo(() => new Map(sessions.map(({ id, title }) => [id, title])), [sessions]);
  const titleOf = (session: string) => titles.get(session) ?? session;
  const missing = useWantedEvent(setChainOf);
  useWantedSession(setFilter);

  useActions([
    actionOf(activityActions, 'activity.search', {
      enabled: isVisible,
      run: () => document.querySelector<HTMLElement>('[aria-label="Search activity"]')?.focus(),
    }),
  ]);

  return (
    <div className={styles.view}>
      <header className={styles.head}>
        <Filters filter={filter} onChange={setFilter} sessions={sessions} events={activity.events} />
        <LedgerTools session={filter.session} sessions={sessions} isReady={live.status === 'ready'} />
      </header>
      {missing === undefined ? undefined : <Banner level="warning">{missing}</Banner>}
      {activity.warnings.map((warning) => (
        <Banner key={warning} level="warning">
          {warning}
        </Banner>
      ))}
      {activity.problem === undefined ? undefined : <Banner level="error">{activity.problem}</Banner>}
      <div className={styles.body}>
        <EventList
          activity={activity}
          isFiltered={filter !== everything}
          titleOf={titleOf}
          onShowChain={setChainOf}
          onClearFilter={() => setFilter(everything)}
        />
        {chainOf === undefined ? undefined : (
          <ChainPanel event={chainOf} titleOf={titleOf} onChoose={setChainOf} onClose={() => setChainOf(undefined)} />
        )}
      </div>
    </div>
  );
}

/** Prefix of a navigation target that means a whole session instead of one event. */
const OF_SESSION = 'session:';

/** Shows only the session that navigation asks for. */
function useWantedSession(onFilter: (filter: ActivityFilter) => void): void {
  const { view, target, count } = useNavigation();
  const wanted = view === 'activity' && target?.startsWith(OF_SESSION) ? target.slice(OF_SESSION.length) : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each request counts, also one for the same session.
  useEffect(() => {
    if (wanted !== undefined) onFilter({ ...everything, session: wanted });
  }, [wanted, count, onFilter]);
}

/** Brings the event that navigation asks for, once for each time; what to say when it cannot. */
function useWantedEvent(onFound: (event: AnyLedgerEvent) => void): string | undefined {
  const api = useApi();
  const { epoch } = useConnection();
  const { view, target, count } = useNavigation();
  /** Count of the request that was answered last: another connection is no reason to answer it again. */
  const answered = useRef<number>(undefined);
  const [missing, setMissing] = useState<string | undefined>(undefined);
  const wanted = view === 'activity' && target?.startsWith(OF_SESSION) !== true ? target : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each request counts, also one for the same event, and is made again with the next connection where it was lost.
  useEffect(() => {
    if (wanted !== undefined && answered.current === count) return;
    setMissing(undefined);
    if (wanted === undefined) return;
    let isCurrent = true;
    findEvent(api, wanted, () => isCurrent).then(
      (event) => {
        if (!isCurrent) return;
        answered.current = count;
        if (event === undefined) setMissing(`The event ${wanted} is not on the ledger.`);
        else onFound(event);
      },
      (error: unknown) => {
        if (!isCurrent || error instanceof ConnectionLostError) return;
        answered.current = count;
        setMissing(`The event ${wanted} could not be looked up: ${errorText(error)}`);
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [api, epoch, wanted, count, onFound]);
  return missing;
}

/** Number of events that name another one of which a page of the search holds. */
const NAMING = 500;

/** Finds an event by its id, which those that it led to name, too: they are newer, so that it comes after all of them. */
async function findEvent(api: Api, wanted: string, isCurrent: () => boolean): Promise<AnyLedgerEvent | undefined> {
  let before: AnyLedgerEvent | undefined;
  for (;;) {
    const older = before && { before: { at: before.at, id: before.id } };
    const { events, more } = await api.activity.query({ text: wanted, limit: NAMING, ...older });
    const event = events.find(({ id }) => id === wanted);
    before = events.at(-1);
    if (event !== undefined || !more || before === undefined || !isCurrent()) return event;
  }
}
