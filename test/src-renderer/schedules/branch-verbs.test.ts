import { expect, test } from 'vitest';
import type { ScheduleRun } from '#contract';
import { runVerdictWords, verbsOf } from '../../../src-renderer/schedules/runs/run-words.ts';

const run: ScheduleRun = {
  workspace: '/w',
  folder: 'a',
  id: 'r',
  name: 'A',
  session: 's',
  turn: 't',
  startedAt: 0,
  by: 'time',
  state: 'done',
  line: '',
  files: 1,
  addedLines: 1,
  removedLines: 0,
  refused: 0,
  isRead: true,
  isKept: false,
  isUndone: false,
};

test('a run in a branch is accepted or dropped, never kept or undone', () => {
  const inState = (state: 'open' | 'taken' | 'dropped') => ({ ...run, branch: { id: 'b', state } });
  expect([...verbsOf(run)]).toEqual(['keep', 'undo', 'chat', 'again']);
  expect([...verbsOf(inState('open'))]).toEqual(['accept', 'drop', 'chat', 'again']);
  expect([...verbsOf(inState('taken'))]).toEqual(['drop', 'chat', 'again']);
  expect([...verbsOf(inState('dropped'))]).toEqual(['restore', 'again']);
  expect([...verbsOf({ ...inState('open'), files: 0 })]).toEqual(['drop', 'chat', 'again']);
  expect([...verbsOf({ ...inState('open'), state: 'running' })]).toEqual(['chat', 'stop']);
  expect((['open', 'taken', 'dropped'] as const).map((state) => runVerdictWords(inState(state)))).toEqual([
    undefined,
    'accepted',
    'dropped',
  ]);
});
