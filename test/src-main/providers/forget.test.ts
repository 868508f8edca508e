import { mkdir, rename, rmdir, symlink, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { createRouterClient } from '@orpc/server';
import { expect, test } from 'vitest';
import type { ToolLink } from '#tools';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { fixture, providersWorkbench } from './providers-workbench.ts';

const SILENT: ToolLink = {
  pid: undefined,
  declarations: () => [],
  onChanged: () => () => {},
  ended: new Promise(() => {}),
  onStderr: () => () => {},
  call: async () => 'seen',
  [Symbol.asyncDispose]: async () => {},
};

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

test('a server that stays in the list since its file cannot be written keeps its secrets', async () => {
  await using folder = await temporaryFolder();
  const [data, real] = [join(folder.path, 'data'), join(folder.path, 'real')];
  await mkdir(real);
  await symlink(real, data);
  const open = { mcp: async () => SILENT };
  await using bench = await providersWorkbench({ folder: data, isTrusted: true, open });
  const api = createRouterClient(bench.providers.router, { context: { reportBug() {} } });
  const transport = {
    type: 'http',
    url: 'https://example.org/mcp',
    headers: { Authorization: 'very-secret' },
  } as const;
  const { id } = await api.attach({ spec: { kind: 'mcp', name: 'srv', transport }, remember: true });
  await api.kill({ id });
  const kept = [...bench.secrets];
  expect(kept).toHaveLength(1);
  await unlink(data);
  await symlink(join(folder.path, 'gone'), data);
  await expect(api.forget({ id })).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  expect([...bench.secrets]).toEqual(kept);
});

test('what could not be written down is said to be as before at the next start, until it is', async () => {
  await using bench = await providersWorkbench({ isTrusted: true });
  const api = createRouterClient(bench.providers.router, { context: { reportBug() {} } });
  const file = join(bench.folder.path, 'providers.yaml');
  await mkdir(file);
  const { id, unsaved } = await api.attach({ spec: fixture('named.sh', 'look'), remember: true });
  expect(unsaved).toContain('EISDIR');
  const other = await api.attach({ spec: fixture('named.sh', 'other'), remember: false });
  await rmdir(file);
  await api.setCallTimeout({ id: other.id, ms: 700 });
  expect(bench.view(id)).toMatchObject({ state: 'running', unsaved });
  await api.setCallTimeout({ id, ms: 700 });
  expect(bench.view(id)).not.toHaveProperty('unsaved');
  await rename(file, `${file}.aside`);
  await mkdir(file);
  await api.offer({ id, tool: 'look', on: false });
  expect(bench.view(id)).toMatchObject({ unsaved, tools: [{ name: 'look', isOffered: false }] });
  expect(bench.view(other.id)).not.toHaveProperty('unsaved');
});

test('values of a server that no keychain takes are said to last for the run, and to be missing at the next start', async () => {
  await using folder = await temporaryFolder();
  const options = { folder: folder.path, isTrusted: true, hasNoKeychain: true, open: { mcp: async () => SILENT } };
  const transport = {
    type: 'http',
    url: 'https://example.org/mcp',
    headers: { Authorization: 'very-secret' },
  } as const;
  {
    await using bench = await providersWorkbench(options);
    const api = createRouterClient(bench.providers.router, { context: { reportBug() {} } });
    const { values } = await api.attach({ spec: { kind: 'mcp', name: 'srv', transport }, remember: true });
    expect(values).toBe('for-this-run');
    const plain = await api.attach({ spec: fixture('named.sh', 'look'), remember: true });
    expect(plain).not.toHaveProperty('values');
    expect(bench.providers.list.value).toMatchObject([{ values: 'for-this-run' }, {}]);
  }
  await using again = await providersWorkbench(options);
  expect(again.providers.list.value.map(({ values }) => values)).toEqual(['missing', undefined]);
});

test('values that a keychain takes, once one is chosen, are not said to last for the run any more', async () => {
  await using bench = await providersWorkbench({ hasNoKeychain: true, open: { mcp: async () => SILENT } });
  const api = createRouterClient(bench.providers.router, { context: { reportBug() {} } });
  const headers = { Authorization: 'very-secret' };
  const transport = { type: 'http', url: 'https://example.org/mcp', headers } as const;
  const { id, values } = await api.attach({ spec: { kind: 'mcp', name: 'srv', transport }, remember: true });
  expect(values).toBe('for-this-run');
  bench.chooseKeychain();
  expect(bench.view(id)).not.toHaveProperty('values');
});
