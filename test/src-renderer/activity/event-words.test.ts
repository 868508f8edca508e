import { describe, expect, test } from 'vitest';
import { type AnyLedgerEvent, ledgerEvents } from '#contract';
import { canUndo, factsOf, keptContentsOf } from '../../../src-renderer/activity/event-facts.ts';
import { eventTypes, eventWords } from '../../../src-renderer/activity/event-words.ts';

const event = (type: string, data: Record<string, unknown>): AnyLedgerEvent => ({
  v: 1,
  id: 'e1',
  at: 0,
  session: 's1',
  previous: '',
  type,
  data,
});
const words = (type: string, data: Record<string, unknown>) => eventWords(event(type, data), '/home/me').text;
const hash = 'a'.repeat(64);

describe('an event in plain words', () => {
  test('every type of the ledger is told', () => {
    expect([...eventTypes].sort()).toEqual(Object.keys(ledgerEvents).sort());
  });

  test.each([
    ['message.user', { text: 'Make it friendlier\nplease' }, 'You: Make it friendlier …'],
    [
      'file.changed',
      { path: '/home/me/a.txt', change: 'modified', addedLines: 2, removedLines: 1, origin: 'tool' },
      'Changed a.txt (+2 −1)',
    ],
    ['file.changed', { path: '/etc/x', change: 'deleted', origin: 'command' }, 'Deleted /etc/x, by a command'],
    [
      'command.ran',
      { command: 'npm test', exitCode: 1, stopReason: 'exit', durationMs: 2400 },
      'npm test — exit code 1, 2.4 s',
    ],
    [
      'command.ran',
      { command: 'sleep 999', stopReason: 'timeout', durationMs: 120_000 },
      'sleep 999 — stopped: it took too long, 2 min 0 s',
    ],
    [
      'command.ran',
      { command: 'x', signal: 'SIGSEGV', stopReason: 'exit', durationMs: 5 },
      'x — ended by SIGSEGV, 5 ms',
    ],
    ['approval.decided', { verdict: 'allow', by: 'person', callId: 'c' }, 'Allowed by you'],
    [
      'approval.decided',
      { verdict: 'refuse', by: 'person', callId: 'c', reason: 'not now' },
      'Refused by you: not now',
    ],
    ['approval.decided', { verdict: 'allow', by: 'rule', rule: 'npm', callId: 'c' }, 'Allowed by the rule npm'],
    [
      'llm.replied',
      { text: '', calls: [{ tool: 'read_file' }], finish: 'tool-calls' },
      'Model: wants to use read_file',
    ],
    [
      'llm.replied',
      { text: 'Hello', calls: [], finish: 'interrupted', usage: { total: 12_400 } },
      'Model: Hello (broke off), 12.4k tokens',
    ],
    [
      'llm.replied',
      { text: '', calls: [], finish: 'failed', error: { message: '429 slow down' } },
      'Model: 429 slow down (failed)',
    ],
    ['tool.called', { tool: 'execute_command', arguments: { command_line: 'ls' } }, 'execute_command: ls'],
    ['change.undone', { path: '/home/me/a', forced: true }, 'Undid the change of a, over later changes'],
  ])('%s %j', (type, data, expected) => {
    expect(words(type, data)).toBe(expected);
  });

  test('a type nobody knows is shown by its name', () => {
    expect(words('moon.landed', { by: 'eagle' })).toBe('moon.landed');
    expect(words('constructor', {})).toBe('constructor');
  });

  test('an event that is not as it should be does not break the list', () => {
    for (const type of eventTypes) expect(words(type, {})).toBeTypeOf('string');
  });
});

describe('the facts of an event', () => {
  test('a file’s state is one line', () => {
    const facts = factsOf(event('file.changed', { before: { kind: 'file', size: 506, mode: 0o755, hash } }));
    expect(facts).toEqual([['Before', 'file, 506 B, mode 755, SHA-256 aaaaaaaaaaaa…']]);
  });

  test('names are words, long values are cut and say so', () => {
    const [[name, value] = ['', '']] = factsOf(event('x', { stopReason: 'y'.repeat(5000) }));
    expect(name).toBe('Stop reason');
    expect(value).toContain('1000 more characters');
  });

  test('kept output and both sides of a file can be opened', () => {
    expect(keptContentsOf(event('command.ran', { spool: { hash, bytes: 1 } }))).toEqual([
      { label: 'All output', hash },
    ]);
    expect(keptContentsOf(event('file.changed', { before: { hash }, after: {} })).map(({ label }) => label)).toEqual([
      'File before',
    ]);
    expect(keptContentsOf(event('message.user', { text: 'x' }))).toEqual([]);
  });

  test('undo is offered where the bytes from before are there', () => {
    expect(canUndo(event('file.changed', { change: 'created' }))).toBe(true);
    expect(canUndo(event('file.changed', { change: 'modified', before: { hash } }))).toBe(true);
    expect(canUndo(event('file.changed', { change: 'modified', before: { notKept: 'too large' } }))).toBe(false);
    expect(canUndo(event('file.changed', { change: 'deleted' }))).toBe(false);
    expect(canUndo(event('command.ran', {}))).toBe(false);
  });
});
