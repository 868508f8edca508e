import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadLateCode } from '#app/start/load-late-code';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

test('late bundles are loaded one in a turn, and one that cannot be read is logged and keeps none from being loaded', async () => {
  await using folder = await temporaryFolder();
  const loaded: string[] = [];
  Object.assign(globalThis, { lateTest: loaded });
  await writeFile(join(folder.path, 'late.a.js'), 'throw new Error("cut off");');
  await writeFile(join(folder.path, 'late.b.js'), 'globalThis.lateTest.push("b");');
  await writeFile(join(folder.path, 'other.js'), 'globalThis.lateTest.push("other");');
  const errors: unknown[] = [];

  loadLateCode({ error: (event, fields) => void errors.push([event, fields]) }, folder.path);
  expect(loaded).toEqual([]);
  while (loaded.length === 0) await new Promise((resolve) => setImmediate(resolve));

  expect(loaded).toEqual(['b']);
  expect(errors).toEqual([
    ['app.late-code-unread', { file: 'late.a.js', error: expect.objectContaining({ message: 'cut off' }) }],
  ]);
  Reflect.deleteProperty(globalThis, 'lateTest');
});
