import { expect, test } from 'vitest';
import type { BranchesByLinePort } from '#console';
import type { Branch } from '#contract';
import { AppError } from '#core/app-error';
import { consoleSession } from '../../support/console-session.ts';

const branch = (overrides: Partial<Branch>): Branch => ({
  id: 'b1',
  set: 's',
  workspace: '/w',
  folder: '/data/b1',
  state: 'done',
  line: '',
  createdAt: 0,
  isDropped: false,
  isKept: false,
  method: 'copy',
  changedWhileCopied: [],
  remarks: [],
  taken: 0,
  profile: 'fast',
  ...overrides,
});

/** Two branches, of which the second is in the trash. */
function scriptedBranches(asked: unknown[]): BranchesByLinePort {
  return {
    list: async () => [
      branch({
        line: 'Done.\nMore.',
        tokens: 1200,
        cost: 0.25,
        taken: 1,
        test: { command: 'npm test', exitCode: 1 },
      }),
      branch({ id: 'b2', profile: 'slow', isDropped: true }),
    ],
    tryWith: async (_session, of) => {
      asked.push(['try', of]);
      return of.profiles.map((profile) => branch({ profile }));
    },
    compare: async (id) => ({
      branches: [id],
      paths: [
        { path: 'a.txt', branches: [{ path: 'a.txt', change: 'changed', kind: 'file', addedLines: 2 }] },
        { path: 'b c.txt', branches: [{ path: 'b c.txt', change: 'deleted', kind: 'file', isWorkspaceChanged: true }] },
      ],
      left: id === 'b2' ? 9000 : 0,
    }),
    take: async (_session, id, paths) => void asked.push(['take', id, paths]),
    act: async (verb, id) => {
      if (verb === 'stop') throw new AppError('NOT_FOUND', 'Nothing runs in it');
      asked.push([verb, id]);
    },
  };
}

test('branches are listed, compared and told what to become', async () => {
  const asked: unknown[] = [];
  await using shell = await consoleSession({ branches: scriptedBranches(asked) });
  expect(await shell.say('branches')).toBe(
    [
      '1  fast · Done · 1,200 tokens · $0.25 · npm test: exit code 1 · 1 path taken',
      '   Done.',
      '2  slow · In the trash',
    ].join('\n'),
  );
  expect(await shell.say('branches 1')).toBe(
    [
      'fast changed 2 paths:',
      '  a.txt: changed, +2',
      '  b c.txt: deleted, changed in the workspace, too',
      'Type `branches 1 take` for all of it, or name paths.',
    ].join('\n'),
  );
  expect(await shell.say('branches 1 keep')).toBe('fast: kept');
  expect(await shell.say('branches 2 restore')).toBe('slow: restored');
  expect(await shell.say('branches 1 stop')).toContain('Nothing runs in it');
  expect(asked).toEqual([
    ['keep', 'b1'],
    ['restore', 'b2'],
  ]);
});

test('paths of a branch are proposed, all of them or those that are named', async () => {
  const asked: unknown[] = [];
  await using shell = await consoleSession({ branches: scriptedBranches(asked) });
  expect(await shell.say('branches 1 take')).toBe('2 paths proposed; each is reviewed before it is written.');
  await shell.say("branches 1 take 'b c.txt'");
  expect(await shell.say('branches 1 take other.txt')).toContain('fast did not change other.txt');
  expect(await shell.say('branches 2 take')).toContain('more than 2 paths');
  expect(asked).toEqual([
    ['take', 'b1', ['a.txt', 'b c.txt']],
    ['take', 'b1', ['b c.txt']],
  ]);
});

test('one message goes to several profiles; what fits no form shows the forms', async () => {
  const asked: unknown[] = [];
  await using shell = await consoleSession({ branches: scriptedBranches(asked) });
  expect(await shell.say('branches try fast,slow make it friendlier')).toContain('Sent to fast, slow.');
  expect(asked).toEqual([['try', { text: 'make it friendlier', profiles: ['fast', 'slow'] }]]);
  for (const line of ['branches try fast', 'branches no', 'branches 1 eat', 'branches 1 keep it']) {
    expect(await shell.say(line)).toContain('usage: branches');
  }
  expect(await shell.say('branches 3')).toContain('there is no branch 3');
});
