import { expect, test } from 'vitest';
import { providersWorkbench, type Workbench } from './providers-workbench.ts';

/** The key in the person's environment. */
const CANARY = 'canary-4711-of-the-person';
const SHOW =
  'import json, os; from speak import *; ready()\nfor i, _ in calls(): answer(i, os.environ.get("OPENAI_API_KEY", "none"))';
const environment = (bench: Workbench) => ({
  PATH: process.env.PATH ?? '',
  PYTHONPATH: `${import.meta.dirname}/../../fixtures/providers`,
  TEST_MARK: bench.mark,
  OPENAI_API_KEY: CANARY,
});

function attach(bench: Workbench, keys?: string[]) {
  const spec = { kind: 'program', argv: ['/usr/bin/python3', '-B', '-c', SHOW], ...(keys && { keys }) } as const;
  const { workspace } = bench.scope;
  return bench.providers.attach(
    { ...spec, argv: [...spec.argv] },
    { workspace, cwd: workspace, environment: environment(bench) },
  );
}

test('a key of the environment does not reach a provider', async () => {
  await using bench = await providersWorkbench();
  await attach(bench);

  expect(await bench.call('look')).toMatchObject({ content: 'none' });
});

test('a key reaches the provider that was attached with it, and the record has its name alone', async () => {
  await using bench = await providersWorkbench();
  const { spec } = await attach(bench, ['OPENAI_API_KEY']);

  expect(await bench.call('look')).toMatchObject({ content: CANARY });
  expect(spec).toMatchObject({ keys: ['OPENAI_API_KEY'] });
  await expect.poll(() => bench.events()).toMatchObject([{ data: { keys: ['OPENAI_API_KEY'] } }]);
  expect(JSON.stringify(await bench.events())).not.toContain(CANARY);
});
