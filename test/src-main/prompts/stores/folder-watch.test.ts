import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openFolderStore } from '../../../../src-main/prompts/stores/index.ts';
import { silentLogger } from '../../../support/silent-logger.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

async function setUp() {
  const folder = await temporaryFolder();
  onTestFinished(() => folder[Symbol.asyncDispose]());
  const place = join(folder.path, 'prompts');
  const demo = join(place, 'templates/demo');
  await mkdir(demo, { recursive: true });
  await writeFile(join(demo, 'x.json'), '1');
  const store = await openFolderStore({ folder: place, log: silentLogger });
  onTestFinished(() => store[Symbol.asyncDispose]());
  const heard = new Set<string>();
  store.onChanged((keys) => {
    for (const key of keys ?? []) heard.add(key);
  });
  const hears = (key: string) => vi.waitFor(() => expect([...heard]).toContain(key), { timeout: 5000 });
  return { place, demo, store, heard, hears };
}

test.each([
  ['a folder', 'templates/demo'],
  ['the whole store', ''],
])('%s that was removed and made again is still watched', async (_name, replaced) => {
  const { place, demo, store, heard, hears } = await setUp();

  await rm(join(place, replaced), { recursive: true });
  await mkdir(demo, { recursive: true });
  await writeFile(join(demo, 'x.json'), '22');
  await hears('shenma:templates:demo:x');
  heard.clear();
  await writeFile(join(demo, 'x.json'), '333');
  await hears('shenma:templates:demo:x');
  await mkdir(join(place, 'environs'));
  await writeFile(join(place, 'environs/new.json'), '1');
  await hears('shenma:environs:new');

  expect(store.state.value).toMatchObject({ state: 'ready', isWatched: true });
});
