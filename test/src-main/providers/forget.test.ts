import { mkdir, rename, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createRouterClient } from '@orpc/server';
import { expect, test } from 'vitest';
import { fixture, providersWorkbench } from './providers-workbench.ts';

test('one whose file cannot be written is not forgotten, since it would come back, and can be later', async () => {
  await using bench = await providersWorkbench({ isTrusted: true });
  const api = createRouterClient(bench.providers.router, { context: { reportBug() {} } });
  const { id } = await api.attach({ spec: fixture('named.sh', 'look'), remember: true });
  await api.kill({ id });
  const file = join(bench.folder.path, 'providers.yaml');
  await rename(file, `${file}.aside`);
  await mkdir(file);
  await expect(api.forget({ id })).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  expect(bench.providers.list.value).toMatchObject([{ id, isRemembered: true }]);
  await rmdir(file);
  await rename(`${file}.aside`, file);
  await api.forget({ id });
  await bench.providers[Symbol.asyncDispose]();
  await using again = await providersWorkbench({ folder: bench.folder.path, isTrusted: true });
  expect([bench.providers.list.value, again.providers.list.value]).toEqual([[], []]);
});
