import { act, fireEvent, renderHook, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { DAY_HEIGHT, ROW_HEIGHT } from '../../../../src-renderer/schedules/inbox/inbox-rows.ts';
import { useReviewFocus } from '../../../../src-renderer/state/review-focus.ts';
import { proposedChange } from '../../../support/proposed-change.ts';
import { detailOf, inboxOf, runOf, showSchedules, taskOf } from '../show-schedules.tsx';

const rows = async () => within(await screen.findByRole('list', { name: 'Runs' })).findAllByRole('button');
const detail = () => screen.findByRole('group', { name: 'Run of Daily notes' });
const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key });
const INBOX = { layout: { 'schedules.tab': 'inbox' } };
const change = proposedChange({
  id: 'e1',
  path: '/srv/agent/notes.md',
  shownPath: 'notes.md',
  state: 'applied',
  canUndo: true,
  session: 's1',
  turn: 't1',
  addedLines: 5,
  removedLines: 1,
});

describe('the list', () => {
  test('has runs by day, each with its state, its line, what it changed and cost', async () => {
    const yesterday = Date.now() - 86_400_000;
    const runs = [
      runOf({ refused: 2, line: '- The **notes** are `written`' }),
      runOf({ id: 'r2', startedAt: yesterday, state: 'over-budget', files: 0 }),
    ];
    showSchedules({ ...INBOX, inbox: inboxOf(runs) });
    const [first, second] = await rows();
    expect(first?.textContent).toMatch(/The notes are written.*done.*1 file \+5 −1.*\$0\.02.*2 refused/);
    expect(second?.textContent).toMatch(/over budget/);
    expect(screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
      'Today',
      'Yesterday',
    ]);
    expect(screen.getByText('2 unread')).toBeDefined();
  });

  test('of 5,000 runs draws those in view, and is walked by key', async () => {
    const now = Date.now();
    const runs = Array.from({ length: 5000 }, (_, at) =>
      runOf({ id: `r${at}`, line: `run number ${at}`, startedAt: now - at * 600_000, isRead: true }),
    );
    const before = performance.now();
    const { user } = showSchedules({ ...INBOX, inbox: inboxOf(runs) });
    const drawn = await rows();
    expect(performance.now() - before).toBeLessThan(5000);
    expect(drawn.length).toBeLessThan(120);
    expect(drawn[0]?.closest('li')?.getAttribute('aria-setsize')).toBe('5000');
    drawn[0]?.focus();
    await user.keyboard('{ArrowDown}');
    await waitFor(() => expect(document.activeElement?.textContent).toContain('run number 1'));
  });

  test('stays where it is when a run comes while one reads further down', async () => {
    const noon = new Date().setHours(12, 0, 0, 0);
    const runs = Array.from({ length: 100 }, (_, at) => runOf({ id: `r${at}`, startedAt: noon - at, isRead: true }));
    const { inbox } = showSchedules({ ...INBOX, inbox: inboxOf(runs) });
    const list = await screen.findByRole('list', { name: 'Runs' });
    const scroller = list.parentElement as HTMLElement;
    scroller.scrollTop = 2000;
    const later = runOf({ id: 'later', startedAt: noon + 1 });
    act(() => inbox.push(inboxOf([later, ...runs])));
    await waitFor(() => expect(list.querySelector('[aria-setsize="101"]')).not.toBeNull());
    expect(scroller.scrollTop).toBe(2000 + ROW_HEIGHT);
    const tomorrow = runOf({ id: 'tomorrow', startedAt: noon + 86_400_000 });
    act(() => inbox.push(inboxOf([tomorrow, later, ...runs])));
    await waitFor(() => expect(list.querySelector('[aria-setsize="102"]')).not.toBeNull());
    expect(scroller.scrollTop).toBe(2000 + 2 * ROW_HEIGHT + DAY_HEIGHT);
  });

  test('reaches further back when that is asked for', async () => {
    const { asked, user } = showSchedules({ ...INBOX, inbox: inboxOf([runOf()], 40) });
    await user.click(await screen.findByRole('button', { name: 'Show older: 40 runs' }));
    await waitFor(() => expect(asked('inbox')).toEqual([{ most: 100 }, { most: 600 }]));
    expect(await rows()).toHaveLength(1);
  });

  test('is marked as read as a whole', async () => {
    const { asked, user } = showSchedules({ ...INBOX, inbox: inboxOf([runOf()]) });
    await user.click(await screen.findByRole('button', { name: 'Mark all as read' }));
    await waitFor(() => expect(asked('read')).toEqual([{}]));
  });
});

describe('a run that is opened', () => {
  const refusals = [{ title: 'Run rm -rf build?', why: 'nobody answers questions in this session' }];

  test('shows its answer, its diff and what was refused, and is read', async () => {
    const run = runOf({ refused: 1 });
    const { asked, user } = showSchedules({
      ...INBOX,
      inbox: inboxOf([run]),
      changes: [change],
      details: [detailOf(run, { refusals })],
    });
    await user.click((await rows())[0] ?? document.body);
    const shown = within(await detail());
    expect(shown.getByText('All').tagName).toBe('STRONG');
    expect(shown.getByText('Run rm -rf build?')).toBeDefined();
    expect(shown.getByText('nobody answers questions in this session')).toBeDefined();
    expect((await shown.findByRole('button', { name: /notes\.md/ })).textContent).toMatch(/\+5 −1/);
    expect(await shown.findByRole('group', { name: 'Diff of notes.md' })).toBeDefined();
    await waitFor(() => expect(asked('read')).toEqual([{ runs: ['r1'] }]));
  });

  test('keeps its files, and what is open of them, while more are fetched', async () => {
    const changes = Array.from({ length: 201 }, (_, at) => ({ ...change, id: `e${at}`, path: `/srv/agent/${at}` }));
    const { user } = showSchedules({ ...INBOX, inbox: inboxOf([runOf()]), details: [detailOf(runOf())], changes });
    await user.click((await rows())[0] ?? document.body);
    const files = await screen.findByRole('list', { name: 'Changed files' });
    fireEvent.click(screen.getByRole('button', { name: 'Show more: 1 file' }));
    await waitFor(() => expect(files.children).toHaveLength(201));
    expect(files.isConnected).toBe(true);
  });

  test('is kept and undone by the keys of the legend, also where only its row has the focus', async () => {
    const run = runOf({ isRead: true });
    const { asked } = showSchedules({ ...INBOX, inbox: inboxOf([run]), changes: [change] });
    (await rows())[0]?.focus();
    press('k');
    await waitFor(() => expect(asked('keep')).toEqual([{ run: 'r1' }]));
    press('u');
    await waitFor(() => expect(asked('undoTurn')).toEqual([{ session: 's1', turn: 't1', confirmed: [] }]));
    await screen.findByText('Daily notes: Run undone: 1 file restored', { ignore: '.announcements' });
    for (const key of ['K', 'U', 'R', 'C']) expect(screen.getByText(key)).toBeDefined();
  });

  test('offers what its state allows, and the focus stays among the buttons', async () => {
    const run = runOf({ state: 'running', isRead: true, files: 0 });
    const { asked, runs, user } = showSchedules({ ...INBOX, inbox: inboxOf([run]), details: [detailOf(run)] });
    await user.click((await rows())[0] ?? document.body);
    const names = async () =>
      within(await detail())
        .getAllByRole('button')
        .map(({ textContent }) => textContent);
    expect(await names()).toEqual(['Go on in chat', 'Stop']);
    await user.click(within(await detail()).getByRole('button', { name: 'Stop' }));
    await waitFor(() => expect(asked('stop')).toEqual([{ run: 'r1' }]));
    act(() => runs.get('r1')?.push(detailOf({ ...run, state: 'stopped', files: 2 })));
    await waitFor(async () => expect(await names()).toEqual(['Keep', 'Undo this run', 'Go on in chat', 'Run again']));
    expect((await detail()).contains(document.activeElement)).toBe(true);
  });

  test('that was undone can be made again and not kept', async () => {
    const run = runOf({ isRead: true, isUndone: true });
    const { user } = showSchedules({ ...INBOX, inbox: inboxOf([run]), details: [detailOf(run)] });
    await user.click((await rows())[0] ?? document.body);
    const shown = within(await detail());
    expect(shown.getByRole('button', { name: 'Redo this run' })).toBeDefined();
    expect(shown.queryByRole('button', { name: 'Keep' })).toBeNull();
  });

  test('that waits says so, and leads to the card of its question', async () => {
    const run = runOf({ state: 'waiting', isRead: true });
    const { user } = showSchedules({
      ...INBOX,
      inbox: inboxOf([run]),
      details: [detailOf(run, { questions: ['q1'] })],
    });
    await user.click((await rows())[0] ?? document.body);
    const shown = within(await detail());
    expect(shown.getByText('A question waits for you.')).toBeDefined();
    await user.click(shown.getByRole('button', { name: 'Answer' }));
  });

  test('brings the card of its question once, not again when the person comes back to the inbox', async () => {
    const run = runOf({ state: 'waiting', isRead: true });
    const { user } = showSchedules({
      ...INBOX,
      inbox: inboxOf([run]),
      details: [detailOf(run, { questions: ['q-once'] })],
    });
    const focus = renderHook(() => useReviewFocus()).result;
    await user.click((await rows())[0] ?? document.body);
    await waitFor(() => expect(focus.current?.question).toBe('q-once'));
    const { count } = focus.current ?? {};
    await user.click(screen.getByRole('tab', { name: /^Tasks/ }));
    await user.click(screen.getByRole('tab', { name: /^Inbox/ }));
    await detail();
    expect(focus.current?.count).toBe(count);
  });

  test('does not bring the card of what it asks later, where its question was answered before it was shown', async () => {
    const run = runOf({ state: 'waiting', isRead: true });
    const { runs, user } = showSchedules({
      ...INBOX,
      inbox: inboxOf([run]),
      details: [detailOf({ ...run, state: 'running' })],
    });
    const focus = renderHook(() => useReviewFocus()).result;
    await user.click((await rows())[0] ?? document.body);
    await detail();
    await act(async () => runs.get('r1')?.push(detailOf(run, { questions: ['q-later'] })));
    await screen.findByText('A question waits for you.');
    expect(focus.current?.question).not.toBe('q-later');
  });

  test('is run again, and the new one is opened', async () => {
    const run = runOf({ isRead: true });
    const again = runOf({ id: 'r9', name: 'The second', state: 'running', isRead: true });
    const { asked, user } = showSchedules({
      ...INBOX,
      inbox: inboxOf([run]),
      details: [detailOf(run), detailOf(again)],
    });
    await user.click((await rows())[0] ?? document.body);
    await user.click(within(await detail()).getByRole('button', { name: 'Run again' }));
    await screen.findByRole('group', { name: 'Run of The second' });
    expect(asked('again')).toEqual([{ run: 'r1' }]);
  });
});

test('who comes while something is unread sees the inbox', async () => {
  showSchedules({ tasks: [taskOf()], inbox: inboxOf([runOf()]) });
  await waitFor(() => {
    expect(screen.getByRole('tab', { name: /^Inbox/ }).getAttribute('aria-selected')).toBe('true');
  });
  expect(await rows()).toHaveLength(1);
});

test('the last result of a task opens its run; what lands meanwhile takes nobody away', async () => {
  const run = runOf({ isRead: true });
  const { inbox, user } = showSchedules({
    tasks: [taskOf({ last: run })],
    inbox: inboxOf([run]),
    details: [detailOf(run)],
  });
  await screen.findByRole('table', { name: 'Tasks' });
  act(() => inbox.push(inboxOf([runOf({ id: 'r2' }), run])));
  await screen.findByText(', 1 unread');
  expect(screen.getByRole('tab', { name: 'Tasks (1)' }).getAttribute('aria-selected')).toBe('true');
  await user.click(screen.getByRole('button', { name: /^Last run of Daily notes: done/ }));
  await detail();
});

test('a run that ends while it is open is read', async () => {
  const running = runOf({ state: 'running' });
  const { runs, asked } = showSchedules({ ...INBOX, inbox: inboxOf([running]), details: [detailOf(running)] });
  fireEvent.click((await rows())[0] as HTMLElement);
  await detail();
  expect(asked('read')).toEqual([]);
  act(() => runs.get('r1')?.push(detailOf(runOf())));
  await waitFor(() => expect(asked('read')).toEqual([{ runs: ['r1'] }]));
});
