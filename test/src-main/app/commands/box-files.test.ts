import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { open, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { replacedConfigs } from '../../../../src-main/app/commands/box-files.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

test.skipIf(process.platform === 'win32')('a pipe in the place of a configuration is not waited for', async () => {
  await using folder = await temporaryFolder();
  const pipe = join(folder.path, 'config');
  spawnSync('mkfifo', [pipe]);
  // Lets go of what waits for a writer, so that a failure ends, too.
  const letGo = setTimeout(() => writeFileSync(pipe, '', { flag: 'r+' }), 2000);
  onTestFinished(() => clearTimeout(letGo));
  const from = performance.now();

  const shown = await replacedConfigs([pipe], folder.path);

  expect(performance.now() - from).toBeLessThan(1500);
  expect(shown.get(pipe)).toBe(pipe);
});

test('a configuration with a password is shown without it, also where it is a link', async () => {
  await using folder = await temporaryFolder();
  const [config, link] = [join(folder.path, 'config'), join(folder.path, 'link')];
  await writeFile(config, '[remote "origin"]\n\turl = https://me:secret@example.com/x.git\n');
  await symlink(config, link);

  const shown = await replacedConfigs([config, link], folder.path);

  const texts = await Promise.all([...shown.values()].map((path) => readFile(path, 'utf8')));
  expect(texts.map((text) => text.includes('example.com') && !text.includes('secret'))).toEqual([true, true]);
});

test('a copy without passwords that a box reads is not written over', async () => {
  await using folder = await temporaryFolder();
  const config = join(folder.path, 'config');
  const textWith = (name: string) => `[remote "${name}"]\n\turl = https://me:secret@example.com/x.git\n`;
  await writeFile(config, textWith('origin'));
  const copy = (await replacedConfigs([config], folder.path)).get(config) ?? '';
  await using read = await open(copy);
  await replacedConfigs([config], folder.path);
  expect((await stat(copy)).ino).toBe((await read.stat()).ino);
  await writeFile(config, textWith('upstream'));

  await replacedConfigs([config], folder.path);

  expect(await read.readFile('utf8')).toContain('origin');
  expect(await readFile(copy, 'utf8')).toContain('upstream');
});
