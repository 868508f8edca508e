import { expect, test } from 'vitest';
import type { LedgerEventData, LedgerEventType } from '#contract';
import { actorOf, isAboutPath, resultOf } from '#contract/event-facets';

const told = <T extends LedgerEventType>(type: T, data: Partial<LedgerEventData<T>> = {}) => ({ type, data });

test.each([
  ['person', told('console.started', { line: 'ls' })],
  ['person', told('console.ended', { exitCode: 1 })],
  ['person', told('session.moved', { cwd: '/tmp' })],
  ['person', told('session.variable', { name: 'K' })],
  ['person', told('session.modes', { profiles: ['a'] })],
  ['person', told('push.added')],
  ['person', told('push.dropped', { index: 0 })],
  ['person', told('history.reset')],
  ['person', told('history.compacted', { isManual: true })],
  ['app', told('history.compacted', { isManual: false })],
  ['app', told('history.kept')],
  ['person', told('provider.tools', { isApproved: true })],
  ['app', told('provider.tools', { isApproved: false })],
  ['app', told('provider.attached')],
  ['app', told('provider.ended', { state: 'failed' })],
  ['app', told('turn.ended', { outcome: 'done' })],
  ['model', told('tool.called')],
  ['rule', told('approval.decided', { by: 'rule' })],
  ['person', told('file.changed', { origin: 'undo' })],
  ['model', told('file.changed', { origin: 'command' })],
  ['model', told('file.changed', { origin: 'program' })],
  ['app', told('file.changed', { origin: 'unknown' })],
  ['person', told('change.undone', { path: '/w/a' })],
  ['app', told('change.undone', { path: '/w/.git/config', byBox: 'git runs what it names' })],
  ['app', told('change.undone', { path: '/w/a', hasFailed: true })],
  ['app', told('file.changed', { origin: 'undo', byBox: 'git runs what it names' })],
])('by %s: %j', (actor, event) => {
  expect(actorOf(event)).toBe(actor);
});

test.each([
  ['done', told('console.ended', { stopReason: 'exit', exitCode: 0 })],
  ['failed', told('console.ended', { stopReason: 'exit', exitCode: 2 })],
  ['failed', told('console.ended', { stopReason: 'exit', signal: 'SIGSEGV' })],
  ['stopped', told('console.ended', { stopReason: 'abort', exitCode: 130 })],
  ['done', told('change.undone', { path: '/w/a' })],
  ['failed', told('change.undone', { path: '/w/a', hasFailed: true })],
  ['done', told('turn.ended', { outcome: 'done' })],
  ['refused', told('turn.ended', { outcome: 'refused' })],
  ['stopped', told('turn.ended', { outcome: 'cancelled' })],
  ['done', told('provider.ended', { state: 'completed' })],
  ['failed', told('provider.ended', { state: 'failed' })],
  [undefined, told('provider.ended', { state: 'restarting' })],
  [undefined, told('provider.attached')],
  [undefined, told('push.added')],
  ['failed', told('llm.replied', { finish: 'failed' })],
  ['stopped', told('llm.replied', { finish: 'cancelled' })],
  ['failed', told('branch.ended', { state: 'failed' })],
  ['stopped', told('branch.ended', { state: 'over-budget' })],
  ['failed', told('workspace.ended', { state: 'failed' })],
  ['done', told('turn.undone', { restored: 1, left: 2, unknown: 0 })],
  ['failed', told('turn.undone', { restored: 0, left: 2, unknown: 0 })],
  ['failed', told('session.rewound', { restored: 0, left: 0, unknown: 1 })],
  ['done', told('session.rewound', { restored: 0, left: 0, unknown: 0 })],
] as const)('%s: %j', (result, event) => {
  expect(resultOf(event)).toBe(result);
});

test('a typed line and a provider are about the folder they ran in', () => {
  expect(isAboutPath(told('console.started', { cwd: '/w/Src' }), 'w/src')).toBe(true);
  expect(isAboutPath(told('provider.attached', { cwd: '/w/src' }), 'other')).toBe(false);
  expect(isAboutPath(told('session.moved', { cwd: '/w/src' }), 'SRC')).toBe(true);
});

test('an undo is about each of its paths, and what is taken from a branch, too', () => {
  const paths = [{ event: 'e', path: '/w/src/Main.ts', outcome: 'left' as const }];
  expect(isAboutPath(told('turn.undone', { paths }), 'src/main')).toBe(true);
  expect(isAboutPath(told('session.rewound', { paths }), 'other')).toBe(false);
  expect(isAboutPath(told('branch.taken', { paths: ['src/main.ts'] }), 'main')).toBe(true);
});

test('a path is found whatever form its accents have', () => {
  const path = `/w/${'caf\u00e9'.normalize('NFD')}.txt`;
  expect(isAboutPath(told('file.changed', { path }), 'CAF\u00c9'.normalize('NFC'))).toBe(true);
});
