import { expect, test } from 'vitest';
import { TAKE_FILE, type WantedPath } from '#files';
import { fileWorkbench } from './file-workbench.ts';

type Side = Exclude<WantedPath['before'], 'unknown'>;

const file = (text: string, mode: number): Side => ({
  kind: 'file',
  mode,
  size: text.length,
  read: async () => Buffer.from(text),
});

/** Warnings of the review in which `name` is taken from a branch. */
async function warningsOf(
  bench: Awaited<ReturnType<typeof fileWorkbench>>,
  sides: Pick<WantedPath, 'before' | 'after'>,
) {
  const { before, after } = sides;
  const taking = bench.files.taking(async () => ({ path: bench.at('a.txt'), from: '/branch/a.txt', before, after }));
  const tool = taking.tools().find(({ name }) => name === TAKE_FILE);
  const plan = await tool?.plan({ branch: 'one', path: 'a.txt' }, bench.runContext());
  return plan?.warnings;
}

test('permissions that a branch gave a file beside its lines are told before they are taken', async () => {
  await using bench = await fileWorkbench();
  await bench.put('a.txt', 'old\n');
  expect(await warningsOf(bench, { before: file('old\n', 0o644), after: file('new\n', 0o755) })).toEqual([
    { level: 'caution', text: 'Its permissions would change from 644 to 755, so that it can be run' },
  ]);
  expect(await warningsOf(bench, { before: file('old\n', 0o644), after: file('new\n', 0o600) })).toEqual([
    { level: 'note', text: 'Its permissions would change from 644 to 600' },
  ]);
  expect(await warningsOf(bench, { before: file('old\n', 0o644), after: file('new\n', 0o644) })).toEqual([]);
  expect(await warningsOf(bench, { before: file('old\n', 0o644), after: file('new\n', 0o4755) })).toEqual([
    {
      level: 'caution',
      text: 'Its permissions would change from 644 to 4755, so that it runs with the rights of its owner or group',
    },
  ]);
});

test('a new file of a branch that can be run is told as one', async () => {
  await using bench = await fileWorkbench();
  expect(await warningsOf(bench, { before: { kind: 'absent' }, after: file('new\n', 0o755) })).toEqual([
    { level: 'caution', text: 'It would have the permissions 755, so that it can be run' },
  ]);
  expect(await warningsOf(bench, { before: { kind: 'absent' }, after: file('new\n', 0o644) })).toEqual([]);
});
