import { describe, expect, test } from 'vitest';
import { type AnyLedgerEvent, ledgerEvents } from '#contract';
import { canUndo, eventFacts, keptContentsOf } from '../../../../src-renderer/activity/event-facts.ts';
import { eventTypes, eventWords } from '../../../../src-renderer/activity/formatters/event-words.ts';

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

test('a decision and a change of the rules lead to the rules as they were then', () => {
  const rules = [{ label: 'Rules then', hash }];
  expect(keptContentsOf(event('approval.decided', { by: 'rule', judged: { rules: hash, tier: 'ban' } }))).toEqual(
    rules,
  );
  expect(keptContentsOf(event('rule.removed', { scope: 'user', rules: hash }))).toEqual(rules);
  expect(keptContentsOf(event('approval.decided', { by: 'person' }))).toEqual([]);
});

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
    [
      'file.changed',
      { path: '/srv/home/me/a.txt', change: 'modified', origin: 'command' },
      'Changed /srv/home/me/a.txt, by a command',
    ],
    [
      'command.ran',
      { command: 'cp /home/me/a /srv/home/me/b', exitCode: 0, durationMs: 10 },
      'cp a /srv/home/me/b — exit code 0, 10 ms',
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
      'limits.raised',
      { limit: 'memory', from: 2 ** 32, to: 2 ** 33, scope: 'once', callId: 'c1' },
      'You raised the limit of memory from 4 GiB to 8 GiB for one command',
    ],
    [
      'limits.raised',
      { limit: 'timeout', from: 120_000, to: 240_000, scope: 'session' },
      'You raised the limit of time from 2 min to 4 min for this session',
    ],
    [
      'approval.asked',
      { tool: 'execute_command', subject: { kind: 'command', command: 'rm -r out\nls' }, why: 'It deletes' },
      'Asked about execute_command (rm -r out …): It deletes',
    ],
    [
      'approval.decided',
      { verdict: 'allow', by: 'rule', rule: 'no known danger', callId: 'c' },
      'Allowed by the Shell Adapter: no known danger',
    ],
    [
      'approval.decided',
      { verdict: 'refuse', by: 'rule', rule: 'a ban or a rule of yours', callId: 'c', reason: 'It deletes /' },
      'Refused by a ban or a rule of yours: It deletes /',
    ],
    ['tool.called', { tool: 'execute_command', arguments: { command: 'ls', session_id: 's' } }, 'execute_command: ls'],
    ['command.ran', { command: 'x', stopReason: 'abort', durationMs: 90 }, 'x — stopped, 90 ms'],
    ['shell.opened', { shell: 's', cwd: '/home/me/src', client: '127.0.0.1' }, '127.0.0.1 opened a shell in src'],
    ['shell.closed', { shell: 's', reason: 'closed', commands: 1 }, 'The shell was closed, after 1 command'],
    [
      'shell.closed',
      { shell: 's', reason: 'memory', commands: 3 },
      'The shell was ended: too much memory, after 3 commands',
    ],
    [
      'command.ran',
      { command: 'x', signal: 'SIGSEGV', stopReason: 'exit', durationMs: 5 },
      'x — ended by SIGSEGV, 5 ms',
    ],
    [
      'command.ran',
      { command: 'make', stopReason: 'closed', durationMs: 900, interrupted: 'Sigma Shell ended while it ran' },
      'make — interrupted: how it ended is not known, 900 ms',
    ],
    [
      'command.ran',
      { command: 'make', exitCode: 0, stopReason: 'exit', durationMs: 900, alongside: ['npm test'], notWatched: ['x'] },
      'make — exit code 0, 900 ms, with another command at the same time, not everything was watched',
    ],
    [
      'file.changed',
      { path: '/etc/x', change: 'created', origin: 'command', shared: 'Made while another command ran' },
      'Created /etc/x, by a command or another',
    ],
    ['console.started', { line: 'make\nall', cwd: '/home/me/src', how: 'direct' }, 'You ran: make … (in src)'],
    [
      'console.ended',
      { exitCode: 2, stopReason: 'exit', durationMs: 1200, text: '', isTail: false },
      'Your command: exit code 2, 1.2 s',
    ],
    [
      'console.ended',
      { stopReason: 'abort', durationMs: 90, text: '', isTail: false },
      'Your command: stopped by you, 90 ms',
    ],
    ['session.variable', { name: 'API_TOKEN', isUnset: true }, 'API_TOKEN was taken away'],
    ['session.variable', { name: 'API_TOKEN' }, 'API_TOKEN was set; its value is not on the record'],
    ['push.added', { item: { kind: 'push', label: 'make', text: 'x' } }, 'Waits for the next message: make'],
    [
      'history.compacted',
      { profile: 'openai', summary: 's', sizeBefore: 12_400, sizeAfter: 900, isManual: false },
      'The history was compacted with openai: 12.4k tokens became 900',
    ],
    [
      'provider.ended',
      { provider: 'p1', title: 'weather.py', state: 'failed', reason: 'exit code 3' },
      'weather.py failed: exit code 3',
    ],
    ['turn.ended', { outcome: 'cancelled' }, 'The turn ended: stopped by you'],
    ['approval.decided', { verdict: 'allow', by: 'person', callId: 'c' }, 'Allowed by you'],
    [
      'approval.decided',
      { verdict: 'refuse', by: 'rule', rule: 'r1', callId: 'c', judged: { tier: 'workspace-deny' } },
      'Refused by your rule of this workspace (r1)',
    ],
    [
      'rule.saved',
      {
        scope: 'user',
        rule: { verdict: 'allow', subject: { kind: 'file', access: 'write', path: 'src/**' } },
        rules: hash,
      },
      'A rule that allows everywhere was saved: Write src/**',
    ],
    ['session.permission', { mode: 'read-only' }, 'Permission mode: Read only'],
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
    ['change.undone', { path: '/home/me/a', forced: false, hasFailed: true }, 'The change of a did not come to be'],
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
    const facts = eventFacts(event('file.changed', { before: { kind: 'file', size: 506, mode: 0o755, hash } }));
    expect(facts).toEqual([['Before', 'file, 506 B, mode 755, SHA-256 aaaaaaaaaaaa…']]);
  });

  test('names are words, long values are cut and say so', () => {
    const [[name, value] = ['', '']] = eventFacts(event('x', { stopReason: 'y'.repeat(5000) }));
    expect(name).toBe('Stop reason');
    expect(value).toContain('1000 more characters');
    const [[, cut] = ['', '']] = eventFacts(event('x', { stopReason: `${'y'.repeat(3999)}🙂y` }));
    expect(cut).toBe(`${'y'.repeat(3999)}\n… 3 more characters in the raw event`);
  });

  test('limits and the highest use of a command are words', () => {
    const limits = { timeoutMs: 60_000, maxOutputBytes: 1000, cpuPercent: 50, memoryBytes: 50 * 2 ** 20 };
    const peak = { cpuPercent: 98.7, memoryBytes: 2 ** 30, processes: 3 };
    expect(eventFacts(event('command.ran', { limits, peak }))).toEqual([
      ['Limits', 'Time 1 min · CPU 50 % · Memory 50 MiB · Output 1.0 kB · Processes not limited · Disk not limited'],
      ['At its highest', 'CPU 99 % · Memory 1 GiB · 3 processes'],
    ]);
    expect(eventFacts(event('x', { limits: 'none' }))).toEqual([['Limits', 'none']]);
  });

  test('what else had a hand in it, and what was not seen, are sentences', () => {
    const ran = {
      alongside: ['npm test', 'make'],
      notWatched: ['node_modules is not watched'],
      interrupted: 'It ended',
    };
    expect(eventFacts(event('command.ran', ran))).toEqual([
      ['At the same time as', 'npm test\nmake'],
      ['Not watched', 'node_modules is not watched'],
      ['Interrupted', 'It ended'],
    ]);
    expect(eventFacts(event('command.ran', { notWatched: [] }))).toEqual([]);
    expect(eventFacts(event('file.changed', { shared: 'Made while another command ran' }))).toEqual([
      ['Who may have made it', 'Made while another command ran'],
    ]);
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
