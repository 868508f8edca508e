import { describe, expect, test } from 'vitest';
import type { RunContext } from '#tools';
import { type HeldChanges, holdBack } from '../../../../src-main/execution/tool/hold-back.ts';

const CONTEXT = { session: 's', workspace: '/w' } as RunContext;
const RAN = { outcome: 'done', content: 'It ran.' } as const;
const CHANGED = [
  { path: '/w/Makefile', event: 'e1' },
  { path: '/w/a.txt', event: 'e2' },
];
const whyHeld = (path: string) => (path.endsWith('Makefile') ? 'make runs it' : undefined);

function holding(settle: HeldChanges['settle']) {
  return holdBack(RAN, CHANGED, { whyHeld, held: { settle }, context: CONTEXT, by: { command: 'x' } });
}

test('changes that nobody holds leave the outcome as it is', async () => {
  const held = { settle: async () => expect.unreachable() };
  expect(await holdBack(RAN, CHANGED, { whyHeld: () => undefined, held, context: CONTEXT, by: { command: 'x' } })).toBe(
    RAN,
  );
});

test('a protected change is taken back, and made again once it is allowed', async () => {
  const settled: unknown[] = [];
  const plan = await holding(async (request) => {
    settled.push([request.direction, request.events, request.byBox]);
    return [{ path: '/w/Makefile' }];
  });
  if (!('run' in plan)) throw new Error('No plan');
  expect(plan.subject).toMatchObject({
    kind: 'confirm',
    title: 'Keep the change of Makefile?',
    yes: 'Keep the change',
  });
  expect(plan.afterwards?.told).toContain('were taken back');
  expect(await plan.run({}, CONTEXT)).toMatchObject({ outcome: 'done' });
  expect(settled).toEqual([
    ['undo', ['e1'], { '/w/Makefile': 'make runs it' }],
    ['redo', ['e1'], undefined],
  ]);
});

describe('beside a call that still runs and holds its changes back', () => {
  const beside = (settled: Awaited<ReturnType<HeldChanges['settle']>>) => {
    const held = { settle: async () => settled };
    return holdBack(RAN, CHANGED, { whyHeld, held, context: CONTEXT, by: { tool: 'x' }, othersHold: true });
  };

  test('what that one has changed since is left to it, without a question', async () => {
    const outcome = await beside([
      { path: '/w/Makefile', left: 'its content was changed since', isChangedSince: true },
    ]);
    expect(outcome).toEqual({
      outcome: 'done',
      content: 'It ran.\n\nMakefile: another call that still runs changes it, too; it is held back when that one ends.',
    });
  });

  test('what was taken back is asked about, and so is what stays for another reason', async () => {
    expect(await beside([{ path: '/w/Makefile' }])).toMatchObject({
      subject: { title: 'Keep the change of Makefile?' },
    });
    const stays = await beside([{ path: '/w/Makefile', left: 'its bytes are not kept' }]);
    expect('warnings' in stays && stays.warnings.at(-1)?.text).toContain('its bytes are not kept');
  });
});

test('what somebody has changed since is asked about where no other call runs', async () => {
  const plan = await holding(async () => [{ path: '/w/Makefile', left: 'changed', isChangedSince: true }]);
  expect('warnings' in plan && plan.warnings.at(-1)?.text).toContain('could not be taken back: changed.');
});

test('what could not be taken back is told, with what came of the command', async () => {
  const outcome = await holding(() => Promise.reject(new Error('the disk is full')));
  expect(outcome).toMatchObject({ outcome: 'failed' });
  expect('content' in outcome && outcome.content).toMatch(/^It ran\.[\s\S]*Makefile[\s\S]*the disk is full/);
});

test('what a tool changed is asked about in its name', async () => {
  const held = { settle: async () => [] };
  const plan = await holdBack(RAN, CHANGED, { whyHeld, held, context: CONTEXT, by: { tool: 'write' } });
  if (!('run' in plan)) throw new Error('No plan');
  expect(plan.subject).not.toHaveProperty('command');
  expect(plan.subject).toMatchObject({ text: expect.stringContaining('The tool changed Makefile in the box') });
  expect(plan.arguments).toEqual({ tool: 'write', keeps: ['Makefile'] });
});

test('what another call has had taken back meanwhile is not asked about again', async () => {
  const outcome = await holding(async () => [{ path: '/w/Makefile', isAlready: true }]);
  expect(outcome).toEqual({
    outcome: 'done',
    content: 'It ran.\n\nNot kept: the changes of Makefile were taken back.',
  });
});
