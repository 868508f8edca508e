import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { migrateModelSettings } from '#app/start/migrate-model-settings';
import { silentLogger } from '../../../support/silent-logger.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

async function migrated(settings: string | undefined, profiles?: string) {
  const folder = await temporaryFolder();
  const [home, dataFolder] = [join(folder.path, 'home'), join(folder.path, 'data')];
  await mkdir(home);
  await mkdir(dataFolder);
  const files = { settings: join(dataFolder, 'settings.yaml'), profiles: join(home, '.phishell.yaml') };
  if (settings !== undefined) await writeFile(files.settings, settings);
  if (profiles !== undefined) await writeFile(files.profiles, profiles);
  const again = () => migrateModelSettings({ dataFolder, home, log: silentLogger });
  const text = (file: string) => readFile(file, 'utf8').catch(() => undefined);
  return {
    told: await again(),
    again,
    files,
    settings: () => text(files.settings),
    profiles: () => text(files.profiles),
    kept: () => text(join(dataFolder, 'settings.before-profiles.yaml')),
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}

const OLD = `# mine
appearance:
  theme: dark # at night
model: # who answers
  provider: openai
  base_url: https://api.openai.com/v1
  name: gpt-4o-mini
  key: sk-test-0123456789
  key_origin: https://api.openai.com
  top_p: 0.5 # calmer
`;

test('the model becomes a profile with its key, the rest keeps its comments, and the old file is kept', async () => {
  await using it = await migrated(OLD);
  expect(it.told).toBe(`The model of your settings is the profile openai in ${it.files.profiles} now`);
  expect(await it.profiles()).toMatch(
    /\nprofiles:\n {2}openai:\n {4}baseurl: https:\/\/api.openai.com\/v1\n {4}model: gpt-4o-mini\n {4}key: sk-test-0123456789\ndefault: openai\n$/,
  );
  expect((await stat(it.files.profiles)).mode & 0o777).toBe(0o600);
  const settings = await it.settings();
  expect(settings).toContain('theme: dark # at night');
  expect(settings).toContain('chat:\n  top_p: 0.5 # calmer\n');
  expect(settings).not.toMatch(/sk-test|base_url|^model:/m);
  expect(await it.kept()).toBe(OLD);
  expect(await it.again()).toBeUndefined();
});

test('after a crash between the two files it goes on where it was, with one profile', async () => {
  await using it = await migrated(OLD);
  const profiles = await it.profiles();
  await writeFile(it.files.settings, OLD);
  await it.again();
  expect(await it.profiles()).toBe(profiles);
  expect(await it.settings()).not.toContain('sk-test');
});

test('profiles that are there stay, as does their default', async () => {
  const present = '# other\nprofiles:\n  openai: { model: mine }\ndefault: openai\n';
  await using it = await migrated(OLD, present);
  expect(await it.profiles()).toContain('openai: { model: mine }');
  expect(await it.profiles()).toContain('  openai-2:\n');
  expect(await it.profiles()).toContain('default: openai\n');
});

test('a key goes to no other server than its own', async () => {
  await using it = await migrated(OLD.replace('https://api.openai.com/v1', 'https://llm.corp.example/v1'));
  expect(await it.profiles()).toContain('  corp:\n');
  expect(await it.profiles()).not.toContain('sk-test');
  expect(await it.kept()).toContain('sk-test');
});

test.each([
  ['http://127.0.0.1:8080/v1', ''],
  ['http://localhost:11434/v1', "  key: ''\n"],
])('a server on this machine (%s) is not asked for a key later', async (url, key) => {
  await using it = await migrated(`model:\n  provider: openai\n  base_url: ${url}\n  name: qwen3\n${key}`);
  expect(await it.profiles()).toMatch(/ {2}local:\n[\s\S]*key: none\n/);
});

test('the demo stays chosen', async () => {
  await using it = await migrated('model: { provider: demo }\n');
  expect(await it.settings()).toBe('model: { demo: true }\n');
  expect(await it.profiles()).toBeUndefined();
  expect(it.told).toBeUndefined();
});

test('a server that was set up before the demo was chosen is not lost', async () => {
  await using it = await migrated(OLD.replace('provider: openai', 'provider: demo'));
  expect(await it.settings()).toMatch(/\nmodel:\n {2}# who answers\n {2}demo: true\n/);
  expect(await it.profiles()).toContain('key: sk-test-0123456789');
  expect(it.told).toContain('the profile openai');
});

test.each([[undefined], [''], ['appearance: { theme: dark }\n'], ['model: { demo: true }\n'], ['model: [\n']])(
  'nothing is done with %j',
  async (settings) => {
    await using it = await migrated(settings);
    expect(it.told).toBeUndefined();
    expect(await it.settings()).toBe(settings);
    expect(await it.kept()).toBeUndefined();
  },
);

test('a broken profile file is not written over, and the settings stay as they were', async () => {
  await using it = await migrated(OLD, 'profiles: {\n');
  expect(it.told).toContain('could not become a profile');
  expect(await it.profiles()).toBe('profiles: {\n');
  expect(await it.settings()).toBe(OLD);
});
