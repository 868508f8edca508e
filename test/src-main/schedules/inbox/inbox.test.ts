import { expect, test } from 'vitest';
import type { ScheduleRunDetail } from '#contract';
import { daily, schedulesBox, settled, WORKSPACE } from '../support/schedules-box.ts';

const MINUTE = 60_000;
const record = 'workspace-00000000';

/** A run that wrote files and was refused a question. */
async function boxWithRun(counts: { added: number; removed: number }[] = []) {
  const box = await schedulesBox('2026-05-04T08:59:00Z');
  box.counts.push(...counts);
  await box.enable(daily());
  await box.pass(MINUTE);
  const [sent] = box.chat.sent;
  if (!sent) throw new Error('nothing ran');
  const session = await box.ledger.session(sent.session);
  const { turn } = sent;
  const change = { change: 'modified', origin: 'tool', addedLines: 3, removedLines: 1 } as const;
  await session.append('file.changed', { ...change, path: '/w/agent/a.txt' }, { turn });
  await session.append('file.changed', { ...change, path: '/w/agent/a.txt' }, { turn });
  await session.append('file.changed', { ...change, path: '/w/agent/b.txt' }, { turn });
  const folder = { kind: 'directory', size: 0, mode: 0o755 } as const;
  const made = { change: 'created', origin: 'tool', path: '/w/agent/new', after: folder } as const;
  await session.append('file.changed', made, { turn });
  const asked = { callId: 'c1', tool: 'bash', warnings: [], why: 'no rule allows it' };
  await session.append('approval.asked', { ...asked, question: 'q1', subject: { command: 'rm -r data' } }, { turn });
  const refused = { callId: 'c1', by: 'rule', verdict: 'refuse', reason: 'nobody answers questions here' } as const;
  await session.append('approval.decided', refused, { turn });
  await sent.reply('# Two files\n\nThey are mended.', { total: 250, cost: 0.02 });
  await sent.end('done', '# Two files\n\nThey are mended.');
  await settled();
  const run = await box.run();
  if (!run) throw new Error('the inbox is empty');
  return { box, run, sent };
}

async function detailOf(box: Awaited<ReturnType<typeof schedulesBox>>, run: string): Promise<ScheduleRunDetail> {
  for await (const detail of await box.api.run({ run })) return detail;
  throw new Error('nothing came');
}

test('lines of a run are those that its turn came to, also of files that commands changed', async () => {
  const { box, run } = await boxWithRun([{ added: 12, removed: 5 }]);
  await using _box = box;
  expect(run).toMatchObject({ files: 2, addedLines: 12, removedLines: 5 });
});

test('a run has its first line, files, lines, tokens and cost by the record of its session', async () => {
  const { box, run } = await boxWithRun();
  await using _box = box;
  expect(run).toMatchObject({
    state: 'done',
    line: 'Two files',
    files: 2,
    addedLines: 9,
    removedLines: 3,
    tokens: 250,
    cost: 0.02,
    refused: 1,
    isRead: false,
    isKept: false,
    isUndone: false,
  });
  expect(await detailOf(box, run.id)).toMatchObject({
    answer: '# Two files\n\nThey are mended.',
    text: 'Say it.',
    questions: [],
    refusals: [{ title: 'bash: rm -r data', why: 'nobody answers questions here' }],
  });
});

test('who goes on in the conversation of a run that nobody attended answers its questions from then on', async () => {
  const { box, run, sent } = await boxWithRun();
  await using _box = box;
  expect(await box.chat.attendanceOf(sent.session)).toMatchObject({ kind: 'unattended' });
  await box.api.goOn({ run: run.id });
  await box.api.goOn({ run: run.id });
  expect(await box.chat.attendanceOf(sent.session)).toEqual({ kind: 'attended' });
  expect(box.chat.attendances).toHaveLength(2);
});

test('a run that was read while it waited is new again when it has ended', async () => {
  await using box = await schedulesBox('2026-05-04T08:59:00Z');
  await box.enable(daily());
  await box.pass(MINUTE);
  const [sent] = box.chat.sent;
  if (!sent) throw new Error('nothing ran');
  sent.tell({ kind: 'asked', question: 'q1', callId: 'c1', tool: 'bash', title: 'rm -r data', why: '' });
  await settled();
  expect(await box.inbox()).toMatchObject({ runs: [{ state: 'waiting' }], unread: 1 });
  await box.api.read({});
  expect(await box.inbox()).toMatchObject({ runs: [{ isRead: true }], unread: 0 });
  sent.tell({ kind: 'answered', question: 'q1', verdict: 'allow' });
  await sent.end('failed', '', 'the model is gone');
  await settled();
  expect(await box.inbox()).toMatchObject({ runs: [{ state: 'failed', isRead: false }], unread: 1 });
  await box.restart();
  expect((await box.inbox()).unread).toBe(1);
});

test('the inbox is the same after a restart, and an undo of its turn is seen then and later', async () => {
  const { box, run, sent } = await boxWithRun();
  await using _box = box;
  const undone = { turn: sent.turn, transaction: 't', paths: [], restored: 2, left: 0, unknown: 0 };
  const session = await box.ledger.session(sent.session);
  await session.append('turn.undone', { ...undone, direction: 'undo' });
  await settled();
  expect((await box.run())?.isUndone).toBe(true);
  const before = await box.inbox();
  await box.restart();
  expect(await box.inbox()).toEqual(before);
  expect((await detailOf(box, run.id)).answer).toContain('mended');
});

test('a run whose session was deleted keeps its row', async () => {
  const { box, run } = await boxWithRun();
  await using _box = box;
  await box.ledger.remove(run.session ?? '');
  expect(await detailOf(box, run.id)).toMatchObject({ line: 'Two files', answer: 'Two files', text: '' });
});

test('a damaged list of what is on has nothing on, and is kept', async () => {
  const { box } = await boxWithRun();
  await using _box = box;
  const { readdir, writeFile } = await import('node:fs/promises');
  const { join } = await import('node:path');
  await writeFile(join(box.ledger.folder, 'schedules.json'), '{"v":1,"enabled":[{');
  await box.restart();
  expect((await box.row())?.state).toBe('off');
  await box.enable(daily());
  expect((await box.row())?.state).toBe('on');
  expect((await readdir(box.ledger.folder)).filter((name) => name.startsWith('schedules')).length).toBe(2);
});

test('what is recorded of runs stands in the record of their workspace', async () => {
  const { box, run } = await boxWithRun();
  await using _box = box;
  await box.api.keep({ run: run.id });
  const types: string[] = [];
  for await (const event of (await box.ledger.session(record)).read()) {
    expect(event.data).toMatchObject({ workspace: WORKSPACE });
    types.push(event.type);
  }
  expect(types).toEqual(['schedule.enabled', 'schedule.started', 'schedule.ended', 'inbox.kept']);
});
