import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PythonPackages } from '../../../src-main/workspaces/hosts/python/packages.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

test.skipIf(process.platform === 'win32')('an installation that takes too long is told as that', async () => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, 'python3');
  await writeFile(path, '#!/bin/sh\necho Collecting slow\nexec /bin/sleep 60\n');
  await chmod(path, 0o755);
  const packages = new PythonPackages(join(folder.path, 'venvs'), 1500);
  const installing = { python: { path, version: '3.11' }, environment: { PATH: '' }, onText: () => {} };

  const installed = packages.install(folder.path, { module: 'slow' }, installing, new AbortController().signal);

  await expect(installed).rejects.toMatchObject({
    code: 'TIMEOUT',
    message: 'slow was not installed within 0.025 minutes',
    detail: { where: 'slow', advice: 'Collecting slow' },
  });
});
