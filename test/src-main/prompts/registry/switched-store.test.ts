import { expect, test } from 'vitest';
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
