import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { RewindPort } from '#console';
import type { RewindPlan } from '#contract';
import { AppError } from '#core/app-error';
import { consoleSession } from '../../support/console-session.ts';

const PLAN: RewindPlan = {
  title: 'second',
  messages: 1,
  files: [
    {
      path: '/w/b',
      shownPath: 'b',
      outcome: 'left',
      change: 'modified',
      isOthers: false,
      why: 'its content was changed since',
    },
    { path: '/w/a', shownPath: 'a', outcome: 'restored', change: 'created', isOthers: false },
  ],
  counts: { restored: 1, left: 1, unknown: 0, others: 2 },
  isRunning: false,
  waiting: 0,
  limits: [],
};

/** Remembers what it was asked for. */
function scriptedRewind(asked: unknown[]): RewindPort {
  return {
    messages: async () => [
      { id: 'm1', title: 'first' },
      { id: 'm2', title: 'second' },
    ],
    lastRewind: async () => 'r1',
    pack: async (_session, target) => {
      asked.push(['pack', target]);
      return 'Packed 2 entries';
    },
    plan: async (_session, target) => {
      asked.push(['plan', target]);
      return PLAN;
    },
    run: async (_session, target, { withFiles }) => {
      if ('redo' in target && asked.length > 3) throw new AppError('CONFLICT', 'The conversation went on');
      asked.push(['run', target, { withFiles }]);
      return { text: 'Rewound to before “second”: 1 file restored' };
    },
  };
}

test('rewind lists messages, shows what it would do, does it, and takes it back', async () => {
  const asked: unknown[] = [];
  await using shell = await consoleSession({ rewind: scriptedRewind(asked) });
  expect(await shell.say('rewind')).toBe('1  first\n2  second');
  expect(await shell.say('rewind 2')).toBe(
    [
      'Back to before “second”: 1 file would be restored, 1 file left.',
      '  = b stays: its content was changed since',
      '  + a',
      'Changed by others since, or by you, and left: 2 files.',
      'Type `rewind 2 yes` to do it.',
    ].join('\n'),
  );
  expect(asked).toEqual([['plan', { message: 'm2' }]]);
  expect(await shell.say('rewind 2 yes')).toContain('1 file restored');
  await shell.say('rewind 1 chat');
  await shell.say('rewind redo');
  expect(asked.slice(1)).toEqual([
    ['run', { message: 'm2' }, { withFiles: true }],
    ['run', { message: 'm1' }, { withFiles: false }],
    ['run', { redo: 'r1' }, { withFiles: true }],
  ]);
  expect(await shell.say('rewind redo')).toContain('The conversation went on');
  expect(await shell.say("rewind 2 pack 'as it was.squashfs'")).toBe('Packed 2 entries');
  expect(asked.at(-1)).toEqual(['pack', { message: 'm2', image: join(shell.workspace, 'as it was.squashfs') }]);
  expect(await shell.say('rewind 2 pack')).toContain('usage');
  expect(await shell.say('rewind 9')).toContain('there is no message 9');
  expect(await shell.say('rewind back please now')).toContain('usage');
});
