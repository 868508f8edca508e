import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readableCopy } from '../../../../src-main/execution/tool/readable-outputs.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

test('an output stays under the path that was told, though another call has the same id', async () => {
  await using folder = await temporaryFolder();
  const outputs = join(folder.path, 'outputs');
  const spool = join(folder.path, 'spool');
  const copy = async (text: string) => {
    await writeFile(spool, text);
    return (await readableCopy(outputs, 'call_0', spool)) ?? '';
  };

  const first = await copy('of one session');
  const second = await copy('of another');

  expect(await readFile(first, 'utf8')).toBe('of one session');
  expect(await readFile(second, 'utf8')).toBe('of another');
});
