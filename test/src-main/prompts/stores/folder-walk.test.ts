import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { MAX_DEPTH, walkStoreFolder } from '../../../../src-main/prompts/stores/folder-walk.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

test('a folder that lies too deep to be read is told, once, and what lies above it is read', async () => {
  await using root = await temporaryFolder();
  const deepest = join(root.path, 'templates', ...Array.from({ length: MAX_DEPTH - 1 }, () => 'a'));
  await mkdir(join(deepest, 'b/c'), { recursive: true });
  await writeFile(join(deepest, 'read.json'), '1');
  await writeFile(join(deepest, 'b/c/lost.json'), '1');
  const { files, problems } = await walkStoreFolder(root.path);
  expect([...files.keys()]).toEqual([expect.stringMatching(/^shenma:templates:(a:)+read$/)]);
  expect(problems).toEqual([
    expect.objectContaining({
      severity: 'error',
      message: expect.stringMatching(/\/b: It lies more than 64 folders deep/),
    }),
  ]);
});
