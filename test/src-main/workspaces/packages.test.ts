import { chmod, readFile, writeFile } from 'node:fs/promises';
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

/** A workspace with these requirements, and an installer that runs a line of shell. */
async function withRequirements(text: string, line: string) {
  const folder = await temporaryFolder();
  const path = join(folder.path, 'python3');
  await writeFile(path, `#!/bin/sh\n${line}\n`);
  await chmod(path, 0o755);
  const file = join(folder.path, 'requirements.txt');
  await writeFile(file, text);
  const packages = new PythonPackages(join(folder.path, 'venvs'));
  const installing = { python: { path, version: '3.11' }, environment: { PATH: '' }, onText: () => {} };
  const install = (requirements: string) =>
    packages.install(folder.path, { file: 'requirements.txt', requirements }, installing, new AbortController().signal);
  return {
    folder: folder.path,
    file,
    install,
    isInstalled: (requirements: string) => packages.isInstalled(folder.path, requirements),
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}

test.skipIf(process.platform === 'win32')(
  'requirements that changed since they were asked about are not installed',
  async () => {
    await using it = await withRequirements('bad-words\n', 'echo ran > ../ran');

    await expect(it.install('tiny-words\n')).rejects.toMatchObject({ code: 'CONFLICT' });

    await expect(readFile(join(it.folder, 'ran'))).rejects.toMatchObject({ code: 'ENOENT' });
    expect(it.isInstalled('tiny-words\n')).toBe(false);
  },
);

test.skipIf(process.platform === 'win32')(
  'requirements that change while they are installed do not count as installed',
  async () => {
    await using it = await withRequirements('\ufefftiny-words\n', 'echo bad-words > ../requirements.txt');

    await expect(it.install('tiny-words\n')).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(it.isInstalled('tiny-words\n')).toBe(false);

    await writeFile(join(it.folder, 'python3'), '#!/bin/sh\n');
    await writeFile(it.file, '\ufefftiny-words\n');
    await it.install('tiny-words\n');
    expect(it.isInstalled('tiny-words\n')).toBe(true);
  },
);
