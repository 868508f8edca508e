import { act, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ActivityQuery, AnyLedgerEvent } from '#contract';
import { ActivityView } from '../../../src-renderer/activity/activity-view.tsx';
import { ApiProvider } from '../../../src-renderer/api/api-context.tsx';
import { ConnectionLostError } from '../../../src-renderer/api/connection-lost-error.ts';
import { type ConnectionState, ObservableValue } from '../../../src-renderer/api/connection-state.ts';
import { LayoutProvider } from '../../../src-renderer/state/layout.tsx';
import { LayoutStore } from '../../../src-renderer/state/layout-store.ts';
import { NavigationProvider, useNavigation, type ViewNavigation } from '../../../src-renderer/state/navigation.tsx';
import { apiOf, Feed, renderPane } from '../../support/pane.tsx';

const WANTED = { v: 1, id: 'e7', at: 0, session: 's1', type: 'message.user', data: { text: 'Hello' } };

interface NavigationPlace {
  open?: ViewNavigation['open'];
}

function Navigation({ here }: { readonly here: NavigationPlace }) {
  here.open = useNavigation().open;
  return undefined;
}

type Found = { readonly events: AnyLedgerEvent[]; readonly more: boolean; readonly warnings: string[] };

/** The view on a host that answers the search for an event in turn: with these failures, then with the event. */
function show(...failures: readonly Error[]) {
  const left = [...failures];
  return showOn(async () => {
    const failure = left.shift();
    if (failure !== undefined) throw failure;
    return { events: [WANTED as unknown as AnyLedgerEvent], more: false, warnings: [] };
  });
}

function showOn(search: (query: ActivityQuery) => Promise<Found>) {
  const nothing = { events: [], more: false, warnings: [] };
  const query = async (asked: ActivityQuery) => (asked.text === undefined ? nothing : search(asked));
  const api = apiOf({
    activity: {
      query,
      appended: new Feed<AnyLedgerEvent>().open,
      chain: async () => ({ causes: [], effects: [] }),
    },
    sessions: { changed: new Feed([]).open },
  });
  const connection = new ObservableValue<ConnectionState>({ state: 'connected', epoch: 1 });
  const navigation: NavigationPlace = {};
  renderPane(
    api,
    <ApiProvider api={api} connection={connection}>
      <LayoutProvider store={new LayoutStore({})}>
        <NavigationProvider>
          <Navigation here={navigation} />
          <ActivityView isVisible />
        </NavigationProvider>
      </LayoutProvider>
    </ApiProvider>,
  );
  return { connection, want: () => act(async () => navigation.open?.('activity', 'e7')) };
}

test('why an event that was asked for could not be looked up is said', async () => {
  const { want } = show(new Error('The disk is gone'));
  await want();
  expect((await screen.findByRole('alert')).textContent).toContain('could not be looked up: The disk is gone');
  await want();
  expect(await screen.findByRole('region', { name: 'Chain' })).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('an event that was asked for is looked up again when the connection is back', async () => {
  const { connection, want } = show(new ConnectionLostError());
  await want();
  expect(screen.queryByRole('alert')).toBeNull();
  await act(async () => connection.set({ state: 'connected', epoch: 2 }));
  expect(await screen.findByRole('region', { name: 'Chain' })).toBeTruthy();
});

test('a chain that was closed is not opened again by another connection', async () => {
  const { connection, want } = show();
  await want();
  await act(async () => (await screen.findByRole('button', { name: 'Close the chain' })).click());
  await act(async () => connection.set({ state: 'connected', epoch: 2 }));
  expect(screen.queryByRole('region', { name: 'Chain' })).toBeNull();
});

test('an event that more events name than a page of the search holds is found below them', async () => {
  const asked: ActivityQuery[] = [];
  const naming = { ...WANTED, id: 'e8', at: 1, cause: 'e7' } as unknown as AnyLedgerEvent;
  const { want } = showOn(async (query) => {
    asked.push(query);
    if (query.before === undefined) return { events: [naming], more: true, warnings: [] };
    return { events: [WANTED as unknown as AnyLedgerEvent], more: false, warnings: [] };
  });
  await want();
  expect(await screen.findByRole('region', { name: 'Chain' })).toBeTruthy();
  expect(screen.queryByText(/is not on the ledger/)).toBeNull();
  expect(asked.map(({ before }) => before)).toEqual([undefined, { at: 1, id: 'e8' }]);
});
