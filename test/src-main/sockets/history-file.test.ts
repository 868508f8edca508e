import { lstat, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { HistoryFile } from '../../../src-main/sockets/history-file.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

test('a history file that is a link stays one, and keeps its permissions', async () => {
  await using folder = await temporaryFolder();
  const [file, target] = [join(folder.path, 'history.json'), join(folder.path, 'shared.json')];
  await writeFile(target, '[]', { mode: 0o640 });
  await symlink(target, file);
  const warnings: string[] = [];
  const history = new HistoryFile({
    file,
    read: async function* () {},
    seed: async () => {},
    whatIsWrongWith: () => undefined,
    warn: (text) => void warnings.push(text),
  });
  await history.write('s');
  expect((await lstat(file)).isSymbolicLink()).toBe(true);
  expect(await readFile(target, 'utf8')).toBe('[]\n');
  expect((await stat(target)).mode & 0o777).toBe(0o640);
  expect(warnings).toEqual([]);
});
