import { mkdir, readdir, readFile, rename, rmdir, symlink, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Redactor } from '#core/secrets/redact';
import { openChoices } from '../../../src-main/mcp/choices.ts';
import { silentLogger } from '../../support/silent-logger.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const open = (file: string) => openChoices(file, silentLogger, new Redactor());

test('choices that could not be read are kept aside before others are written', async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'mcp.json');
  await (await open(file)).change((now) => ({ ...now, isOn: true, port: 4711 }));
  const good = await readFile(file, 'utf8');
  await rename(file, `${file}.good`);
  // A link to itself is there, and nobody can read it.
  await symlink(file, file);
  const choices = await open(file);
  expect(choices.current.isOn).toBe(false);
  await unlink(file);
  await rename(`${file}.good`, file);

  await choices.change((now) => ({ ...now, port: 4712 }));
  await choices.change((now) => ({ ...now, port: 4713 }));

  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ port: 4713 });
  const others = (await readdir(folder.path)).filter((name) => name !== 'mcp.json');
  expect(others).toEqual([expect.stringMatching(/^mcp\.broken-.*\.json$/)]);
  expect(await readFile(join(folder.path, others[0] ?? ''), 'utf8')).toBe(good);
});

test('choices that could not be read and are gone by now are written anew', async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'mcp.json');
  await symlink(file, file);
  const choices = await open(file);
  await unlink(file);
  await choices.change((now) => ({ ...now, isOn: true }));
  expect((await open(file)).current).toEqual(choices.current);
});

test('damaged choices are moved aside, and nothing is served', async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'mcp.json');
  await writeFile(file, 'no JSON');
  expect((await open(file)).current).toMatchObject({ isOn: false, served: [] });
  expect(await readdir(folder.path)).toEqual(['mcp.json.damaged']);

  // Another takes nothing from the first.
  await writeFile(file, 'no JSON either');
  await open(file);
  expect(await readFile(`${file}.damaged`, 'utf8')).toBe('no JSON');
  const others = (await readdir(folder.path)).filter((name) => name !== 'mcp.json.damaged');
  expect(others).toEqual([expect.stringMatching(/^mcp\.broken-.*\.json$/)]);
  expect(await readFile(join(folder.path, others[0] ?? ''), 'utf8')).toBe('no JSON either');
});

test('a choice that could not be written is written when it is made again', async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'mcp.json');
  const choices = await open(file);
  await mkdir(file);
  const turnOn = () => choices.change((now) => ({ ...now, isOn: true }));
  await expect(turnOn()).rejects.toThrow();
  await rmdir(file);
  await turnOn();
  expect((await open(file)).current).toMatchObject({ isOn: true });
});
