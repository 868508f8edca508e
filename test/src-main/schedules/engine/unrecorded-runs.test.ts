import { expect, test } from 'vitest';
import { daily, schedulesBox, settled, WORKSPACE } from '../support/schedules-box.ts';

const MINUTE = 60_000;
const TASK = { workspace: WORKSPACE, folder: 'daily' };
const EACH_MINUTE = '---\nname: often\ncron: "* * * * *"\ntimezone: UTC\n---\n\nSay it.\n';

test('a time whose run cannot be recorded is missed, and not lost', async () => {
  await using box = await schedulesBox('2026-05-04T08:59:00Z');
  await box.enable(daily());
  box.state.unwritten = ['schedule.started', 'schedule.ended', 'schedule.missed'];
  await box.pass(3 * MINUTE);
  expect(box.chat.sent).toEqual([]);
  expect((await box.inbox()).runs).toEqual([]);
  box.state.unwritten = [];
  await box.pass(MINUTE);
  expect((await box.row())?.missed).toMatchObject({ count: 1, first: Date.parse('2026-05-04T09:00:00Z') });
  box.chat.answer = 'Done';
  await box.api.answerMissed({ ...TASK, answer: 'once' });
  await settled();
  expect((await box.inbox()).runs).toMatchObject([{ state: 'done', plannedAt: Date.parse('2026-05-04T09:00:00Z') }]);
});

test('a run of what was missed that cannot be recorded is asked about again', async () => {
  await using box = await schedulesBox('2026-05-04T12:00:00Z');
  await box.enable(daily());
  box.clock.set('2026-05-06T12:00:00Z');
  await box.pass(20_000);
  box.state.unwritten = ['schedule.started', 'schedule.ended'];
  await box.api.answerMissed({ ...TASK, answer: 'all' });
  await settled();
  expect(box.chat.sent).toEqual([]);
  expect((await box.row())?.missed).toMatchObject({ count: 2 });
});

test('a run that a person asks for and that cannot be recorded is told as failed', async () => {
  await using box = await schedulesBox('2026-05-04T12:00:00Z');
  await box.enable(daily());
  box.state.unwritten = ['schedule.started', 'schedule.ended'];
  await box.api.runNow(TASK);
  await settled();
  expect(box.notices).toEqual(['daily-summary failed']);
  expect(box.chat.sent).toEqual([]);
});

test('a branch of a run that cannot be recorded is not left working', async () => {
  await using box = await schedulesBox('2026-05-04T12:00:00Z');
  await box.enable(daily('branch: true\n'));
  box.state.unwritten = ['schedule.started', 'schedule.ended'];
  await box.api.runNow(TASK);
  await settled();
  expect(box.branchEnds).toMatchObject([{ state: 'failed', line: 'The disk is full' }]);
});

test('times that came while a task ran, and cannot be recorded, are not lost', async () => {
  await using box = await schedulesBox('2026-05-04T08:59:30Z');
  await box.enable(EACH_MINUTE);
  await box.pass(3 * MINUTE);
  expect(box.chat.sent).toHaveLength(1);
  box.state.unwritten = ['schedule.skipped', 'schedule.started'];
  await box.chat.sent[0]?.end('done', 'Well');
  await box.pass(MINUTE);
  expect((await box.row())?.missed).toMatchObject({ first: Date.parse('2026-05-04T09:01:00Z') });
});

test('a run whose end cannot be recorded has ended all the same, and is recorded once it can be', async () => {
  await using box = await schedulesBox('2026-05-04T12:00:00Z');
  await box.enable(daily());
  box.state.unwritten = ['schedule.ended'];
  await box.api.runNow(TASK);
  await settled();
  await box.chat.sent[0]?.reply('All is well');
  await box.chat.sent[0]?.end('done', 'All is well');
  await settled();
  expect(await box.run()).toMatchObject({ state: 'done', line: expect.stringContaining('The disk is full') });
  expect(await box.row()).not.toHaveProperty('running');
  expect(box.notices).toEqual(['The end of daily-summary could not be recorded']);
  const { endedAt } = (await box.run()) ?? {};
  await box.pass(10 * MINUTE);
  box.state.unwritten = [];
  await box.api.read({});
  await settled();
  expect(await box.run()).toMatchObject({ state: 'done', line: 'All is well', isRead: true, endedAt });
  await box.restart({ isCrash: true });
  expect(await box.run()).toMatchObject({ state: 'done', line: 'All is well', isRead: true });
});

test('an end that could not be recorded is tried again when the app ends', async () => {
  await using box = await schedulesBox('2026-05-04T12:00:00Z');
  await box.enable(daily());
  box.state.unwritten = ['schedule.ended'];
  await box.api.runNow(TASK);
  await settled();
  await box.chat.sent[0]?.end('failed', '', 'No route');
  await settled();
  box.state.unwritten = [];
  await box.restart();
  expect(await box.run()).toMatchObject({ state: 'failed', line: 'No route' });
});

test('the end of a run that was interrupted is told also where it cannot be recorded', async () => {
  await using box = await schedulesBox('2026-05-04T12:00:00Z');
  await box.enable(daily());
  await box.api.runNow(TASK);
  await settled();
  box.state.unwritten = ['schedule.ended'];
  await box.restart({ isCrash: true });
  expect(await box.run()).toMatchObject({ state: 'interrupted' });
});
