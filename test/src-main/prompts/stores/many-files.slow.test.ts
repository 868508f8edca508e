import { linkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listWorkspaceFiles } from '../../../../src-main/prompts/stores/app-variables/workspace-files.ts';
import { silentLogger } from '../../../support/silent-logger.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

/** Number of files: a call takes fewer arguments. */
const MANY = 130_000;

test('a folder without git and with more files than a call takes arguments is listed, and cut', async () => {
  await using folder = await temporaryFolder();
  let source = '';
  for (let index = 0; index < MANY; index++) {
    const path = join(folder.path, `f${index}`);
    // A file has no more than some 60,000 names.
    if (index % 30_000 > 0) linkSync(source, path);
    else {
      writeFileSync(path, '');
      source = path;
    }
  }
  const { paths, isCut } = await listWorkspaceFiles({ folder: folder.path, environment: {}, log: silentLogger });
  expect(paths).toHaveLength(5000);
  expect(isCut).toBe(true);
});
