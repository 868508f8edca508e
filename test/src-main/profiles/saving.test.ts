import { chmod, mkdir, readdir, readFile, rename, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { startProfiles } from './profiles-workbench.ts';

const COMMENTED = `# mine
profiles:
  # the good one
  good:   # at work
    model: one # small
    baseurl: 'http://good.example/v1'
    key: sk-in-the-file-0001 # from the wiki

  openai: {} # later
  # nothing yet:
default: good # for now
# the end
`;
const COMMENTS = [
  '# mine',
  '# the good one',
  '# at work',
  '# small',
  '# from the wiki',
  '# later',
  '# nothing yet:',
  '# for now',
  '# the end',
];

describe('saving a profile', () => {
  test('keeps every comment, the key, and everything else', async () => {
    await using it = await startProfiles({ global: COMMENTED });
    await it.client.save({
      scope: 'global',
      name: 'good',
      fields: { model: 'two', baseUrl: 'http://good.example/v2', concurrency: 4, prompt: 'Be brief.\nBe kind.' },
    });
    const text = await it.globalText();
    for (const comment of COMMENTS) expect(text).toContain(comment);
    expect(text).toContain('key: sk-in-the-file-0001 # from the wiki');
    expect(it.profiles.find('good')).toMatchObject({
      model: 'two',
      baseUrl: 'http://good.example/v2',
      concurrency: 4,
      prompt: 'Be brief.\nBe kind.',
      hasOwnKey: true,
    });
    expect(it.profiles.defaultName()).toBe('good');
  });

  test('keeps what was written into the file since the form was opened', async () => {
    await using it = await startProfiles({ global: COMMENTED });
    const meanwhile = (await it.globalText()).replace('profiles:', 'profiles:\n  meanwhile:\n    model: z # by hand');
    await writeFile(it.globalFile, meanwhile);
    await it.client.save({
      scope: 'global',
      name: 'good',
      fields: { baseUrl: 'http://good.example/v1', model: 'two' },
    });
    expect(await it.globalText()).toContain('model: z # by hand');
    expect(it.profiles.find('meanwhile')?.model).toBe('z');
    expect(it.profiles.find('good')?.model).toBe('two');
  });

  test('refuses a new one with a name that the file has, also since the form was opened', async () => {
    await using it = await startProfiles({ global: COMMENTED });
    const save = (name: string) =>
      it.client.save({ scope: 'global', name, fields: { model: 'two' }, isNew: true }).then(
        () => 'saved',
        (error: Error) => error.message,
      );
    expect(await save('good')).toContain('has a profile good already');
    await writeFile(it.globalFile, (await it.globalText()).replace('profiles:', 'profiles:\n  late: {model: z}'));
    expect(await save('late')).toContain('has a profile late already');
    expect(it.profiles.find('late')?.model).toBe('z');
    expect(await save('other')).toBe('saved');
  });

  test('takes absent and blank fields out', async () => {
    await using it = await startProfiles({ global: COMMENTED });
    await it.client.save({ scope: 'global', name: 'good', fields: { baseUrl: 'http://good.example/v1', model: ' ' } });
    expect(await it.globalText()).not.toContain('model:');
    expect(it.profiles.find('good')?.model).toBe('gpt-4o');
  });

  test('adds one to a file that has others, and to a flow map', async () => {
    await using it = await startProfiles({ global: COMMENTED, local: 'profiles: {a: {model: x}} # all\n' });
    await it.client.save({ scope: 'global', name: 'new', fields: { preset: 'ollama', model: 'qwen3' } });
    await it.client.save({ scope: 'local', name: 'b', fields: { model: 'y' } });
    expect(it.profiles.list().map(({ name }) => name)).toEqual(['good', 'openai', 'new', 'a', 'b']);
    expect(await it.localText()).toContain('# all');
    for (const comment of COMMENTS) expect(await it.globalText()).toContain(comment);
  });

  test('fills one that was empty, keeps a key that is a number in the file, and CRLF', async () => {
    await using it = await startProfiles({ global: 'profiles:\r\n  openai:\r\n  4:\r\n    model: x\r\n' });
    await it.client.save({ scope: 'global', name: 'openai', fields: { model: 'y' } });
    await it.client.save({ scope: 'global', name: '4', fields: { model: 'z' } });
    expect(await it.globalText()).toBe('profiles:\r\n  openai:\r\n    model: y\r\n  4:\r\n    model: z\r\n');
  });

  test('makes the global file for its owner alone, with a word of explanation, and the profile the default', async () => {
    await using it = await startProfiles();
    await it.client.useDemo({ on: true });
    expect(it.state().isDemo).toBe(true);
    await it.client.save({
      scope: 'global',
      name: 'local',
      fields: { baseUrl: 'http://127.0.0.1:8080/v1', model: 'qwen3' },
      key: 'any-word-will-do',
      makeDefault: true,
    });
    expect(await it.globalText()).toMatch(
      /^# Profiles of Sigma Shell[\s\S]*\nprofiles:\n {2}local:\n {4}model: qwen3\n {4}baseurl: http:\/\/127.0.0.1:8080\/v1\ndefault: local\n$/,
    );
    expect((await stat(it.globalFile)).mode & 0o777).toBe(0o600);
    expect(it.profiles.startProblem()).toBeUndefined();
    expect(it.keychain.items.get('local')).toBe('any-word-will-do');
    expect(it.view('local')).toMatchObject({ key: 'typed', isDefault: true, isSelected: true });
    // Who connects a model wants it to answer.
    expect(it.state().isDemo).toBe(false);
  });

  test('puts a key where it was, where it is told, or takes it out', async () => {
    await using it = await startProfiles({ global: COMMENTED });
    const fields = { baseUrl: 'http://good.example/v1' };
    await chmod(it.globalFile, 0o644);
    await it.client.save({ scope: 'global', name: 'good', fields, key: 'sk-written-anew-001' });
    expect(await it.globalText()).toContain('key: sk-written-anew-001 # from the wiki');
    expect((await stat(it.globalFile)).mode & 0o777).toBe(0o600);
    expect(it.keychain.items.size).toBe(0);

    await it.client.save({ scope: 'global', name: 'good', fields, key: 'sk-to-the-keychain-1', keyIn: 'keychain' });
    expect(await it.globalText()).not.toContain('key:');
    expect(it.keychain.items.get('good')).toBe('sk-to-the-keychain-1');

    await it.client.save({ scope: 'global', name: 'good', fields, key: 'sk-into-the-file-02', keyIn: 'profile' });
    await it.client.save({ scope: 'global', name: 'good', fields, key: '' });
    expect(await it.globalText()).not.toContain('key:');
  });

  test('keeps the permissions of a file into which no key is written', async () => {
    await using it = await startProfiles({ local: 'profiles: { a: {} }\n' });
    await chmod(it.localFile, 0o644);
    await it.client.save({ scope: 'local', name: 'a', fields: { model: 'x' } });
    expect((await stat(it.localFile)).mode & 0o777).toBe(0o644);
  });

  test('does not take a key along to another server', async () => {
    await using it = await startProfiles({ global: COMMENTED });
    const elsewhere = { baseUrl: 'http://other.example/v1' };
    await expect(it.client.save({ scope: 'global', name: 'good', fields: elsewhere })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      message: expect.stringContaining('was written for http://good.example'),
    });
    expect(await it.globalText()).toBe(COMMENTED);
    await it.client.save({ scope: 'global', name: 'good', fields: elsewhere, key: 'sk-for-the-other-01' });
    expect(await it.keyFor('good')).toMatchObject({ key: 'sk-for-the-other-01' });
  });

  test.each<[string, object, string]>([
    ['context', { context: 1999 }, 'profiles.good.context'],
    ['concurrency', { concurrency: 0 }, 'profiles.good.concurrency'],
    ['address', { baseUrl: 'nowhere' }, 'profiles.good.baseurl'],
    ['missing model', { preset: 'ollama' }, 'profiles.good.model'],
  ])('with a wrong %s is refused by its key, and the file stays', async (_, fields, path) => {
    await using it = await startProfiles({ global: COMMENTED });
    await expect(it.client.save({ scope: 'global', name: 'good', fields })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      data: { problems: [{ path }] },
    });
    expect(await it.globalText()).toBe(COMMENTED);
  });

  test('never changes another that shares parts with it', async () => {
    const shared = 'profiles:\n  a: &a\n    model: &m one\n  b: *a\n  c: { model: *m }\n';
    await using it = await startProfiles({ global: shared });
    for (const name of ['a', 'b']) {
      await expect(it.client.save({ scope: 'global', name, fields: { model: 'two' } })).rejects.toMatchObject({
        code: 'INVALID_INPUT',
      });
    }
    expect(await it.globalText()).toBe(shared);
    await it.client.save({ scope: 'global', name: 'c', fields: { model: 'three' } });
    expect(it.profiles.find('a')?.model).toBe('one');
    expect(it.profiles.find('c')?.model).toBe('three');
  });

  test('does not undo what an editor saved a moment before', async () => {
    await using it = await startProfiles({ global: 'profiles: { a: {} }\n' });
    await writeFile(it.globalFile, 'profiles: { a: {}, b: {} }\n');
    await it.client.save({ scope: 'global', name: 'a', fields: { model: 'x' } });
    expect(it.profiles.find('b')).toBeDefined();
  });

  test('many at once all land', async () => {
    await using it = await startProfiles();
    const names = Array.from({ length: 10 }, (_, index) => `p${index}`);
    await Promise.all(names.map((name) => it.client.save({ scope: 'global', name, fields: { model: name } })));
    expect(it.profiles.list().map(({ name }) => name)).toEqual(names);
  });

  test('through a link writes the file behind it', async () => {
    await using it = await startProfiles();
    await mkdir(join(it.home, 'dotfiles'));
    const target = join(it.home, 'dotfiles', 'phi.yaml');
    await writeFile(target, 'profiles: { a: {} }\n');
    await symlink(target, it.globalFile);
    await it.client.save({ scope: 'global', name: 'a', fields: { model: 'x' } });
    expect(await readFile(target, 'utf8')).toContain('model: x');
  });

  test('where a folder is in the place of the file is refused, and nothing is left behind', async () => {
    await using it = await startProfiles({ global: COMMENTED });
    await rename(it.globalFile, `${it.globalFile}.aside`);
    await mkdir(join(it.globalFile, 'x'), { recursive: true });
    await expect(it.client.save({ scope: 'global', name: 'good', fields: {} })).rejects.toMatchObject({
      code: 'CONFLICT',
    });
    expect((await readdir(it.home)).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  test('into the local file of the home folder is refused: there is none', async () => {
    await using outer = await startProfiles();
    await using it = await startProfiles({ home: outer.home, folder: outer.home });
    await expect(it.client.save({ scope: 'local', name: 'a', fields: {} })).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  test.each([['two words'], ['a:b'], [''], ['x'.repeat(65)]])('under the name %j is refused', async (name) => {
    await using it = await startProfiles();
    const saving = it.client.save({ scope: 'global', name, fields: {} });
    await expect(saving).rejects.toMatchObject({ code: 'INVALID_INPUT', message: expect.stringContaining('A name') });
    await expect(stat(it.globalFile)).rejects.toThrow('ENOENT');
  });
});

describe('a broken file', () => {
  const BROKEN = 'profiles:\n  a: { key: sk-in-the-file-0001\n  b: [\n';

  test('is never written over, and shown without its key', async () => {
    await using it = await startProfiles({ global: BROKEN });
    const refusals = [
      it.client.save({ scope: 'global', name: 'a', fields: {} }),
      it.client.remove({ scope: 'global', name: 'a' }),
      it.client.setDefault({ scope: 'global', name: 'a' }),
    ];
    const conflict = { code: 'CONFLICT', data: { where: it.globalFile } };
    await Promise.all(refusals.map((refusal) => expect(refusal).rejects.toMatchObject(conflict)));
    expect(await it.globalText()).toBe(BROKEN);
    expect(it.state().files[0]?.yaml).not.toContain('sk-in-the-file');
  });

  test('is kept under another name when its mended text is saved', async () => {
    await using it = await startProfiles({ global: BROKEN });
    await it.client.saveYaml({ scope: 'global', yaml: 'profiles: { a: {} }\n' });
    const kept = (await readdir(it.home)).find((name) => name.includes('.broken-'));
    expect(await readFile(join(it.home, kept ?? ''), 'utf8')).toBe(BROKEN);
    expect(it.profiles.startProblem()).toBeUndefined();
  });

  test('that is no text is kept as it is, too, and two in one second both', async () => {
    const bytes = Buffer.from([0x61, 0x3a, 0xff, 0xfe]);
    await using it = await startProfiles({ global: bytes });
    await it.client.saveYaml({ scope: 'global', yaml: 'profiles: { a: {} }\n' });
    await writeFile(it.globalFile, BROKEN);
    await it.client.saveYaml({ scope: 'global', yaml: 'profiles: { b: {} }\n' });
    const kept = (await readdir(it.home)).filter((name) => name.includes('.broken-')).sort();
    const texts = await Promise.all(kept.map((name) => readFile(join(it.home, name))));
    expect(texts).toHaveLength(2);
    for (const one of [bytes, Buffer.from(BROKEN)]) expect(texts.some((text) => text.equals(one))).toBe(true);
  });

  test('with a value of a wrong type alone can be mended by the form', async () => {
    await using it = await startProfiles({ global: '# mine\nprofiles:\n  a: { model: 4 }\n' });
    expect(it.profiles.startProblem()?.kind).toBe('broken');
    await it.client.save({ scope: 'global', name: 'a', fields: { model: 'four' } });
    expect(it.profiles.startProblem()).toBeUndefined();
    expect(await it.globalText()).toContain('# mine');
  });
});

describe('the text of a file', () => {
  test('has placeholders for its keys, which mean them when it is saved', async () => {
    const text = [
      'profiles:',
      '  plain: { key: sk-plain-000001, model: a }',
      '  quoted:',
      '    key: "sk-quoted-00001" # sk-quoted-00001',
      '  block:',
      '    key: |',
      '      sk-block-000001',
      '    model: b',
      '  short: { key: x, baseurl: "http://localhost:9/v1" }',
      'default: plain',
      '',
    ].join('\n');
    await using it = await startProfiles({ global: text });
    const shown = it.state().files[0]?.yaml ?? '';
    expect(shown).not.toMatch(/sk-/);
    expect(shown.match(/\(key kept on this computer\)/g)).toHaveLength(5);

    await it.client.saveYaml({ scope: 'global', yaml: shown.replace('model: a', 'model: c') });
    expect(it.profiles.find('plain')?.model).toBe('c');
    for (const [name, key] of [
      ['plain', 'sk-plain-000001'],
      ['quoted', 'sk-quoted-00001'],
      ['block', 'sk-block-000001'],
      ['short', 'x'],
    ] as const) {
      expect(await it.keyFor(name)).toEqual({ key, from: 'profile' });
    }
  });

  test('has one placeholder for a key that two profiles share', async () => {
    const text = 'profiles:\n  a: { key: &k sk-shared-000001 }\n  b: { key: *k, model: m }\n';
    await using it = await startProfiles({ global: text });
    const shown = it.state().files[0]?.yaml ?? '';
    expect(shown).not.toContain('sk-shared');
    await it.client.saveYaml({ scope: 'global', yaml: shown.replace('model: m', 'model: n') });
    for (const name of ['a', 'b']) expect(await it.keyFor(name)).toEqual({ key: 'sk-shared-000001', from: 'profile' });
    expect(it.profiles.find('b')?.model).toBe('n');
  });

  test('does not take a key along to another server or another name', async () => {
    await using it = await startProfiles({ global: COMMENTED });
    const shown = it.state().files[0]?.yaml ?? '';
    const moved = it.client.saveYaml({ scope: 'global', yaml: shown.replace('good.example', 'evil.example') });
    await expect(moved).rejects.toMatchObject({ code: 'INVALID_INPUT', data: { problems: [{ line: 7 }] } });
    const renamed = it.client.saveYaml({ scope: 'global', yaml: shown.replace('  good:', '  bad:') });
    await expect(renamed).rejects.toMatchObject({ data: { problems: [{ path: 'profiles.bad.key' }] } });
    expect(await it.globalText()).toBe(COMMENTED);
  });

  test('with any problem is refused with all of them', async () => {
    await using it = await startProfiles({ global: COMMENTED });
    const yaml = 'profiles:\n  a: { model: 4, context: 5 }\n  b: { preset: x }\n';
    await expect(it.client.saveYaml({ scope: 'global', yaml })).rejects.toMatchObject({
      data: { problems: [{ path: 'profiles.a.model' }, { path: 'profiles.a.context' }, { path: 'profiles.b.preset' }] },
    });
    await expect(it.client.saveYaml({ scope: 'global', yaml: 'profiles: [' })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    });
    expect(await it.globalText()).toBe(COMMENTED);
  });

  test('with a blanked secret beside a key is not written: the secret would be lost', async () => {
    const text = 'profiles: { a: { prompt: "token ghp_0123456789012345678901234567890123" } }\n';
    await using it = await startProfiles({ global: text });
    const shown = it.state().files[0]?.yaml ?? '';
    expect(shown).toContain('[secret removed]');
    await expect(it.client.saveYaml({ scope: 'global', yaml: shown })).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    const prompt = it.view('a')?.prompt ?? '';
    await expect(it.client.save({ scope: 'global', name: 'a', fields: { prompt } })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    });
    expect(await it.globalText()).toBe(text);
  });
});

test('removing a profile takes the default that named it along, and leaves the comments', async () => {
  await using it = await startProfiles({ global: COMMENTED });
  await it.client.remove({ scope: 'global', name: 'good' });
  expect(it.profiles.list().map(({ name }) => name)).toEqual(['openai']);
  expect(await it.globalText()).not.toContain('default:');
  expect(await it.globalText()).toContain('# mine');
  await expect(it.client.remove({ scope: 'global', name: 'good' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('a local file may make a profile of the global one the default, and nobody one that is not there', async () => {
  await using it = await startProfiles({ global: 'profiles: { A: {}, B: {} }\ndefault: A\n' });
  await it.client.setDefault({ scope: 'local', name: 'B' });
  expect(it.profiles.defaultName()).toBe('B');
  await expect(it.client.setDefault({ scope: 'global', name: 'C' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

describe('testing a connection', () => {
  test('sends the profile’s key to its own server alone, and asks nobody', async () => {
    const sent: (string | undefined)[] = [];
    const servers = {
      test: async ({ key }: { key: string | undefined }) => {
        sent.push(key);
        return { ok: true, message: '', models: [], durationMs: 1 };
      },
      localServers: async () => [],
      reportedContext: () => undefined,
      onContextTold: () => () => {},
    };
    await using it = await startProfiles({ global: COMMENTED, servers });
    const model = 'm';
    await it.client.test({ profile: 'good', baseUrl: 'http://good.example/v9', model });
    await it.client.test({ profile: 'good', baseUrl: 'http://other.example/v1', model });
    await it.client.test({ profile: 'good', baseUrl: 'http://other.example/v1', model, key: ' typed ' });
    await it.client.test({ profile: 'openai', baseUrl: 'https://api.openai.com/v1', model });
    await it.client.test({ baseUrl: 'http://good.example/v1', model });
    expect(sent).toEqual(['sk-in-the-file-0001', undefined, 'typed', undefined, undefined]);
  });
});
