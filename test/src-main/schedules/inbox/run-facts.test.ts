import { expect, test } from 'vitest';
import type { AnyLedgerEvent } from '#contract';
import { shortLine, TaskRunFacts } from '../../../../src-main/schedules/inbox/run-facts.ts';

type Written = readonly [type: string, data: object, more?: object | undefined];

const FROM = { kind: 'schedule', task: 'daily', run: 'run' };

/** The facts of the run `run` by these events, of its turn unless they say otherwise. */
function factsOf(events: readonly Written[]): TaskRunFacts {
  const facts = new TaskRunFacts('run');
  const all: readonly Written[] = [['message.user', { text: 'Say it.', from: FROM }], ...events];
  for (const [index, [type, data, more]] of all.entries()) {
    const head = { v: 1, id: `e${index}`, at: index, session: 's', previous: '', turn: 't' };
    facts.take({ ...head, type, data, ...more } as unknown as AnyLedgerEvent);
  }
  return facts;
}

const reply = (data: object = {}, more?: object): Written => [
  'llm.replied',
  { model: 'm', text: '', calls: [], durationMs: 1, finish: 'stop', ...data },
  more,
];
const changed = (path: string, data: object = {}): Written => [
  'file.changed',
  { path, change: 'modified', origin: 'tool', addedLines: 2, removedLines: 1, ...data },
];
const refused = (data: object): Written => [
  'approval.decided',
  { callId: 'c', verdict: 'refuse', by: 'rule', ...data },
];
const usage = { prompt: 1, completion: 1, total: 2 };

test('what other turns and other runs do is not told of this one', () => {
  const other = { turn: 'other' };
  const facts = factsOf([
    reply({ text: 'Not mine', usage }, other),
    ['message.user', { text: 'x', from: { ...FROM, run: 'another' } }, other],
    ['message.user', { text: 'x' }, other],
    ['turn.ended', { outcome: 'failed' }, other],
  ]);
  expect(facts).toMatchObject({ turn: 't', answer: '', outcome: undefined, tokens: undefined, text: 'Say it.' });
  expect(new TaskRunFacts('run').take({ type: 'llm.replied', data: {} } as unknown as AnyLedgerEvent)).toBe(false);
});

test('events that this version does not know, or cannot read, are left aside', () => {
  const facts = factsOf([
    ['message.later', { text: 'x' }],
    ['llm.replied', { text: 5 }],
    ['turn.ended', { outcome: 'vanished' }],
    reply({ text: 'Well' }),
  ]);
  expect(facts).toMatchObject({ answer: 'Well', outcome: undefined });
});

test('the answer is the last text of the conversation, and its line the first with anything in it', () => {
  const facts = factsOf([
    reply({ text: 'First', calls: [{ callId: 'c', tool: 't', arguments: '' }] }),
    reply({ text: '\n## All is well\nMore' }),
    reply({ text: ' ' }),
    reply({ text: 'A summary', purpose: 'compaction' }),
  ]);
  expect(facts.line).toBe('All is well');
  expect(factsOf([reply({ text: 'x'.repeat(300) })]).line).toHaveLength(300);
  expect(factsOf([reply({ text: 'x'.repeat(301) })]).line).toBe(`${'x'.repeat(300)}…`);
  expect(factsOf([reply({ error: { code: 'x', message: 'It is down', retryable: true } })]).line).toBe('It is down');
  expect(factsOf([reply({ refusal: 'I cannot' })]).line).toBe('I cannot');
});

test('what all replies used is added up, and one whose cost is not known is named', () => {
  const facts = factsOf([
    reply({ usage, cost: 0.5 }),
    reply({ usage, cost: 0.25, purpose: 'compaction' }),
    reply({ usage, model: 'unpriced' }),
    reply({ model: 'silent' }),
  ]);
  expect(facts).toMatchObject({ tokens: 6, cost: 0.75, unknownCost: 'unpriced' });
});

test('a file counts once, whatever its name, and a folder not', () => {
  const names = ['/w/a', '/w/a\nb', '/w/\udcff', '/w/__proto__'];
  const facts = factsOf([
    ...[...names, ...names].map((name) => changed(name)),
    changed('/w/d', { change: 'created', after: { kind: 'directory', size: 0, mode: 0o755 } }),
    changed('/w/x', { origin: 'undo' }),
  ]);
  expect([facts.files, facts.addedLines, facts.removedLines]).toEqual([4, 16, 8]);
});

test('a change that was recorded and did not come to be is none', () => {
  const undone = (change: string): Written => ['change.undone', { change, path: '/w/a', forced: false }];
  const gone = factsOf([changed('/w/a'), undone('e1')]);
  expect([gone.files, gone.addedLines, gone.removedLines]).toEqual([0, 0, 0]);
  const again = factsOf([changed('/w/a'), changed('/w/a'), undone('e2'), undone('e2'), undone('x')]);
  expect([again.files, again.addedLines, again.removedLines]).toEqual([1, 2, 1]);
  const later = factsOf([
    changed('/w/a'),
    ['change.undone', { change: 'e1', path: '/w/a', forced: false }, { turn: undefined }],
  ]);
  expect(later.files).toBe(1);
});

test('what was refused is told by its question, its command or its call, and by whom', () => {
  const subject = (data: object): Written => [
    'approval.asked',
    { question: 'q', callId: 'c', tool: 'execute_command', subject: data, why: '', warnings: [] },
  ];
  const titles = (...events: readonly Written[]) => factsOf(events).refusals;
  expect(titles(refused({}))).toEqual([{ title: 'c', why: 'Decided by the rule in force' }]);
  expect(titles(subject({ command: 'rm x' }), refused({ by: 'person' }))).toEqual([
    { title: 'execute_command: rm x', why: 'You refused it' },
  ]);
  expect(titles(subject({ command: 5 }), refused({ rule: 'r', command: { command: 'ls', cwd: '/' } }))).toEqual([
    { title: 'ls', why: 'Decided by the rule r' },
  ]);
  expect(titles(refused({ verdict: 'withdrawn' }), refused({ verdict: 'allow' }))).toEqual([]);
  expect(titles(...Array.from({ length: 1001 }, () => refused({})))).toHaveLength(1000);
});

test('a line that is cut has no half of a character at its end', () => {
  expect(shortLine(`${'x'.repeat(299)}😀 and more`)).toBe(`${'x'.repeat(299)}…`);
  expect(shortLine(`${'x'.repeat(298)}😀 and more`)).toBe(`${'x'.repeat(298)}😀…`);
});
