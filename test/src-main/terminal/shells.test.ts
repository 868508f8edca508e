import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { chooseShell, listShells } from '../../../src-main/terminal/shells.ts';
import { type TemporaryFolder, temporaryFolder } from '../../support/temporary-folder.ts';

let folder: TemporaryFolder | undefined;
afterEach(() => folder?.[Symbol.asyncDispose]());

async function machine(names: readonly string[]) {
  folder = await temporaryFolder();
  const programs = join(folder.path, 'bin');
  await mkdir(programs);
  for (const name of names) {
    await writeFile(join(programs, name), '#!/bin/sh\n');
    await chmod(join(programs, name), 0o755);
  }
  const listFile = join(programs, 'shells');
  await writeFile(
    listFile,
    `# login shells\n${names.map((name) => join(programs, name)).join('\n')}\n/no/such/shell\nrelative\n`,
  );
  return { programs, listFile };
}

test('the login shell comes first, then those of the list that exist, each once', async () => {
  const { programs, listFile } = await machine(['dash', 'bash', 'tmux']);
  await symlink(join(programs, 'bash'), join(programs, 'also-bash'));
  const environment = { SHELL: join(programs, 'dash') };
  expect(await listShells({ environment, listFile })).toEqual([
    { name: 'dash', path: join(programs, 'dash'), isDefault: true },
    { name: 'bash', path: join(programs, 'bash'), isDefault: false },
  ]);
});

test('the shell of the settings wins over the login shell, unless it is gone', async () => {
  const { programs, listFile } = await machine(['dash', 'bash']);
  const environment = { SHELL: join(programs, 'dash') };
  expect(await chooseShell(undefined, { environment, listFile, preferred: join(programs, 'bash') })).toBe(
    join(programs, 'bash'),
  );
  expect(await chooseShell(undefined, { environment, listFile, preferred: '/gone/zsh' })).toBe(join(programs, 'dash'));
});

test('a machine without shells says so and what to do', async () => {
  await expect(chooseShell(undefined, { environment: {}, listFile: '/no/such/file' })).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    message: 'No shell found',
    detail: { advice: expect.stringContaining('terminal.shell') },
  });
});

test('a shell that is no program is refused', async () => {
  await expect(chooseShell('/etc/passwd', { environment: {} })).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  await expect(chooseShell('bash', { environment: {} })).rejects.toMatchObject({ code: 'INVALID_INPUT' });
});
