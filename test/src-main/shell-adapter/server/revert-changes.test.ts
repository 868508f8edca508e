import { expect, test } from 'vitest';
import type { HeldChanges } from '#execution';
import { revertChanges } from '../../../../src-main/shell-adapter/server/revert-changes.ts';

test('what the box takes back of a client is recorded as what the box took back, and why', async () => {
  const settled: Parameters<HeldChanges['settle']>[0][] = [];
  const held: HeldChanges = {
    settle: async (request) => {
      settled.push(request);
      return [{ path: '/w/Makefile' }];
    },
  };
  const changed = [
    { path: '/w/Makefile', event: 'e1' },
    { path: '/w/a.txt', event: 'e2' },
  ];
  const whyHeld = (path: string) => (path.endsWith('Makefile') ? 'make runs it' : undefined);

  const reverted = await revertChanges(changed, {
    strength: 'workspace',
    whyHeld,
    held,
    session: 's',
    workspace: '/w',
  });

  expect(settled).toEqual([
    { session: 's', events: ['e1'], direction: 'undo', byBox: { '/w/Makefile': 'make runs it' } },
  ]);
  expect(reverted?.files).toEqual([{ name: 'Makefile', why: 'make runs it', event: 'e1' }]);
});
