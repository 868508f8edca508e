import { mkdir, readFile, rename, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import type { SettingsState } from '#contract';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { setUp } from './settings-box.ts';

const KEY = 'sk-test-0123456789abcdefghij';

const BLANK = '(key kept on this computer)';

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
