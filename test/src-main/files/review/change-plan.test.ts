import { call } from '@orpc/server';
import { expect, test } from 'vitest';
import { fileWorkbench, outcomeOf, proposalOf } from '../file-workbench.ts';

const context = { context: { reportBug: () => {} } };

test('a file that came to say what is proposed is said to, and not that the person edited the change', async () => {
  await using bench = await fileWorkbench();
  await bench.put('a.txt', 'old\n');
  const plan = await bench.plan('create_or_update_file', { path: 'a.txt', file_content: 'new\n' });
  await bench.put('a.txt', 'new\n');

  await expect(call(bench.files.router.renew, { id: proposalOf(plan) }, context)).rejects.toMatchObject({
    code: 'CONFLICT',
    message: expect.stringContaining('already has exactly this content'),
  });
  expect(outcomeOf(await bench.run(plan))).toMatchObject({
    outcome: 'failed',
    content: expect.stringContaining('already has exactly this content'),
  });
});

test('what a person typed is asked about anew where the file came to say what was proposed', async () => {
  await using bench = await fileWorkbench();
  await bench.put('a.txt', 'old\n');
  const plan = await bench.plan('create_or_update_file', { path: 'a.txt', file_content: 'new\n' });
  await call(bench.files.router.revise, { id: proposalOf(plan), proposed: 'newer\n' }, context);
  await bench.put('a.txt', 'new\n');

  const diff = await call(bench.files.router.renew, { id: proposalOf(plan) }, context);
  expect(diff).toMatchObject({ original: 'new\n', proposed: 'newer\n' });
});
