import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openLayer } from '../../../src-main/images/reading/open-layer.ts';
import type { ImageParts } from '../../../src-main/images/reading/ports.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

test('an image whose copy cannot be read, as when its page was closed, leaves no folder', async () => {
  await using box = await temporaryFolder();
  const folder = join(box.path, 'coder');
  const opened: string[] = [];
  const parts = {
    run: async () => {
      await mkdir(folder);
      await writeFile(join(folder, 'SOUL.md'), 'You are kind');
      return { uuid: 'u' };
    },
    agents: {
      read: (_: string, signal: AbortSignal) => Promise.reject(signal.reason),
      open: async (path: string) => void opened.push(path),
    },
  } as unknown as ImageParts;
  const closed = AbortSignal.abort(new Error('the page was closed'));
  const opening = openLayer({ path: join(box.path, 'image'), layer: 'v1', folder }, parts, closed);
  await expect(opening).rejects.toThrow('the page was closed');
  expect(await readdir(box.path)).toEqual([]);
  expect(opened).toEqual([]);
});
