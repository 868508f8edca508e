import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import type { ActivityQuery, AnyLedgerEvent } from '#contract';
import { mergeEvents } from '../../../src-renderer/activity/activity-filter.ts';
import { ActivityView } from '../../../src-renderer/activity/activity-view.tsx';
import { absoluteTime } from '../../../src-renderer/activity/event-time.ts';
import { apiOf, Feed, renderPane } from '../../support/pane.tsx';

const event = (
  id: string,
  type: string,
  data: Record<string, unknown>,
  more: Partial<AnyLedgerEvent> = {},
): AnyLedgerEvent => ({
  v: 1,
  id,
  at: 1_700_000_000_000,
  session: 's1',
  previous: '',
  type,
  data,
  ...more,
});
const asked = event('e1', 'message.user', { text: 'Make it friendlier' });
const changed = event(
  'e2',
  'file.changed',
  { path: '/home/me/a.txt', change: 'modified', origin: 'tool', before: { hash: 'b'.repeat(64) } },
  { cause: 'e1' },
);

function show(options: { events?: readonly AnyLedgerEvent[]; more?: boolean; api?: Record<string, unknown> } = {}) {
  const queries: ActivityQuery[] = [];
  const appended = new Feed<AnyLedgerEvent>();
  const { events = [changed, asked], more = false } = options;
  const api = apiOf({
    activity: {
      query: async (query: ActivityQuery) => {
        queries.push(query);
        return query.before === undefined
          ? { events, more, warnings: [] }
          : { events: [event('e0', 'session.created', { title: 'Greeting' })], more: false, warnings: [] };
      },
      appended: appended.open,
      chain: async () => ({
        causes: [asked],
        effects: [event('e3', 'change.undone', { path: '/home/me/a.txt', forced: false })],
      }),
      ...options.api,
    },
    sessions: { changed: new Feed([{ id: 's1', title: 'Greeting' }]).open },
  });
  renderPane(api, <ActivityView isVisible />);
  return { queries, appended, user: userEvent.setup() };
}

const rows = () =>
  within(screen.getByRole('list', { name: 'Events' }))
    .getAllByRole('button')
    .map((row) => row.textContent);

describe('the ledger', () => {
  test('is listed newest first, in plain words, with the session', async () => {
    show();
    await screen.findByRole('list', { name: 'Events' });
    expect(rows()[0]).toContain('Changed /home/me/a.txt');
    expect(rows()[1]).toContain('You: Make it friendlier');
    expect(document.querySelector('time')?.title).toBe(absoluteTime(changed.at));
    await waitFor(() => expect(rows()[1]).toContain('Greeting'));
  });

  test('grows as events are appended, each once', async () => {
    const { appended } = show();
    await screen.findByRole('list', { name: 'Events' });
    await act(async () => {
      appended.push(changed);
      appended.push(event('e9', 'error.raised', { message: 'no space left' }));
    });
    await waitFor(() => expect(rows()).toHaveLength(3));
    expect(rows()[0]).toContain('no space left');
  });

  test('is searched after a pause in typing, and filtered by session, type and tool', async () => {
    const { queries, user } = show();
    await user.type(await screen.findByLabelText('Search activity'), 'friend');
    await waitFor(() => expect(queries.at(-1)?.text).toBe('friend'));
    expect(queries).toHaveLength(2);
    await user.selectOptions(screen.getByLabelText('Session'), 's1');
    await user.selectOptions(screen.getByLabelText('Type'), 'command.ran');
    await user.selectOptions(screen.getByLabelText('Tool'), 'execute_command');
    await waitFor(() =>
      expect(queries.at(-1)).toEqual({
        text: 'friend',
        session: 's1',
        types: ['command.ran'],
        tool: 'execute_command',
        limit: 100,
      }),
    );
  });

  test('is cut to days by their names, which stand for two times', async () => {
    const { queries, user } = show();
    await user.click(await screen.findByRole('button', { name: /More filters/ }));
    const when = screen.getByLabelText<HTMLSelectElement>('When');
    const shownSpan = () => [...when.options].find(({ value }) => value === when.value)?.textContent;
    const midnight = (daysAgo: number) => {
      const now = new Date();
      return new Date(now.getFullYear(), now.getMonth(), now.getDate() - daysAgo).getTime();
    };
    for (const [words, from, to] of [
      ['Today', 0, -1],
      ['Yesterday', 1, 0],
      ['Last 7 days', 6, -1],
      ['Last 30 days', 29, -1],
    ] as const) {
      await user.selectOptions(when, words);
      await waitFor(() => expect(queries.at(-1)?.since).toBe(midnight(from)));
      expect(Math.abs((queries.at(-1)?.until ?? 0) - midnight(to))).toBeLessThanOrEqual(60_000);
      expect(shownSpan()).toBe(words);
    }
    await user.selectOptions(when, 'Any time');
    await waitFor(() => expect(queries.at(-1)?.since).toBeUndefined());
  });

  test('what is appended while it is filtered shows only if it matches', async () => {
    const { appended, user } = show();
    await user.selectOptions(await screen.findByLabelText('Type'), 'error.raised');
    await act(async () => {
      appended.push(event('e8', 'message.user', { text: 'hidden' }));
      appended.push(event('e9', 'error.raised', { message: 'shown' }));
    });
    await waitFor(() => expect(rows()[0]).toContain('shown'));
    expect(rows().join()).not.toContain('hidden');
  });

  test('older events are loaded from where the list ends', async () => {
    const { queries, user } = show({ more: true });
    await user.click(await screen.findByRole('button', { name: 'Load older' }));
    await waitFor(() => expect(rows()).toHaveLength(3));
    expect(queries.at(-1)?.before).toEqual({ at: asked.at, id: 'e1' });
    expect(screen.getByText('This is the beginning of the record.')).toBeDefined();
  });

  test('is walked with the arrow keys and opened with Enter; the raw event is there as text', async () => {
    const { user } = show({ events: [event('e7', 'message.user', { text: '<b>\u202e</b>' }), asked] });
    await screen.findByRole('list', { name: 'Events' });
    const [first, second] = within(screen.getByRole('list', { name: 'Events' })).getAllByRole('button');
    first?.focus();
    await user.keyboard('{ArrowDown}');
    expect(document.activeElement).toBe(second);
    await user.keyboard('{ArrowUp}{Enter}');
    await user.click(screen.getByRole('button', { name: 'Raw event' }));
    const raw = screen.getByRole('region', { name: 'Raw event' });
    expect(raw.textContent).toContain('<b>U+202E</b>');
    expect(raw.querySelector('b')).toBeNull();
  });

  test('that is empty leads to a session; one that a filter emptied, back to everything', async () => {
    show({ events: [] });
    expect(await screen.findByRole('button', { name: 'Start a session' })).toBeDefined();
  });

  test('that cannot be read by another filter shows nothing that the old one found', async () => {
    const query = async ({ types }: ActivityQuery) => {
      if (types !== undefined) throw new Error('the disk is gone');
      return { events: [changed, asked], more: false, warnings: [] };
    };
    const { user } = show({ api: { query } });
    await screen.findByRole('list', { name: 'Events' });
    await user.selectOptions(screen.getByLabelText('Type'), 'error.raised');
    expect((await screen.findByRole('alert')).textContent).toContain('the disk is gone');
    expect(screen.queryByRole('list', { name: 'Events' })).toBeNull();
    await user.selectOptions(screen.getByLabelText('Type'), 'All types');
    await waitFor(() => expect(rows()).toHaveLength(2));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('that cannot be read says why', async () => {
    show({ api: { query: async () => Promise.reject(new Error('the disk is gone')) } });
    expect((await screen.findByRole('alert')).textContent).toContain('the disk is gone');
  });
});

test('the chain leads from what was asked to what came of it', async () => {
  const { user } = show();
  await screen.findByRole('list', { name: 'Events' });
  await user.click(screen.getByRole('button', { name: /Changed \/home\/me\/a.txt/ }));
  await user.click(screen.getByRole('button', { name: 'Show chain' }));
  const steps = await screen.findByRole('list', { name: 'Steps of the chain' });
  const texts = [...steps.children].map((step) => step.querySelector('button')?.textContent ?? '');
  expect(texts[0]).toContain('You: Make it friendlier');
  expect(texts[1]).toContain('Changed /home/me/a.txt');
  expect(texts[2]).toContain('Undid the change');
});

test('verifying says how many events were checked, and every problem', async () => {
  const verify = async () => ({ events: 7, problems: ['line 3: the hash does not match'] });
  const { user } = show({ api: { verify } });
  await screen.findByRole('list', { name: 'Events' });
  await user.selectOptions(screen.getByLabelText('Session'), 's1');
  await user.click(screen.getByRole('button', { name: 'Verify' }));
  expect((await screen.findByRole('alert')).textContent).toContain('7 events in 1 session checked, 1 problem');
  expect(screen.getByRole('alert').textContent).toContain('s1: line 3: the hash does not match');
});

test('loaded and appended events are merged without repeats, newest first', () => {
  expect(mergeEvents([changed, event('e3', 'x', {})], [changed, asked]).map(({ id }) => id)).toEqual([
    'e3',
    'e2',
    'e1',
  ]);
});
