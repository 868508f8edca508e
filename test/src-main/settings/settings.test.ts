import { mkdir, readdir, readFile, rename, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createRouterClient } from '@orpc/server';
import { describe, expect, test, vi } from 'vitest';
import type { SettingsState } from '#contract';
import type { Logger } from '#core/logger';
import { Redactor } from '#core/redact';
import { createSettings } from '#settings';
import { type TemporaryFolder, temporaryFolder } from '../../support/temporary-folder.ts';

const KEY = 'sk-test-0123456789abcdefghij';
const BLANK = '(key kept on this computer)';

async function setUp(text?: string, options: { folder?: TemporaryFolder; file?: string } = {}) {
  const folder = options.folder ?? (await temporaryFolder());
  const file = options.file ?? join(folder.path, 'settings.yaml');
  if (text !== undefined) await writeFile(file, text);
  const logged: string[] = [];
  const write = (event: string, fields?: unknown) => void logged.push(JSON.stringify([event, fields]));
  const log: Logger = { debug: write, info: write, warn: write, error: write };
  const redactor = new Redactor();
  const now = () => new Date('2026-02-03T04:05:06Z');
  const forNow: string[] = [];
  const onForNow = (why: string) => void forNow.push(why);
  const settings = await createSettings({ file, log, redactor, now, onForNow });
  const client = createRouterClient(settings.router, {
    context: {
      reportBug: (error) => {
        throw error;
      },
    },
  });
  return {
    settings,
    client,
    file,
    folder,
    logged,
    forNow,
    redactor,
    text: () => readFile(file, 'utf8'),
    [Symbol.asyncDispose]: async () => {
      await settings[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

describe('a missing file', () => {
  test('means the defaults, and is made at the first change, for its owner alone', async () => {
    await using it = await setUp();
    expect(it.settings.current().appearance.theme).toBe('system');
    expect(it.settings.state.value).toMatchObject({ yaml: '', problems: [], file: it.file });
    await expect(stat(it.file)).rejects.toThrow('ENOENT');

    await it.client.set({ key: 'appearance.theme', value: 'dark' });

    expect(await it.text()).toMatch(/^# The settings of Sigma Shell[\s\S]*\nappearance:\n {2}theme: dark\n$/);
    expect((await stat(it.file)).mode & 0o777).toBe(0o600);
    expect(it.settings.current().appearance.theme).toBe('dark');
  });

  test('is made with its folder, and watched from then on', async () => {
    await using folder = await temporaryFolder();
    await using it = await setUp(undefined, { folder, file: join(folder.path, 'a', 'b', 'settings.yaml') });
    await it.settings.set('limits.rounds', 30);
    await writeFile(it.file, 'limits: { rounds: 31 }');
    await vi.waitFor(() => expect(it.settings.current().limits.rounds).toBe(31), { timeout: 3000 });
  });
});

describe('a change', () => {
  const COMMENTED = `# mine
appearance: # how it looks
  # because of my eyes
  theme: dark # at night
  font_size:   15

# the rest
limits: {rounds: 10} # few
terminal:
  # shell: /bin/zsh
`;

  test('leaves every comment and everything else where it was', async () => {
    await using it = await setUp(COMMENTED);
    await it.client.set({ key: 'appearance.theme', value: 'light' });
    await it.client.set({ key: 'terminal.scrollback', value: 900 });
    await it.client.set({ key: 'limits.rounds', value: 25 });

    const text = await it.text();
    for (const comment of [
      '# mine',
      '# how it looks',
      '# because of my eyes',
      '# at night',
      '# the rest',
      '# few',
      '# shell: /bin/zsh',
    ]) {
      expect(text).toContain(comment);
    }
    expect(it.settings.current()).toMatchObject({
      appearance: { theme: 'light', font_size: 15 },
      limits: { rounds: 25 },
      terminal: { scrollback: 900 },
    });
  });

  test('of comments alone keeps them', async () => {
    await using it = await setUp('# nothing here yet\n#appearance:\n');
    await it.settings.set('appearance.theme', 'dark');
    expect(await it.text()).toMatch(/^# nothing here yet\n#appearance:\n\n?appearance:\n {2}theme: dark\n$/);
  });

  test('keeps CRLF line endings', async () => {
    await using it = await setUp('# x\r\nlimits:\r\n  rounds: 10\r\n');
    await it.settings.set('limits.rounds', 11);
    expect(await it.text()).toBe('# x\r\nlimits:\r\n  rounds: 11\r\n');
  });

  test('of a key binding takes the action’s name as one, with its dots', async () => {
    await using it = await setUp('keys:\n  # mine\n  view.changes: Ctrl+3\n  other: F5\n');
    await it.client.set({ key: 'keys.view.settings', value: 'Ctrl+,' });
    expect(it.settings.current().keys).toEqual({ 'view.changes': 'Ctrl+3', other: 'F5', 'view.settings': 'Ctrl+,' });

    await it.client.set({ key: 'keys', value: { 'view.changes': 'Ctrl+4' } });
    expect(it.settings.current().keys).toEqual({ 'view.changes': 'Ctrl+4' });
    expect(await it.text()).toContain('# mine');
  });

  test('without a value takes the setting out, and nothing else', async () => {
    await using it = await setUp('terminal:\n  shell: /bin/zsh\n  scrollback: 700\n');
    await it.settings.set('terminal.shell', undefined);
    expect(await it.text()).toBe('terminal:\n  scrollback: 700\n');
  });

  test.each([
    ['an unknown setting', 'appearance.colour', 'red', 'appearance.colour'],
    ['an unknown section', 'colours', {}, 'colours'],
    ['a wrong type', 'limits.rounds', 'many', 'limits.rounds'],
    ['a value out of bounds', 'appearance.font_size', 4, 'appearance.font_size'],
    ['a section that is no map', 'limits', 7, 'limits'],
    ['a prototype', '__proto__.polluted', 1, '__proto__'],
  ])('to %s is refused by its path, and the file stays', async (_, key, value, path) => {
    await using it = await setUp(COMMENTED);
    const refusal = it.client.set({ key, value });
    await expect(refusal).rejects.toMatchObject({ code: 'INVALID_INPUT', data: { problems: [{ path }] } });
    expect(await it.text()).toBe(COMMENTED);
  });

  test('does not undo what an editor saved a moment before', async () => {
    await using it = await setUp('limits: { rounds: 10 }\n');
    await writeFile(it.file, 'limits: { rounds: 12 }\nlog: { level: debug }\n');
    await it.settings.set('appearance.theme', 'dark');
    expect(it.settings.current()).toMatchObject({
      limits: { rounds: 12 },
      log: { level: 'debug' },
      appearance: { theme: 'dark' },
    });
  });

  test('through a symbolic link writes the file behind it', async () => {
    await using folder = await temporaryFolder();
    await mkdir(join(folder.path, 'dotfiles'));
    const target = join(folder.path, 'dotfiles', 'sigma.yaml');
    await writeFile(target, 'log: { level: warn }\n');
    await symlink(target, join(folder.path, 'settings.yaml'));
    await using it = await setUp(undefined, { folder });
    await it.settings.set('log.level', 'debug');
    expect(await readFile(target, 'utf8')).toBe('log: { level: debug }\n');
    await writeFile(target, 'log: { level: error }\n');
    await vi.waitFor(() => expect(it.settings.current().log.level).toBe('error'), { timeout: 3000 });
  });

  test('many at once all land', async () => {
    await using it = await setUp();
    await Promise.all(Array.from({ length: 20 }, (_, n) => it.settings.set(`keys.action.${n}`, `Ctrl+${n}`)));
    expect(Object.keys(it.settings.current().keys)).toHaveLength(20);
  });
});

test('an editor’s save is taken in, whether it writes, or replaces the file', async () => {
  await using it = await setUp('limits: { rounds: 10 }\n');
  const heard: SettingsState[] = [];
  it.settings.state.onChanged((state) => heard.push(state));

  await writeFile(`${it.file}.swp`, 'limits: { rounds: 11 }\n');
  await rename(`${it.file}.swp`, it.file);
  await vi.waitFor(() => expect(it.settings.current().limits.rounds).toBe(11), { timeout: 3000 });
  await writeFile(it.file, 'limits: { rounds: 12 }\n');
  await vi.waitFor(() => expect(it.settings.current().limits.rounds).toBe(12), { timeout: 3000 });
  expect(heard.at(-1)?.settings.limits.rounds).toBe(12);
});

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
});

describe('a secret in the file', () => {
  test.each([
    ['as an older version kept it', `model:\n  # ${KEY} is mine\n  key: ${KEY} # do not share\n`],
    ['quoted', `model: { key: "${KEY}" }\n`],
    ['in a block', `model:\n  key: >-\n    ${KEY}\n`],
    ['behind an alias', `model:\n  name: &k ${KEY}\n  key: *k\n`],
    ['escaped', `model:\n  key: "\\x64ear-0123456789abcdef"\n`],
    ['of no known form', 'model: { key: dear-0123456789abcdef }\n'],
    ['that is short', 'model: { key: 9abcdef }\n'],
    ['beside nonsense', `model:\n  key: dear-0123456789abcdef # x\n  nonsense: [\n`],
    ['in a block beside nonsense', `model:\r\n  key: |\r\n    dear-0123456789abcdef\r\n  nonsense: [\r\n`],
    ['in a broken file, on one line', 'model: {key: dear-0123456789abcdef, nonsense\n'],
  ])('%s is shown nowhere, and the file is reported as broken', async (_, text) => {
    await using it = await setUp(text);
    expect(it.settings.state.value.problems).not.toEqual([]);
    expect(it.settings.state.value.yaml).toContain(BLANK);
    expect(JSON.stringify([it.settings.state.value, it.logged])).not.toContain('9abcdef');
    expect(await it.text()).toBe(text);
  });

  test('of a broken file is kept out of everything else that is written down', async () => {
    await using it = await setUp('model: { key: dear-0123456789abcdef }\n');
    expect(it.redactor.text('it is dear-0123456789abcdef')).toBe('it is [secret removed]');
  });

  test('of a broken file is in the copy that is kept when its mended text is saved', async () => {
    await using it = await setUp(`model:\n  key: ${KEY}\nlog: { level: warn }\n`);
    await it.client.saveYaml({ yaml: 'log: { level: warn }\n' });
    const kept = it.settings.state.value.kept ?? '';
    expect(await readFile(kept, 'utf8')).toContain(KEY);
    expect(it.settings.state.value).toMatchObject({ problems: [], yaml: 'log: { level: warn }\n' });
  });

  test('in a comment is blanked, and not lost by saving what is shown', async () => {
    const text = `# it was ${KEY}\nlog: { level: warn }\n`;
    await using it = await setUp(text);
    const { yaml } = it.settings.state.value;
    expect(yaml).toBe('# it was [secret removed]\nlog: { level: warn }\n');
    await expect(it.client.saveYaml({ yaml })).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    await it.client.set({ key: 'log.level', value: 'error' });
    expect(await it.text()).toBe(text.replace('warn', 'error'));
  });
});

test('a reader of the state hears of changes', async () => {
  await using it = await setUp();
  const stop = new AbortController();
  const stream = await it.client.changed(undefined, { signal: stop.signal });
  const themes: string[] = [];
  for await (const state of stream) {
    themes.push(state.settings.appearance.theme);
    if (themes.length === 1) await it.settings.set('appearance.theme', 'contrast');
    else break;
  }
  expect(themes).toEqual(['system', 'contrast']);
});
