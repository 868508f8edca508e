import { expect, test } from 'vitest';
import { refreshAll } from '../../../../src-main/prompts/registry/refresh-all.ts';
import { MemoryStore, promptEngineBox } from '../../../support/prompt-engine-box.ts';

test('variables that another store has alike are those of that store', async () => {
  const store = new MemoryStore({ 'shenma:environs:vscode:rules': '"short"' });
  await using box = await promptEngineBox(store, { now: () => 1 });
  const source = async () => (await box.engine.variable('vscode.rules'))?.source;
  expect(await source()).toBe('folder');
  store.state.set({ ...store.state.value, kind: 'redis' });
  await box.engine.refresh();
  expect(await source()).toBe('redis');
  expect(box.engine.state.value.variables).toMatchObject([{ id: 'vscode.rules', source: 'redis' }]);
});

test('records of another store are not those of one that cannot be read', async () => {
  const store = new MemoryStore({
    'shenma:environs:v': '"1"',
    'shenma:templates:a:b': { name: 'b', prompt: 'v {{.v}}' },
  });
  await using box = await promptEngineBox(store);
  await box.engine.refresh();
  store.isDown = true;
  store.state.set({ kind: 'folder', place: 'memory', state: 'down', isWatched: false });
  expect(await box.engine.refresh()).toBe('The store cannot be reached');
  expect((await box.rendered({ id: 'a.b' })).messages[0]?.content).toBe('v 1');

  store.state.set({ kind: 'redis', place: 'localhost:1', state: 'down', isWatched: false });
  await box.engine.refresh();
  expect(box.engine.state.value).toMatchObject({ prompts: [], variables: [] });
  expect(box.engine.state.value.store.refreshedAt).toBeUndefined();
  expect(await box.engine.variable('v')).toBeUndefined();

  store.isDown = false;
  store.state.set({ kind: 'folder', place: 'memory', state: 'ready', isWatched: true });
  expect(await box.engine.refresh()).toBeUndefined();
  expect((await box.rendered({ id: 'a.b' })).messages[0]?.content).toBe('v 1');
});

test('records of a database are not those of another one of the same place that cannot be read', async () => {
  const store = new MemoryStore({ 'shenma:environs:v': '"1"', 'shenma:templates:a:b': { name: 'b', prompt: 'v' } });
  await using box = await promptEngineBox(store);
  await box.engine.refresh();
  expect(box.engine.state.value).toMatchObject({ prompts: [{ id: 'a.b' }], variables: [{ id: 'v' }] });
  store.isDown = true;
  store.opening += 1;
  await box.engine.refresh();
  expect(box.engine.state.value).toMatchObject({ prompts: [], variables: [] });
  expect(box.engine.state.value.store.refreshedAt).toBeUndefined();
});

test('whoever asks for what cannot be read is told of what is shown, as far as anything is', async () => {
  const store = new MemoryStore({ 'shenma:environs:v': '"1"' });
  await using box = await promptEngineBox(store);
  store.isDown = true;
  const message = 'The prompt store cannot be read: The store cannot be reached';
  const advice = 'What was read before is shown until it can be read again.';
  await expect(refreshAll(box.engine)).rejects.toMatchObject({ message, detail: { where: 'memory', advice } });
  store.opening += 1;
  const failure = await refreshAll(box.engine).catch((error: unknown) => error);
  expect(failure).toMatchObject({ message, detail: { where: 'memory' } });
  expect(failure).not.toHaveProperty('detail.advice');
});

test('what was read while another database took the place is of neither', async () => {
  const store = new MemoryStore({ 'shenma:environs:v': '"1"' });
  await using box = await promptEngineBox(store);
  const scan = store.scan.bind(store);
  store.scan = async (prefix) => {
    const keys = await scan(prefix);
    store.opening = 1;
    return keys;
  };
  await box.engine.refresh();
  store.isDown = true;
  await box.engine.refresh();
  expect(box.engine.state.value.variables).toEqual([]);
});

test('a reading that failed is none, though the store is there', async () => {
  const store = new MemoryStore({ 'shenma:environs:v': '"1"' });
  let now = 1000;
  await using box = await promptEngineBox(store, { now: () => now });
  await box.engine.refresh();
  store.isDown = true;
  now = 2000;
  await box.engine.refresh();
  expect(box.engine.state.value.store).toMatchObject({ state: 'ready', refreshedAt: 1000 });
});
