import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { setUp } from './settings-box.ts';

describe('a broken file', () => {
  test.each([
    ['not YAML', 'appearance:\n  theme: "dark\nlimits: {\n', { line: expect.any(Number) }],
    [
      'an unknown key',
      'limits:\n  rounds: 10\n  speed: 3\n',
      { path: 'limits.speed', line: 3, message: 'There is no such setting' },
    ],
    ['a wrong type', '# a\nlimits:\n  rounds: many\n', { path: 'limits.rounds', line: 3 }],
    ['a list', '- a\n- b\n', { path: '' }],
    ['a key twice', 'limits: { rounds: 3 }\nlimits: { rounds: 4 }\n', { line: 2 }],
    ['two documents', 'limits: { rounds: 3 }\n---\nlimits: { rounds: 4 }\n', { line: 2 }],
    ['a merge key', 'limits: &l { rounds: 3 }\nterminal:\n  <<: *l\n', { path: 'terminal.<<', line: 3 }],
    [
      'a bomb of aliases',
      `a: &a [x,x,x,x,x,x,x,x,x]\n${'bcdefghi'
        .split('')
        .map((c, i) => `${c}: &${c} [${Array(9).fill(`*${'abcdefgh'[i]}`)}]`)
        .join('\n')}\n`,
      {},
    ],
    ['a cycle', 'keys: &k\n  a: *k\n', {}],
    ['nesting without end', `keys: ${'['.repeat(100_000)}`, {}],
    ['too much', `# ${'x'.repeat(1_000_001)}\n`, { message: expect.stringContaining('1 MB') }],
    ['no text', Buffer.from([0x61, 0x3a, 0xff, 0xfe]), { message: expect.stringContaining('UTF-8') }],
  ])('with %s is reported, and neither used nor touched', async (_, text, problem) => {
    await using folder = await temporaryFolder();
    const file = join(folder.path, 'settings.yaml');
    await writeFile(file, text);
    await using it = await setUp(undefined, { folder });

    expect(it.settings.state.value.problems[0]).toMatchObject(problem);
    expect(it.settings.current().limits.rounds).toBe(25);
    await expect(it.client.set({ key: 'log.level', value: 'warn' })).rejects.toMatchObject({ code: 'CONFLICT' });
    expect((await readFile(file)).equals(Buffer.from(text))).toBe(true);
  });

  test('names every problem, not only the first', async () => {
    await using it = await setUp('limits:\n  rounds: 0\n  speed: 1\nmodel:\n  demo: maybe\n');
    expect(it.settings.state.value.problems.map(({ path, line }) => [path, line]).sort()).toEqual([
      ['limits.rounds', 2],
      ['limits.speed', 3],
      ['model.demo', 5],
    ]);
  });

  test('leaves the last good values in use, and is taken in once it is mended', async () => {
    await using it = await setUp('limits: { rounds: 10 }\n');
    await writeFile(it.file, 'limits: { rounds: lots }\n');
    await vi.waitFor(() => expect(it.settings.state.value.problems).toHaveLength(1), { timeout: 3000 });
    expect(it.settings.current().limits.rounds).toBe(10);
    await writeFile(it.file, 'limits: { rounds: 14 }\n');
    await vi.waitFor(() => expect(it.settings.state.value.problems).toEqual([]), { timeout: 3000 });
    expect(it.settings.current().limits.rounds).toBe(14);
  });

  test('can be replaced, and is kept under another name', async () => {
    await using it = await setUp('limits: {\n');
    const { kept } = await it.client.replaceBroken();
    expect(kept).toBe(join(it.folder.path, 'settings.broken-2026-02-03T04-05-06.yaml'));
    expect(await readFile(kept, 'utf8')).toBe('limits: {\n');
    expect(it.settings.state.value).toMatchObject({ problems: [], kept });
    await it.settings.set('log.level', 'warn');

    await writeFile(it.file, 'limits: [\n');
    expect((await it.client.replaceBroken()).kept).toMatch(/06-2\.yaml$/);
  });

  test('that is mended in the app is kept as well', async () => {
    await using it = await setUp('limits: {\n');
    await it.client.saveYaml({ yaml: 'limits: { rounds: 5 }\n' });
    expect(it.settings.current().limits.rounds).toBe(5);
    expect((await readdir(it.folder.path)).sort()).toEqual([
      'settings.broken-2026-02-03T04-05-06.yaml',
      'settings.yaml',
    ]);
  });

  test('behind a link is kept beside what it leads to, and the link stays', async () => {
    await using folder = await temporaryFolder();
    await mkdir(join(folder.path, 'dotfiles'));
    const target = join(folder.path, 'dotfiles', 'sigma.yaml');
    await writeFile(target, 'limits: {\n');
    await symlink(target, join(folder.path, 'settings.yaml'));
    await using it = await setUp(undefined, { folder });
    const { kept } = await it.client.replaceBroken();
    expect(kept).toBe(join(folder.path, 'dotfiles', 'sigma.broken-2026-02-03T04-05-06.yaml'));
    await it.settings.set('log.level', 'warn');
    expect(await readFile(target, 'utf8')).toContain('level: warn');
    expect(await readFile(kept, 'utf8')).toBe('limits: {\n');
  });

  test.each([
    ['that is no text', Buffer.from([0x61, 0x3a, 0xff, 0xfe])],
    ['that is too large', Buffer.alloc(1_000_001, 0x23)],
  ])('%s is kept as it is', async (_, bytes) => {
    await using it = await setUp();
    await writeFile(it.file, bytes);
    await it.client.saveYaml({ yaml: 'log: { level: warn }\n' });
    expect((await readFile(it.settings.state.value.kept ?? '')).equals(bytes)).toBe(true);
  });

  test('is not replaced when there is nothing wrong', async () => {
    await using it = await setUp('limits: { rounds: 5 }\n');
    await expect(it.client.replaceBroken()).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  test('does not turn empty sections into problems', async () => {
    await using it = await setUp('appearance:\n  # theme: dark\nmodel:\nlimits:\n  rounds:\n');
    expect(it.settings.state.value.problems).toEqual([]);
    await it.settings.set('model.demo', true);
    await it.settings.set('appearance.theme', 'dark');
    expect(it.settings.current().model.demo).toBe(true);
    expect(await it.text()).toContain('# theme: dark');
  });
});

test('a folder that cannot be written leaves the app on its defaults, and says so when something is to be saved', async () => {
  await using folder = await temporaryFolder();
  await writeFile(join(folder.path, 'plain-file'), '');
  await using it = await setUp(undefined, { folder, file: join(folder.path, 'plain-file', 'settings.yaml') });
  expect(it.settings.current().limits.rounds).toBe(25);
  await expect(it.client.set({ key: 'log.level', value: 'warn' })).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    message: expect.stringContaining('cannot be saved'),
    data: { where: it.file, advice: expect.any(String) },
  });
  expect(it.settings.current().log.level).toBe('info');
});

describe('what is chosen where it cannot be written', () => {
  const unwritable = async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder.path, 'plain-file'), '');
    return setUp(undefined, { folder, file: join(folder.path, 'plain-file', 'settings.yaml') });
  };

  test('is in force for this run, which is said', async () => {
    await using it = await unwritable();
    await it.settings.setAll({ 'model.demo': true });
    expect(it.settings.current().model.demo).toBe(true);
    expect(it.settings.state.value.settings.model.demo).toBe(true);
    expect(it.forNow).toEqual([expect.stringContaining('cannot be saved')]);
  });

  test('is in force beside a broken file, stays when that is mended, and leaves it as it is', async () => {
    const text = 'limits: { rounds: lots }\n';
    await using it = await setUp(text);
    await it.settings.setAll({ 'model.demo': true });
    expect(it.settings.current().model.demo).toBe(true);
    expect(await it.text()).toBe(text);
    expect(it.settings.state.value.problems).toHaveLength(1);
    await writeFile(it.file, 'limits: { rounds: 14 }\n');
    await vi.waitFor(() => expect(it.settings.current().limits.rounds).toBe(14), { timeout: 3000 });
    expect(it.settings.current().model.demo).toBe(true);
  });

  test('gives way to what is saved later', async () => {
    await using it = await setUp('limits: { rounds: lots }\n');
    await it.settings.setAll({ 'model.demo': true });
    await it.client.saveYaml({ yaml: 'limits: { rounds: 14 }\n' });
    await it.client.set({ key: 'model.demo', value: false });
    expect(it.settings.current().model.demo).toBe(false);
  });

  test('must still be a setting', async () => {
    await using it = await unwritable();
    await expect(it.settings.setAll({ 'model.demo': 'magic' })).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    expect(it.settings.current().model.demo).toBe(false);
    expect(it.forNow).toEqual([]);
  });

  test('gives way to another value that is written into the file later, and to nothing else there', async () => {
    await using it = await setUp('keychain: { store: system\n');
    await it.settings.setAll({ 'keychain.store': 'session', 'model.demo': true });
    await writeFile(it.file, 'log: { level: warn }\n');
    await expect.poll(() => it.settings.current().log.level).toBe('warn');
    expect(it.settings.current()).toMatchObject({ keychain: { store: 'session' }, model: { demo: true } });
    await writeFile(it.file, 'keychain: { store: file }\n');
    await expect.poll(() => it.settings.current().keychain.store).toBe('file');
    expect(it.settings.current().model.demo).toBe(true);
    expect(it.settings.state.value.settings.keychain.store).toBe('file');
  });
});
