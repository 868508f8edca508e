import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { PromptSettings } from '#contract';
import { Emitter } from '#core/async/emitter';
import { createPromptStore, openFolderStore, transferRecords } from '../../../../src-main/prompts/stores/index.ts';
import { silentLogger } from '../../../support/silent-logger.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

async function folders() {
  const folder = await temporaryFolder();
  onTestFinished(() => folder[Symbol.asyncDispose]());
  const open = async (name: string) => {
    const store = await openFolderStore({ folder: join(folder.path, name), log: silentLogger });
    onTestFinished(() => store[Symbol.asyncDispose]());
    return store;
  };
  return { path: folder.path, open };
}

async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}

test('copying keeps what is there, names what is broken, and removes nothing', async () => {
  const { path, open } = await folders();
  await mkdir(join(path, 'from', 'environs'), { recursive: true });
  await writeFile(join(path, 'from', 'environs', 'broken.json'), '{');
  await writeFile(join(path, 'from', 'environs', 'worse.yaml'), 'a: [');
  const from = await open('from');
  const to = await open('to');
  for (const kind of ['templates', 'tools', 'extensions', 'environs']) await from.write(`shenma:${kind}:a`, '"new"');
  await to.write('shenma:environs:a', '"old"');
  await to.write('shenma:environs:only', '1');

  const first = await transferRecords({ from, to, overwrites: false });

  expect(first).toMatchObject({ written: 3, kept: 1 });
  expect(first.problems.map(({ key, kind }) => [kind, key])).toEqual([
    ['environ', 'shenma:environs:broken'],
    ['environ', 'shenma:environs:worse'],
  ]);
  expect((await to.read(['shenma:environs:a'])).get('shenma:environs:a')).toBe('"old"');
  expect(await transferRecords({ from, to, overwrites: true })).toMatchObject({ written: 1, kept: 3 });
  expect([...(await to.scan('shenma:environs:'))].sort()).toEqual(['shenma:environs:a', 'shenma:environs:only']);
});

test('a record that cannot be written is a problem, and the others are copied', async () => {
  const { path, open } = await folders();
  const from = await open('from');
  const to = await open('to');
  for (const key of ['shenma:environs:a', 'shenma:tools:b']) await from.write(key, '1');
  await mkdir(join(path, 'to', 'environs', 'a.json', 'in the way'), { recursive: true });

  const outcome = await transferRecords({ from, to, overwrites: true });

  expect(outcome).toMatchObject({ written: 1, problems: [{ key: 'shenma:environs:a', kind: 'environ' }] });
  expect(await to.scan('shenma:')).toEqual(['shenma:tools:b']);
});

test('another store is used as soon as the settings name it, and the old one again', async () => {
  const { path } = await folders();
  const changed = new Emitter<void>();
  let settings = PromptSettings.parse({});
  const port = await closedPort();
  const store = await createPromptStore({
    settings: () => settings,
    onSettingsChanged: changed.subscribe,
    folder: join(path, 'store'),
    password: async () => undefined,
    log: silentLogger,
  });
  onTestFinished(() => store[Symbol.asyncDispose]());
  await store.write('shenma:environs:a', '1');
  const heard: unknown[] = [];
  store.onChanged((keys) => heard.push(keys));

  settings = PromptSettings.parse({ store: 'redis', redis: { addr: `127.0.0.1:${port}` } });
  changed.emit();
  await vi.waitFor(() => expect(store.state.value).toMatchObject({ kind: 'redis', state: 'down' }), { timeout: 5000 });
  await expect(store.scan('shenma:')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  await expect(store.transfer({ from: 'folder', to: 'redis', overwrites: false })).rejects.toMatchObject({
    code: 'UNAVAILABLE',
  });

  settings = PromptSettings.parse({ store: 'redis', redis: { addr: 'no address' } });
  changed.emit();
  await vi.waitFor(() => expect(store.state.value.reason).toContain('address of Redis'));

  settings = PromptSettings.parse({});
  changed.emit();
  expect(await store.scan('shenma:')).toEqual(['shenma:environs:a']);
  expect(store.state.value).toMatchObject({ kind: 'folder', state: 'ready' });
  expect(heard).toContain(undefined);
});

test('another database of the same place is another store, and another password is none', async () => {
  const { path } = await folders();
  const changed = new Emitter<void>();
  const redis = { addr: `127.0.0.1:${await closedPort()}`, db: 0 };
  let settings = PromptSettings.parse({ store: 'redis', redis });
  const store = await createPromptStore({
    settings: () => settings,
    onSettingsChanged: changed.subscribe,
    folder: join(path, 'store'),
    password: async () => undefined,
    log: silentLogger,
  });
  onTestFinished(() => store[Symbol.asyncDispose]());
  const first = { place: store.state.value.place, opening: store.opening };
  await store.reopen();
  expect(store.opening).toBe(first.opening);
  settings = PromptSettings.parse({ store: 'redis', redis: { ...redis, db: 1 } });
  changed.emit();
  await vi.waitFor(() => expect(store.opening).not.toBe(first.opening));
  expect(store.state.value.place).toBe(first.place);
});

test('problems of the store before are not those of one that cannot be opened', async () => {
  const { path } = await folders();
  await mkdir(join(path, 'store', 'tools'), { recursive: true });
  await writeFile(join(path, 'store', 'tools', '%zz.json'), '{}');
  const changed = new Emitter<void>();
  let settings = PromptSettings.parse({});
  const store = await createPromptStore({
    settings: () => settings,
    onSettingsChanged: changed.subscribe,
    folder: join(path, 'store'),
    password: async () => undefined,
    log: silentLogger,
  });
  onTestFinished(() => store[Symbol.asyncDispose]());
  expect(store.problems.value).toHaveLength(1);
  settings = PromptSettings.parse({ store: 'redis', redis: { addr: 'no address' } });
  changed.emit();
  await vi.waitFor(() => expect(store.state.value.reason).toContain('address of Redis'));
  expect(store.problems.value).toEqual([]);
});

test.each(['redis://:hunter2@localhost:99999', 'redis://:hunter2@127.0.0.1:1'])(
  'a password in %s is neither in the state nor in an error',
  async (addr) => {
    const { path } = await folders();
    const states: unknown[] = [];
    const opening = createPromptStore({
      settings: () => ({ store: 'redis', redis: { addr, db: 0 } }),
      onSettingsChanged: new Emitter<void>().subscribe,
      folder: join(path, 'store'),
      password: async () => undefined,
      log: silentLogger,
    });
    const store = await opening;
    onTestFinished(() => store[Symbol.asyncDispose]());
    states.push(store.state.value);
    const error: unknown = await store.scan('shenma:').catch((caught: unknown) => caught);

    expect(error).toMatchObject({ code: 'UNAVAILABLE' });
    expect(JSON.stringify([states, store.state.value, error, String(error)])).not.toContain('hunter2');
  },
);
