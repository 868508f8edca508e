import { expect, test } from 'vitest';
import { readTask } from '../../../src-main/workspaces/layout/task-file.ts';

const task = (block: string) => readTask(`---\n${block}\n---\nDo it.\n`);

test('a task says how it runs', () => {
  const block = [
    'name: weekly',
    'description: Job',
    'cron: "0 9 * * 1" # Mondays',
    'timezone: Europe/Berlin',
    'conversation: main',
    'budget:',
    '  time: 1h30m',
    '  tokens: 20000',
    '  cost: 0.5',
    'approvals: read-only',
    'missed: once',
    'profile: fast',
  ].join('\n');
  expect(task(block)).toMatchObject({
    settings: {
      name: 'weekly',
      description: 'Job',
      cron: '0 9 * * 1',
      timezone: 'Europe/Berlin',
      conversation: 'main',
      budget: { seconds: 5400, tokens: 20_000, cost: 0.5 },
      approvals: 'read-only',
      missed: 'once',
      profile: 'fast',
    },
    body: 'Do it.',
    problems: [],
    schedulable: true,
  });
});

test('what it does not say is a conversation of its own, questions that wait, and no answer for what was missed', () => {
  const { settings } = task('cron: "* * * * *"');
  expect(settings).toEqual({ cron: '* * * * *', conversation: 'own', approvals: 'wait', budget: {} });
});

test.each([
  ['cron: 5', 2, /cron is 5; it takes a text/, true],
  ['cron: "* * * * *"\nconversation: both', 3, /conversation is "both"; it takes own, main/, true],
  ['cron: "* * * * *"\napprovals: [wait]', 3, /it takes read-only, refuse, wait/, true],
  ['cron: "* * * * *"\nmissed: some', 3, /it takes skip, once, all/, true],
  ['cron: "* * * * *"\nbudget: 5', 3, /budget is no list of keys and values/, true],
  ['cron: "* * * * *"\nbudget:\n  tokens: 1.5', 4, /budget.tokens is 1.5; it takes a whole number/, true],
  ['cron: "* * * * *"\nbudget:\n  cost: -1', 4, /budget.cost is -1; it takes US dollars/, true],
  ['cron: "* * * * *"\nbudget:\n  time: soon', 4, /90s, 10m or 1h30m/, true],
  ['cron: "* * * * *"\nbudget:\n  time: 0s', 4, /90s, 10m or 1h30m/, true],
  ['cron: "* * * * *"\nbudget:\n  seconds: 5\n  time: 5', 5, /both seconds and time/, true],
  ['cron: "* * * * *"\nbudget:\n  euros: 5', 4, /budget.euros is not known/, false],
  ['cron: "* * * * *"\ntimezome: UTC', 3, /timezome is not known/, false],
  ['cron: "* * * * *"\nname: 7', 3, /name is 7; it takes a text/, false],
])('%j is told at line %i', (block, line, message, isFatal) => {
  expect(task(block).problems).toEqual([{ line, message: expect.stringMatching(message), isFatal }]);
});

test.each([
  ['branch: true\n', { inBranch: true }, []],
  ['branch: false\n', {}, []],
  ['branch: yes please\n', {}, ['branch is "yes please"; it takes true or false']],
  [
    'branch: true\nconversation: main\n',
    { conversation: 'main' },
    ['branch takes a conversation of its own; leave conversation out, or say own'],
  ],
])('%j is a run in a branch, or said to be wrong', (text, wanted, problems) => {
  const read = readTask(`---\n${text}---\nSay it.\n`);
  expect(read.settings).toMatchObject(wanted);
  expect('inBranch' in read.settings).toBe('inBranch' in wanted);
  expect(read.problems.map(({ message }) => message)).toEqual(problems);
});

test('a block whose aliases expand to too much is said to be wrong, as its limits could not be read', () => {
  const limits = 'cron: "* * * * *"\napprovals: read-only\nbudget:\n  time: 1m\n';
  const read = task(`${limits}word: &a x\nwords:\n${'  - *a\n'.repeat(150)}`);
  expect(read.problem).toEqual({ line: 2, message: expect.stringContaining('too often') });
  expect(task(`${limits}word: &a x\nwords: [*a, *a]`).problem).toBeUndefined();
});
