import { expect, test } from 'vitest';
import { readTask } from '../../../src-main/workspaces/layout/task-file.ts';
import { taskSettings } from '../../../src-main/workspaces/layout/task-settings.ts';

const read = (meta: Readonly<Record<string, unknown>>) => taskSettings(meta);

/** Keys of the problems because of which the task does not run. */
const fatal = (meta: Readonly<Record<string, unknown>>) =>
  read(meta).problems.flatMap(({ key, isFatal }) => (isFatal ? [key.join('.')] : []));

test('what nobody understood keeps a task from running, and never loosens it', () => {
  expect(read({ approvals: 'Refuse' }).settings.approvals).toBe('wait');
  for (const approvals of ['Refuse', 'refuse ', true, ['refuse'], {}])
    expect(fatal({ approvals })).toEqual(['approvals']);
  expect(fatal({ conversation: 'mine' })).toEqual(['conversation']);
  expect(fatal({ missed: 'never' })).toEqual(['missed']);
  for (const cron of ['', ' ', 5, ['* * * * *'], false]) expect(fatal({ cron })).toEqual(['cron']);
  expect(fatal({ name: 5, description: [] })).toEqual([]);
});

test('a budget that cannot be read is none that is silently left out', () => {
  for (const budget of [5, '10m', [], true]) expect(fatal({ budget })).toEqual(['budget']);
  for (const tokens of [0, -1, 1.5, 2 ** 53, Number.NaN, Number.POSITIVE_INFINITY, '5']) {
    expect(fatal({ budget: { tokens } })).toEqual(['budget.tokens']);
  }
  for (const cost of [0, -1, Number.POSITIVE_INFINITY, '0.5'])
    expect(fatal({ budget: { cost } })).toEqual(['budget.cost']);
  for (const time of ['0s', '', 'soon', '10', '5m3h', '-1s', '1.5h', 0, -1, `${'9'.repeat(400)}s`, [], Number.NaN]) {
    expect(fatal({ budget: { time } })).toEqual(['budget.time']);
  }
  expect(fatal({ budget: { time: '10m', seconds: 5 } })).toEqual(['budget.time']);
});

test('a budget is in seconds, tokens and dollars, each as it was meant', () => {
  const budgetOf = (budget: object) => read({ budget }).settings.budget;
  for (const [time, seconds] of [
    ['90s', 90],
    ['10m', 600],
    ['1h30m', 5400],
    ['1h 30m 5s', 5405],
    ['2h5s', 7205],
    [0.5, 0.5],
  ] as const) {
    expect(budgetOf({ time })).toEqual({ seconds });
  }
  expect(budgetOf({ seconds: 5, tokens: 1, cost: 0.001 })).toEqual({ seconds: 5, tokens: 1, cost: 0.001 });
  expect(budgetOf({ time: null, seconds: 5 })).toEqual({ seconds: 5 });
});

test('a branch and the shared conversation exclude each other', () => {
  expect(read({ branch: true }).settings).toMatchObject({ inBranch: true, conversation: 'own' });
  expect(fatal({ branch: true, conversation: 'main' })).toEqual(['branch']);
  for (const branch of ['true', 'yes', 1, []]) expect(fatal({ branch })).toEqual(['branch']);
  expect(read({ branch: false, conversation: 'main' }).settings).not.toHaveProperty('inBranch');
});

test('what is empty says nothing, and what is not known is told', () => {
  const keys = ['name', 'cron', 'approvals', 'branch', 'budget', 'missed', 'conversation'];
  expect(read(Object.fromEntries(keys.map((key) => [key, null])))).toEqual(read({}));
  const meta = JSON.parse('{"crom":"x","__proto__":{"approvals":"refuse"},"budget":{"token":5}}');
  expect(read(meta).problems.map(({ key }) => key.join('.'))).toEqual(['crom', '__proto__', 'budget.token']);
  expect(read(meta).settings.approvals).toBe('wait');
});

test('a value that contains itself is a problem of its file', () => {
  for (const block of ['name: &a [*a]', 'budget: &b\n  time: *b', 'cron: &c {x: [*c]}']) {
    const { problem } = readTask(`---\n${block}\n---\nDo it.\n`);
    expect(problem?.message).toContain('in itself');
  }
  expect(readTask('---\nname: &a x\ndescription: *a\n---\nDo it.\n').settings).toMatchObject({ description: 'x' });
});
