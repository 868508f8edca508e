import { stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { lookAtScripts, scriptsChangedSince } from '../../../../src-main/execution/tool/named-scripts.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

test('each of very many scripts is seen to change', async () => {
  await using folder = await temporaryFolder();
  const names = Array.from({ length: 120 }, (_, index) => `${index}.sh`);
  for (const name of names) await writeFile(join(folder.path, name), 'echo');
  const before = await lookAtScripts(names, folder.path);
  expect(await scriptsChangedSince(before)).toEqual([]);
  await writeFile(join(folder.path, '119.sh'), 'rm -r ~');
  expect(await scriptsChangedSince(before)).toEqual([join(folder.path, '119.sh')]);
});

test('a long script of which the time was set back is another all the same', async () => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, 'long.sh');
  const bytes = Buffer.alloc(10_000_001, '\n');
  await writeFile(path, bytes);
  // A time that can be set exactly.
  await utimes(path, 1_000_000, 1_000_000);
  const before = await lookAtScripts(['long.sh'], folder.path);
  expect(await scriptsChangedSince(before)).toEqual([]);
  bytes.write('rm -r ~');
  await writeFile(path, bytes);
  await utimes(path, 1_000_000, 1_000_000);
  expect((await stat(path)).mtimeMs).toBe(1_000_000_000);
  expect(await scriptsChangedSince(before)).toEqual([path]);
});
