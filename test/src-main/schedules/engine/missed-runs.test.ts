import { expect, test } from 'vitest';
import { daily, schedulesBox, settled, WORKSPACE } from '../support/schedules-box.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const TASK = { workspace: WORKSPACE, folder: 'daily' };
const times = (runs: readonly { readonly plannedAt?: number | undefined }[]) =>
  runs.map(({ plannedAt }) => new Date(plannedAt ?? 0).toISOString().slice(0, 10));

/** A machine that was asleep from Monday at noon to Friday at noon. */
async function slept(more: string, answer: string | null = 'Done') {
  const box = await schedulesBox('2026-05-04T12:00:00Z');
  box.chat.answer = answer ?? undefined;
  await box.enable(daily(more));
  box.clock.set('2026-05-08T12:00:00Z');
  await box.pass(20_000);
  return box;
}

test('without a policy what was missed stands until it is answered, and nothing runs', async () => {
  await using box = await slept('');
  expect(box.chat.sent).toEqual([]);
  expect((await box.row())?.missed).toEqual({
    count: 4,
    first: Date.parse('2026-05-05T09:00:00Z'),
    last: Date.parse('2026-05-08T09:00:00Z'),
  });
  expect(box.notices).toEqual(['daily-summary missed 4 runs']);
  await box.restart();
  box.chat.answer = 'Done';
  expect((await box.row())?.missed?.count).toBe(4);

  await box.api.answerMissed({ ...TASK, answer: 'all' });
  await settled();
  expect(times((await box.inbox()).runs)).toEqual(['2026-05-08', '2026-05-07', '2026-05-06', '2026-05-05']);
  expect((await box.row())?.missed).toBeUndefined();
  await expect(box.api.answerMissed({ ...TASK, answer: 'skip' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('of two answers at once, as of two windows, one counts', async () => {
  await using box = await slept('');
  const answers = [{ ...TASK, answer: 'once' } as const, { ...TASK, answer: 'all' } as const];
  const given = await Promise.allSettled(answers.map((answer) => box.api.answerMissed(answer)));
  expect(given).toMatchObject([{ status: 'fulfilled' }, { status: 'rejected', reason: { code: 'NOT_FOUND' } }]);
  await settled();
  expect(times((await box.inbox()).runs)).toEqual(['2026-05-08']);
});

test('what ran between two times of sleep is not run again with what was missed', async () => {
  await using box = await slept('');
  await box.pass(DAY);
  box.clock.set('2026-05-11T12:00:00Z');
  await box.pass(20_000);
  const ran = ['2026-05-09'];
  expect(times((await box.inbox()).runs)).toEqual(ran);
  expect((await box.row())?.missed).toEqual({
    count: 6,
    first: Date.parse('2026-05-05T09:00:00Z'),
    last: Date.parse('2026-05-11T09:00:00Z'),
  });
  await box.restart();
  box.chat.answer = 'Done';
  await box.api.answerMissed({ ...TASK, answer: 'all' });
  await settled();
  const missed = ['2026-05-11', '2026-05-10', '2026-05-08', '2026-05-07', '2026-05-06', '2026-05-05'];
  expect(times((await box.inbox()).runs)).toEqual([...missed, ...ran]);
});

test.each([
  ['skip', []],
  ['once', ['2026-05-08']],
  ['all', ['2026-05-08', '2026-05-07', '2026-05-06', '2026-05-05']],
])('by the policy %s the missed runs %j run', async (policy, expected) => {
  await using box = await slept(`missed: ${policy}\n`);
  await settled();
  expect(times((await box.inbox()).runs)).toEqual(expected);
  expect((await box.row())?.missed).toBeUndefined();
});

test('at the start what was missed while the app was off is found', async () => {
  await using box = await schedulesBox('2026-05-04T12:00:00Z');
  await box.enable(daily());
  await box.restart({ at: '2026-05-06T12:00:00Z' });
  expect((await box.row())?.missed?.count).toBe(2);
});

test('a clock that is set back a day runs nothing twice', async () => {
  await using box = await schedulesBox('2026-05-04T08:59:00Z');
  box.chat.answer = 'Done';
  await box.enable(daily());
  await box.pass(2 * MINUTE);
  expect(box.chat.sent.length).toBe(1);
  box.clock.set('2026-05-03T09:01:00Z');
  await box.pass(DAY);
  expect(box.chat.sent.length).toBe(1);
  await box.pass(DAY);
  expect(box.chat.sent.length).toBe(2);
});

test('while its workspace is restricted its times are missed, and it says so', async () => {
  await using box = await schedulesBox('2026-05-04T12:00:00Z');
  box.chat.answer = 'Done';
  await box.enable(daily('missed: once\n'));
  box.state.unusable = 'agent is restricted';
  await box.changed();
  expect(await box.row()).toMatchObject({ state: 'unavailable', reason: expect.stringContaining('restricted') });
  await expect(box.api.runNow(TASK)).rejects.toMatchObject({ code: 'CONFLICT' });
  await box.pass(3 * DAY);
  expect(box.chat.sent).toEqual([]);

  box.state.unusable = undefined;
  await box.changed();
  expect(times((await box.inbox()).runs)).toEqual(['2026-05-07']);
});

test('a run that a crash cut short is told at the next start, and is not run again by itself', async () => {
  await using box = await schedulesBox('2026-05-04T08:59:00Z');
  await box.enable(daily('missed: all\nconversation: main\napprovals: refuse\n'));
  await box.pass(MINUTE);
  await box.restart({ isCrash: true, at: '2026-05-04T10:00:00Z' });
  expect(await box.inbox()).toMatchObject({ runs: [{ state: 'interrupted', isRead: false }], unread: 1 });
  expect(box.notices).toEqual(['daily-summary was interrupted']);
  // Who answered before does so again.
  expect(box.chat.attendances).toEqual([{ session: 'main', attendance: { kind: 'attended' } }]);
  expect(box.chat.sent).toEqual([]);
});

test('a message that still waited when the app ended is taken back', async () => {
  await using box = await schedulesBox('2026-05-04T08:59:00Z');
  await box.enable(daily());
  box.chat.isQuick = false;
  await box.pass(MINUTE);
  const { chat } = box;
  await box.restart({ at: '2026-05-04T10:00:00Z' });
  expect(chat.withdrawn).toEqual([chat.sent[0]?.message]);
  expect((await box.run())?.state).toBe('interrupted');
});

test('the branch of a run that a crash cut short is told as interrupted, too', async () => {
  await using box = await schedulesBox('2026-05-04T08:00:00Z');
  await box.enable(daily('branch: true\n'));
  await box.pass(60 * 60_000);
  expect(box.branchEnds).toEqual([]);
  await box.restart({ isCrash: true });
  expect(await box.run()).toMatchObject({ state: 'interrupted', branch: { id: 'b-s-1', state: 'open' } });
  expect(box.branchEnds).toMatchObject([{ branch: 'b-s-1', state: 'interrupted' }]);
});

test.each([
  ['', 'becomes unusable'],
  ['missed: all\n', 'becomes unusable'],
  ['missed: all\n', 'is closed with the app'],
])('by "%s", missed runs that wait behind another are asked about when their workspace %s', async (more, what) => {
  await using box = await slept(more, null);
  if (more === '') await box.api.answerMissed({ ...TASK, answer: 'all' });
  await settled();
  if (what === 'is closed with the app') await box.restart();
  else {
    box.state.unusable = 'agent is restricted';
    await box.changed();
    await box.chat.sent[0]?.end('done', 'Done');
    await settled();
    expect(box.notices.at(-1)).toBe('daily-summary missed 3 runs');
    box.state.unusable = undefined;
    await box.restart();
  }
  box.chat.answer = 'Done';
  expect((await box.row())?.missed).toEqual({
    count: 3,
    first: Date.parse('2026-05-06T09:00:00Z'),
    last: Date.parse('2026-05-08T09:00:00Z'),
  });
  await box.api.answerMissed({ ...TASK, answer: 'all' });
  await settled();
  expect(times((await box.inbox()).runs)).toEqual(['2026-05-08', '2026-05-07', '2026-05-06', '2026-05-05']);
});

test('missed runs that wait are nobody’s once their task was switched off', async () => {
  await using box = await slept('missed: all\n', null);
  await box.api.pause(TASK);
  await box.chat.sent[0]?.end('done', 'Done');
  await settled();
  expect((await box.row())?.missed).toBeUndefined();
});

test('what is found missed while an answer is given is answered or still stands', async () => {
  await using box = await slept('');
  box.clock.set('2026-05-12T12:00:00Z');
  const looking = box.changed();
  await Promise.all([looking, box.api.answerMissed({ ...TASK, answer: 'all' })]);
  await settled();
  const { runs } = await box.inbox();
  expect(runs.length + ((await box.row())?.missed?.count ?? 0)).toBe(8);
});

test('a task that is switched off while it is being switched on is off', async () => {
  await using box = await schedulesBox('2026-05-04T12:00:00Z');
  box.write(daily());
  const enabling = box.api.enable({ ...TASK, hash: `hash of ${daily()}` });
  await Promise.all([enabling, box.api.pause(TASK)]);
  expect((await box.row())?.state).not.toBe('on');
});

test.each([
  ['', 'that were answered'],
  ['missed: all\n', 'of a policy'],
])('by "%s", missed runs %s and wait behind another are asked about after a crash', async (more) => {
  await using box = await slept(more, null);
  if (more === '') await box.api.answerMissed({ ...TASK, answer: 'all' });
  await settled();
  await box.restart({ isCrash: true });
  box.chat.answer = 'Done';
  expect((await box.row())?.missed).toEqual({
    count: 3,
    first: Date.parse('2026-05-06T09:00:00Z'),
    last: Date.parse('2026-05-08T09:00:00Z'),
  });
  expect(box.notices.slice(-2)).toEqual(['daily-summary was interrupted', 'daily-summary missed 3 runs']);
  await box.restart({ isCrash: true });
  box.chat.answer = 'Done';
  expect((await box.row())?.missed?.count).toBe(3);
  await box.api.answerMissed({ ...TASK, answer: 'all' });
  await settled();
  await box.restart({ isCrash: true });
  expect(times((await box.inbox()).runs)).toEqual(['2026-05-08', '2026-05-07', '2026-05-06', '2026-05-05']);
  expect((await box.row())?.missed).toBeUndefined();
});

test('missed runs of a task that was switched off are nobody’s after a crash, too', async () => {
  await using box = await slept('missed: all\n', null);
  await box.api.pause(TASK);
  await box.restart({ isCrash: true });
  expect((await box.row())?.missed).toBeUndefined();
  expect(box.notices).toEqual(['daily-summary was interrupted']);
});

test('what ran between missed runs that wait is not run again once they are asked about', async () => {
  await using box = await slept('');
  await box.pass(DAY);
  box.clock.set('2026-05-11T12:00:00Z');
  await box.pass(20_000);
  box.chat.answer = undefined;
  await box.api.answerMissed({ ...TASK, answer: 'all' });
  await settled();
  await box.restart();
  box.chat.answer = 'Done';
  expect((await box.row())?.missed?.count).toBe(5);
  await box.api.answerMissed({ ...TASK, answer: 'all' });
  await settled();
  const missed = ['2026-05-11', '2026-05-10', '2026-05-08', '2026-05-07', '2026-05-06', '2026-05-05'];
  expect(times((await box.inbox()).runs)).toEqual([...missed, '2026-05-09']);
});
