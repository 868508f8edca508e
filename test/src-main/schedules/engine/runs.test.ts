import { expect, test, vi } from 'vitest';
import { daily, schedulesBox, settled, WORKSPACE } from '../support/schedules-box.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

test('the document’s example runs at nine, on two days in a row, in a conversation of its own', async () => {
  await using box = await schedulesBox('2026-05-04T08:00:00Z');
  await box.enable(daily());
  box.chat.answer = '# All is well\nMore.';
  expect((await box.row())?.next.slice(0, 2).map((at) => new Date(at).toISOString())).toEqual([
    '2026-05-04T09:00:00.000Z',
    '2026-05-05T09:00:00.000Z',
  ]);
  await vi.waitFor(async () => expect((await box.row())?.cronWords).toMatch(/09:00/));

  await box.pass(HOUR - 1);
  expect(box.chat.sent).toEqual([]);
  await box.pass(1);
  expect(box.chat.sent.map(({ text }) => text)).toEqual(['Say it.']);
  await box.pass(DAY);

  expect(new Set(box.chat.sent.map(({ session }) => session)).size).toBe(2);
  expect(box.chat.attendances[0]).toMatchObject({ attendance: { kind: 'unattended', questions: 'wait' } });
  const { runs, unread } = await box.inbox();
  expect(runs).toMatchObject([
    { state: 'done', line: 'All is well', by: 'time', plannedAt: Date.parse('2026-05-05T09:00:00Z'), tokens: 10 },
    { state: 'done', plannedAt: Date.parse('2026-05-04T09:00:00Z') },
  ]);
  expect(unread).toBe(2);
});

test('a task of each minute runs every minute, and one of each second every second', async () => {
  await using box = await schedulesBox('2026-05-04T08:00:30Z');
  box.chat.answer = 'Done';
  await box.enable('---\ncron: "* * * * *"\n---\nM\n', 'minutely');
  await box.pass(5 * MINUTE);
  expect(box.chat.sent.length).toBe(5);
  await box.api.pause({ workspace: WORKSPACE, folder: 'minutely' });
  await box.enable('---\ncron: "* * * * * *"\n---\nS\n', 'secondly');
  await box.pass(10_000);
  expect(box.chat.sent.filter(({ text }) => text === 'S').length).toBe(10);
});

test('a task is off until a person switches it on as it is, and again when its file is another', async () => {
  await using box = await schedulesBox('2026-05-04T08:00:00Z');
  box.chat.answer = 'Done';
  box.write(daily());
  await box.pass(DAY);
  expect((await box.row())?.state).toBe('off');
  const task = { workspace: WORKSPACE, folder: 'daily' };
  await expect(box.api.enable({ ...task, hash: 'other' })).rejects.toMatchObject({ code: 'CONFLICT' });

  await box.enable(daily());
  await box.pass(DAY);
  expect(box.chat.sent.length).toBe(1);

  box.write(daily('budget:\n  tokens: 5\n'));
  await box.pass(DAY);
  expect((await box.row())?.state).toBe('changed');
  expect(box.chat.sent.length).toBe(1);
});

test.each([
  ['a cron that never comes', '---\ncron: "0 0 30 2 *"\n---\nX\n', /^Line 2: The cron "0 0 30 2 \*" never comes/],
  ['an unknown zone', '---\ncron: "0 9 * * *"\ntimezone: Mars/Phobos\n---\nX\n', /Mars\/Phobos/],
  ['a pattern of four fields', '---\ncron: "0 9 * *"\n---\nX\n', /4 fields/],
  ['no pattern', '---\nname: x\n---\nX\n', /has no cron/],
  ['a wrong budget', '---\ncron: "0 9 * * *"\nbudget:\n  tokens: many\n---\nX\n', /budget.tokens/],
])('%s cannot be switched on, and says why', async (_, text, reason) => {
  await using box = await schedulesBox('2026-05-04T08:00:00Z');
  box.write(text);
  await settled();
  expect(await box.row()).toMatchObject({ state: 'broken', reason: expect.stringMatching(reason) });
  const hash = `hash of ${text}`;
  await expect(box.api.enable({ workspace: WORKSPACE, folder: 'daily', hash })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    message: expect.stringMatching(reason),
  });
});

test('a time that comes while it still runs is told, and not run twice', async () => {
  await using box = await schedulesBox('2026-05-04T08:00:30Z');
  await box.enable('---\ncron: "* * * * *"\n---\nM\n');
  await box.pass(3 * MINUTE);
  expect(box.chat.sent.length).toBe(1);
  await expect(box.api.runNow({ workspace: WORKSPACE, folder: 'daily' })).rejects.toMatchObject({ code: 'CONFLICT' });

  await box.chat.sent[0]?.end('done', 'At last');
  await settled();
  const types: string[] = [];
  for await (const { type, data } of (await box.ledger.session('workspace-00000000')).read()) {
    if (type === 'schedule.skipped') expect(data).toMatchObject({ count: 2 });
    types.push(type);
  }
  expect(types.filter((type) => type.startsWith('schedule.'))).toEqual([
    'schedule.enabled',
    'schedule.started',
    'schedule.ended',
    'schedule.skipped',
  ]);
});

test('a budget of time stands still while a question waits, and ends the turn when it is used', async () => {
  await using box = await schedulesBox('2026-05-04T08:59:00Z');
  await box.enable(daily('budget:\n  time: 1m\n'));
  await box.pass(MINUTE);
  const [sent] = box.chat.sent;
  await box.pass(30_000);
  sent?.tell({ kind: 'asked', question: 'q', callId: 'c', tool: 't', title: 'Write a file', why: 'no rule' });
  await settled();
  expect(await box.run()).toMatchObject({ state: 'waiting', line: 'Write a file' });
  expect(box.notices).toEqual(['daily-summary waits for you']);
  expect(box.gone).toEqual([]);
  await box.pass(HOUR);
  sent?.tell({ kind: 'answered', question: 'q', verdict: 'allow' });
  await settled();
  expect((await box.run())?.state).toBe('running');
  expect(box.gone).toEqual(['daily-summary waits for you']);
  await box.pass(29_000);
  expect(box.chat.stopped).toEqual([]);
  await box.pass(1000);

  expect(box.chat.stopped).toEqual([sent?.session]);
  expect(await box.run()).toMatchObject({ state: 'over-budget', line: expect.stringContaining('60 s') });
  expect(box.notices.at(-1)).toBe('daily-summary was ended at its budget');
});

test.each([
  ['back', '2026-05-04T07:00:00Z'],
  ['forward', '2026-05-04T11:00:00Z'],
])('a budget of time is as long where the clock is set %s meanwhile', async (_, time) => {
  await using box = await schedulesBox('2026-05-04T08:59:00Z');
  await box.enable(daily('budget:\n  time: 1m\n'));
  await box.pass(MINUTE);
  const [sent] = box.chat.sent;
  await box.pass(30_000);
  box.clock.set(time);
  sent?.tell({ kind: 'asked', question: 'q', callId: 'c', tool: 't', title: 'Write a file', why: 'no rule' });
  await settled();
  sent?.tell({ kind: 'answered', question: 'q', verdict: 'allow' });
  await settled();
  await box.pass(29_000);
  expect(box.chat.stopped).toEqual([]);
  await box.pass(1000);
  expect(box.chat.stopped).toEqual([sent?.session]);
});

test.each([
  ['tokens', 'budget:\n  tokens: 100\n', { total: 100 }, /used 100 tokens; its budget is 100/],
  ['cost', 'budget:\n  cost: 0.5\n', { total: 10, cost: 0.6 }, /cost \$0\.6; its budget is \$0\.5/],
  ['a cost that nobody knows', 'budget:\n  cost: 0.5\n', { total: 10 }, /is not known/],
  ['a cost, where the server says no usage,', 'budget:\n  cost: 0.5\n', { total: undefined }, /\$0\.5 cannot be kept/],
  ['tokens, where the server says no usage,', 'budget:\n  tokens: 9\n', { total: undefined }, /9 tokens cannot be/],
])('a budget of %s ends the turn in the middle of its calls', async (_, budget, usage, line) => {
  await using box = await schedulesBox('2026-05-04T08:59:00Z');
  await box.enable(daily(budget));
  await box.pass(MINUTE);
  await box.chat.sent[0]?.reply('I look.', { ...usage, calls: true });
  await settled();
  expect(box.chat.stopped.length).toBe(1);
  expect(await box.run()).toMatchObject({ state: 'over-budget', line: expect.stringMatching(line) });
});

test('two tasks that share the main conversation leave it to the person who was there before', async () => {
  await using box = await schedulesBox('2026-05-04T08:59:00Z');
  const more = 'conversation: main\napprovals: refuse\n';
  await box.enable(daily(more));
  await box.enable(daily(more).replace('0 9', '1 9'), 'second');
  await box.pass(2 * MINUTE);
  expect(box.chat.sent.map(({ session }) => session)).toEqual(['main', 'main']);
  for (const { end } of box.chat.sent) {
    await end('done', 'Done');
    await settled();
  }
  expect(await box.chat.attendanceOf('main')).toEqual({ kind: 'attended' });
});

test('in the main conversation questions are answered as before, but in its own turn', async () => {
  await using box = await schedulesBox('2026-05-04T08:59:00Z');
  await box.enable(daily('conversation: main\napprovals: refuse\n'));
  box.chat.isQuick = false;
  await box.pass(MINUTE);
  expect(box.chat.attendances).toEqual([]);
  const [sent] = box.chat.sent;
  expect(sent?.session).toBe('main');
  if (sent) await box.chat.begin(sent);
  await settled();
  await sent?.end('done', 'Well');
  await settled();
  expect(box.chat.attendances.map(({ attendance }) => attendance)).toEqual([
    { kind: 'unattended', questions: 'refuse' },
    { kind: 'attended' },
  ]);
});

test('a run can be stopped, kept, run again, and is unread until it was read', async () => {
  await using box = await schedulesBox('2026-05-04T08:00:00Z');
  box.write(daily());
  const { run } = await box.api.runNow({ workspace: WORKSPACE, folder: 'daily' });
  await settled();
  expect(box.feature.running()).toEqual(['daily-summary']);
  await box.api.stop({ run });
  await settled();
  expect(await box.run()).toMatchObject({ state: 'stopped', by: 'person', isRead: false });
  await box.api.read({});
  expect((await box.inbox()).unread).toBe(0);
  await box.api.keep({ run });
  expect((await box.run())?.isKept).toBe(true);

  const again = await box.api.again({ run });
  await settled();
  expect((await box.run())?.id).toBe(again.run);
  await expect(box.api.stop({ run: 'none' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('a failure is told with its reason', async () => {
  await using box = await schedulesBox('2026-05-04T08:59:00Z');
  await box.enable(daily());
  await box.pass(MINUTE);
  await box.chat.sent[0]?.end('failed', '', 'The server answered 500');
  await settled();
  expect(await box.run()).toMatchObject({ state: 'failed', line: 'The server answered 500' });
  expect(box.notices).toEqual(['daily-summary failed']);
});

test('in real seconds a task of each second runs at each', async () => {
  await using box = await schedulesBox('2026-05-04T08:59:00Z', { isReal: true });
  box.chat.answer = 'Done';
  await box.enable('---\ncron: "* * * * * *"\n---\nS\n');
  const began = Date.now();
  await vi.waitFor(() => expect(box.chat.sent.length).toBeGreaterThanOrEqual(3), { timeout: 15_000, interval: 50 });
  const planned = (await box.inbox()).runs.map(({ plannedAt = 0 }) => plannedAt);
  expect(planned.every((at) => at % 1000 === 0 && at >= began - 1000)).toBe(true);
  expect(new Set(planned).size).toBe(planned.length);
});

test('a run in a branch works in a copy; what becomes of that is told by the record of branches', async () => {
  await using box = await schedulesBox('2026-05-04T08:00:00Z');
  box.chat.answer = 'Done';
  await box.enable(daily('branch: true\n'));
  expect(await box.row()).toMatchObject({ inBranch: true, conversation: 'own' });
  await box.pass(HOUR);
  await vi.waitFor(() => expect(box.branchEnds).toMatchObject([{ branch: 'b-s-1', state: 'done', line: 'Done' }]));
  expect(await box.run()).toMatchObject({ state: 'done', session: 's-1', branch: { id: 'b-s-1', state: 'open' } });
  const { id } = (await box.run()) ?? { id: '' };
  expect(await box.api.accept({ run: id })).toEqual({ session: 'main', turn: 'take-b-s-1' });

  const record = await box.ledger.session('workspace-00000000');
  const about = { branch: 'b-s-1', workspace: WORKSPACE };
  await record.append('branch.taken', { ...about, session: 'main', turn: 't', paths: ['a'] });
  await vi.waitFor(async () => expect((await box.run())?.branch?.state).toBe('taken'));
  await record.append('branch.dropped', { ...about, by: 'person', reason: 'You dropped it' });
  await vi.waitFor(async () => expect((await box.run())?.branch?.state).toBe('dropped'));
  await record.append('branch.restored', about);
  await vi.waitFor(async () => expect((await box.run())?.branch?.state).toBe('open'));
});

test('a run whose branch cannot be made has failed with that reason', async () => {
  await using box = await schedulesBox('2026-05-04T08:00:00Z');
  box.state.noBranch = 'There is no room for a copy';
  await box.enable(daily('branch: true\n'));
  await box.pass(HOUR);
  await vi.waitFor(async () =>
    expect(await box.run()).toMatchObject({ state: 'failed', line: 'There is no room for a copy' }),
  );
  expect((await box.run())?.branch).toBeUndefined();
  expect(box.chat.sent).toEqual([]);
  expect(box.branchEnds).toEqual([]);
});

test('a branch that was erased while its run went on takes nothing from the run', async () => {
  await using box = await schedulesBox('2026-05-04T08:00:00Z');
  box.chat.answer = 'Done';
  box.state.noEnd = 'There is no such branch: it was erased';
  await box.enable(daily('branch: true\n'));
  await box.pass(HOUR);
  expect(await box.run()).toMatchObject({ state: 'done', line: 'Done' });
  await box.pass(DAY);
  expect((await box.inbox()).runs.length).toBe(2);
});
