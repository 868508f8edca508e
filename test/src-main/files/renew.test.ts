import { call } from '@orpc/server';
import { expect, test } from 'vitest';
import { type FileWorkbench, fileWorkbench, outcomeOf, proposalOf } from './file-workbench.ts';

const context = { context: { reportBug: () => {} } };
const isCurrent = (bench: FileWorkbench, id: string) => call(bench.files.router.isCurrent, { id }, context);
const renew = (bench: FileWorkbench, id: string) => call(bench.files.router.renew, { id }, context);

test('a proposal knows that its file has moved on, and is worked out against it when asked', async () => {
  await using bench = await fileWorkbench();
  await bench.put('a.txt', 'one\ntwo\n');
  const plan = await bench.plan('edit_file', { path: 'a.txt', edits: [{ oldText: 'two', newText: 'TWO' }] });
  const id = proposalOf(plan);
  expect(await isCurrent(bench, id)).toBe(true);

  await bench.put('a.txt', 'zero\none\ntwo\n');
  expect(await isCurrent(bench, id)).toBe(false);
  const diff = await renew(bench, id);

  expect(diff).toMatchObject({ revision: 2, original: 'zero\none\ntwo\n', proposed: 'zero\none\nTWO\n' });
  expect(await isCurrent(bench, id)).toBe(true);
  outcomeOf(await bench.run(plan, { change: { revision: 2, accepted: [1] } }));
  expect(await bench.text('a.txt')).toBe('zero\none\nTWO\n');
});

test('a proposal that no longer fits the file says so and stays as it is', async () => {
  await using bench = await fileWorkbench();
  await bench.put('a.txt', 'one\ntwo\n');
  const plan = await bench.plan('edit_file', { path: 'a.txt', edits: [{ oldText: 'two', newText: 'TWO' }] });
  await bench.put('a.txt', 'gone\n');

  expect(await isCurrent(bench, proposalOf(plan))).toBe(false);
  await expect(renew(bench, proposalOf(plan))).rejects.toMatchObject({ code: 'CONFLICT' });
  expect((await bench.diff(proposalOf(plan))).revision).toBe(1);
});

test('a proposal that was answered cannot be renewed', async () => {
  await using bench = await fileWorkbench();
  const plan = await bench.plan('create_or_update_file', { path: 'a.txt', file_content: 'new\n' });
  await bench.run(plan);
  await expect(isCurrent(bench, proposalOf(plan))).rejects.toMatchObject({ code: 'NOT_FOUND' });
});
