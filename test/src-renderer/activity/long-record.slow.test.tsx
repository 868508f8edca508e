import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import type { ActivityQuery, AnyLedgerEvent } from '#contract';
import { ActivityView } from '../../../src-renderer/activity/activity-view.tsx';
import { ContentDialog } from '../../../src-renderer/activity/content-dialog.tsx';
import { absoluteTime } from '../../../src-renderer/activity/event-time.ts';
import { ROW_HEIGHT } from '../../../src-renderer/activity/use-row-window.ts';
import { ApiProvider } from '../../../src-renderer/api/api-context.tsx';
import { type ConnectionState, ObservableValue } from '../../../src-renderer/api/connection-state.ts';
import { relativeTime } from '../../../src-renderer/ui/relative-time.ts';
import { rowWindow } from '../../../src-renderer/ui/row-window.ts';
import { apiOf, Feed, failure, renderPane } from '../../support/pane.tsx';

const event = (number: number, more: Partial<AnyLedgerEvent> = {}): AnyLedgerEvent => ({
  v: 1,
  id: `e${number}`,
  at: 1_700_000_000_000 + number,
  session: 's1',
  previous: '',
  type: 'message.user',
  data: { text: `message ${number}` },
  ...more,
});
const newestFirst = (count: number) => Array.from({ length: count }, (_, index) => event(count - index));

function show(events: readonly AnyLedgerEvent[]) {
  const queries: ActivityQuery[] = [];
  const appended = new Feed<AnyLedgerEvent>();
  const api = apiOf({
    activity: {
      query: async (query: ActivityQuery) => {
        queries.push(query);
        return { events, more: false, warnings: [] };
      },
      appended: appended.open,
    },
    sessions: { changed: new Feed([{ id: 's1', title: 'Greeting' }]).open },
  });
  renderPane(api, <ActivityView isVisible />);
  return { queries, appended, user: userEvent.setup() };
}

const rows = () => [...screen.getByRole('list', { name: 'Events' }).querySelectorAll<HTMLElement>('[data-row]')];

describe('a record of 100,000 events', () => {
  test('draws the rows in view alone, each with its place', async () => {
    show(newestFirst(100_000));
    await screen.findByRole('list', { name: 'Events' });
    expect(rows().length).toBeLessThan(100);
    expect(rows()[1]?.closest('li')?.getAttribute('aria-posinset')).toBe('2');
    expect(rows()[1]?.closest('li')?.getAttribute('aria-setsize')).toBe('100000');
    expect(screen.getByText(/^100000 events/)).toBeTruthy();
  });

  test('has room above and below for what is not drawn, open rows included', () => {
    const extra = new Map([[10, 300]]);
    const at = rowWindow({
      count: 100_000,
      rowHeight: ROW_HEIGHT,
      scrollTop: 50_000 * ROW_HEIGHT + 300,
      viewHeight: 600,
      extra,
    });
    expect(at).toMatchObject({ first: 49_970, above: 49_970 * ROW_HEIGHT + 300 });
    const drawn = (at.end - at.first) * ROW_HEIGHT;
    expect(at.above + drawn + at.below).toBe(100_000 * ROW_HEIGHT + 300);
    expect(
      rowWindow({ count: 100, rowHeight: ROW_HEIGHT, scrollTop: 11 * ROW_HEIGHT, viewHeight: 0, extra }).first,
    ).toBe(0);
  });

  test('is walked by key', async () => {
    const { user } = show(newestFirst(5000));
    await screen.findByRole('list', { name: 'Events' });
    rows()[0]?.focus();
    await user.keyboard('{PageDown}');
    await waitFor(() => expect(document.activeElement?.textContent).toContain('message 4980'));
    await user.keyboard('{Home}');
    await waitFor(() => expect(document.activeElement?.textContent).toContain('message 5000'));
  });
});

test('what was loaded further back stays over a new connection', async () => {
  const connection = new ObservableValue<ConnectionState>({ state: 'connected', epoch: 1 });
  let count = 300;
  const query = async ({ before }: ActivityQuery) =>
    before === undefined
      ? { events: newestFirst(count).slice(0, 100), more: true, warnings: [] }
      : { events: newestFirst(count).filter(({ at }) => at < before.at), more: false, warnings: [] };
  const api = apiOf({
    activity: { query, appended: new Feed<AnyLedgerEvent>().open },
    sessions: { changed: new Feed([{ id: 's1', title: 'Greeting' }]).open },
  });
  renderPane(
    api,
    <ApiProvider api={api} connection={connection}>
      <ActivityView isVisible />
    </ApiProvider>,
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Load older' }));
  await screen.findByText(/^300 events, live/);
  count = 310;
  act(() => connection.set({ state: 'connected', epoch: 2 }));
  expect(await screen.findByText(/^310 events, live/)).toBeTruthy();
  count = 1000;
  act(() => connection.set({ state: 'connected', epoch: 3 }));
  expect(await screen.findByText(/^100 events loaded, there are older ones/)).toBeTruthy();
});

test('events that were missed between two connections are not taken for there, however many have come since', async () => {
  const connection = new ObservableValue<ConnectionState>({ state: 'connected', epoch: 1 });
  const appended = new Feed<AnyLedgerEvent>();
  let count = 50;
  const query = async () => {
    if (connection.get().epoch === 2) throw failure('UNAVAILABLE', 'The record cannot be read.');
    return { events: newestFirst(count).slice(0, 100), more: count > 100, warnings: [] };
  };
  const api = apiOf({
    activity: { query, appended: appended.open },
    sessions: { changed: new Feed([{ id: 's1', title: 'Greeting' }]).open },
  });
  renderPane(
    api,
    <ApiProvider api={api} connection={connection}>
      <ActivityView isVisible />
    </ApiProvider>,
  );
  await screen.findByText(/^50 events, live/);
  act(() => connection.set({ state: 'connected', epoch: 2 }));
  await screen.findByText('The record cannot be read.', { exact: false });
  count = 300;
  await act(async () => {
    for (let number = 151; number <= count; number++) appended.push(event(number));
  });
  await screen.findByText(/^200 events/);
  act(() => connection.set({ state: 'connected', epoch: 3 }));
  expect(await screen.findByText(/there are older ones/)).toBeTruthy();
});

test('a paused list stays as it is and counts what is new; Resume shows it', async () => {
  const { appended, user } = show(newestFirst(3));
  await screen.findByRole('list', { name: 'Events' });
  await user.click(screen.getByRole('button', { name: 'Pause' }));
  await act(async () => appended.push(event(4)));
  expect(await screen.findByText(/paused, 1 new$/)).toBeTruthy();
  expect(rows()[0]?.textContent).toContain('message 3');
  await user.click(screen.getByRole('button', { name: 'Resume' }));
  expect(rows()[0]?.textContent).toContain('message 4');
});

test('further filters are who, result, path and time; they can be cleared at once', async () => {
  const { queries, user } = show(newestFirst(3));
  await user.click(await screen.findByRole('button', { name: 'More filters' }));
  await user.selectOptions(screen.getByLabelText('Who'), 'model');
  await user.selectOptions(screen.getByLabelText('Result'), 'failed');
  await user.type(screen.getByLabelText('Path'), 'src/');
  fireEvent.change(screen.getByLabelText('From'), { target: { value: '2026-11-21T09:30' } });
  const since = new Date('2026-11-21T09:30').getTime();
  await waitFor(() =>
    expect(queries.at(-1)).toEqual({ actor: 'model', result: 'failed', path: 'src/', since, limit: 100 }),
  );
  await user.click(screen.getByRole('button', { name: 'Clear filters' }));
  await waitFor(() => expect(queries.at(-1)).toEqual({ limit: 100 }));
});

test('an open event says when to the millisecond, with the zone, and how long ago; its id can be copied', async () => {
  const { user } = show(newestFirst(1));
  await screen.findByRole('list', { name: 'Events' });
  await user.click(rows()[0] as HTMLElement);
  expect(screen.getByText(`${absoluteTime(1_700_000_000_001)} (${relativeTime(1_700_000_000_001)})`)).toBeTruthy();
  expect(absoluteTime(1_700_000_000_001)).toMatch(/\.001.*GMT/);
  expect(relativeTime(0, 3 * 60_000)).toBe('3 minutes ago');
  expect(screen.getByRole('button', { name: 'Copy the event’s id' })).toBeTruthy();
});

test('a piece of kept content that is asked for twice is shown once', async () => {
  const asked: number[] = [];
  const release: (() => void)[] = [];
  const content = async ({ offset }: { offset: number }) => {
    asked.push(offset);
    if (offset > 0) await new Promise<void>((resolve) => release.push(resolve));
    return offset === 0 ? { text: 'first ', bytes: 12, nextOffset: 6 } : { text: 'second', bytes: 12 };
  };
  const api = apiOf({ activity: { content } });
  renderPane(api, <ContentDialog content={{ label: 'All output', hash: 'a'.repeat(64) }} onClose={() => {}} />);
  const more = await screen.findByRole('button', { name: 'Load more' });
  fireEvent.click(more);
  fireEvent.click(more);
  await act(async () => {
    for (const one of release) one();
  });
  expect(await screen.findByText('first second')).toBeTruthy();
  expect(asked).toEqual([0, 6]);
});
