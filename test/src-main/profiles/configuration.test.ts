import { execFileSync } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { type BenchOptions, startProfiles } from './profiles-workbench.ts';

/** Returns the message with which `sigma console` would end with code 1; undefined if it starts. */
async function startProblemOf(options: BenchOptions) {
  await using it = await startProfiles(options);
  const message = it.profiles.startProblem()?.message;
  return message?.replaceAll(it.globalFile, 'GLOBAL').replaceAll(it.localFile, 'LOCAL');
}

async function profileOf(yaml: string) {
  await using it = await startProfiles({ global: `profiles:\n  p:${yaml}\n` });
  return it.profiles.find('p');
}

describe('without any configuration file', () => {
  test('both paths are named', async () => {
    expect(await startProblemOf({})).toBe(
      'There is no configuration file: write a profile into GLOBAL or LOCAL, such as: profiles: {openai: {}}',
    );
  });

  test('in the home folder there is one path', async () => {
    await using it = await startProfiles();
    await using home = await startProfiles({ folder: `${it.home}/./`, home: it.home });
    expect(home.profiles.startProblem()?.message).toContain(`into ${it.globalFile},`);
    expect(home.state().files).toHaveLength(1);
  });

  test.each([['profiles:\n'], ['profiles: {}\n'], ['# later\n'], ['default: x\n']])(
    'a file without profiles (%j) is said to be one',
    async (global) => {
      expect(await startProblemOf({ global })).toBe('GLOBAL:1: No profile is defined: write one into GLOBAL or LOCAL');
    },
  );
});

describe('the two files', () => {
  const GLOBAL = `
profiles:
  A: { baseurl: 'http://a.example/v1', model: one, prompt: from global, concurrency: 7, context: 9000, key: global-key }
  B: { baseurl: 'http://b.example/v1' }
default: A
`;

  test('both give profiles, and the local default wins', async () => {
    await using it = await startProfiles({
      global: GLOBAL,
      local: `profiles: { C: { baseurl: 'http://c.example/v1' } }\ndefault: C\n`,
    });
    expect(it.profiles.list().map(({ name, file }) => [name, file])).toEqual([
      ['A', 'global'],
      ['B', 'global'],
      ['C', 'local'],
    ]);
    expect(it.profiles.defaultName()).toBe('C');
    expect(it.profiles.selected()).toMatchObject([{ name: 'C', baseUrl: 'http://c.example/v1' }]);
    expect(it.profiles.selected()[0]?.name).toBe('C');
    expect(it.profiles.startProblem()).toBeUndefined();
  });

  test('a local profile takes the place of the global one whole: no field leaks in', async () => {
    await using it = await startProfiles({ global: GLOBAL, local: 'profiles: { A: { model: two } }\n' });
    expect(it.profiles.find('A')).toEqual({
      id: `${it.localFile}\nA`,
      name: 'A',
      baseUrl: 'https://api.openai.com/v1/',
      model: 'two',
      prompt: undefined,
      concurrency: 1,
      context: 16_384,
      contextFrom: 'default',
      file: 'local',
      hasOwnKey: false,
    });
  });

  test('a local file that has the default’s profile anew keeps the global default', async () => {
    await using it = await startProfiles({ global: GLOBAL, local: 'profiles: { A: {} }\n' });
    expect(it.profiles.defaultName()).toBe('A');
  });

  test('a link from the folder to home reads the file once', async () => {
    await using it = await startProfiles({ global: GLOBAL });
    const link = join(it.disk.path, 'link');
    await symlink(it.home, link);
    await using again = await startProfiles({ home: it.home, folder: link });
    expect(again.state().files.map(({ scope }) => scope)).toEqual(['global']);
  });

  test('a relative way through the folder is the folder', async () => {
    await using it = await startProfiles({ local: 'profiles: { L: {} }\n' });
    await using again = await startProfiles({ home: it.home, folder: join(it.folder, '..', 'project') });
    expect(again.profiles.find('L')?.file).toBe('local');
  });
});

describe('which profile is used', () => {
  const AB = 'profiles: { A: {}, B: {} }\n';

  test.each<[string, BenchOptions, string[] | RegExp]>([
    ['the only one', { global: 'profiles: { A: {} }\n' }, ['A']],
    ['the only one, whatever default says', { global: 'profiles: { A: {} }\ndefault: B\n' }, ['A']],
    ['default of several', { global: `${AB}default: B\n` }, ['B']],
    ['the one called default', { global: 'profiles: { A: {}, default: {} }\n' }, ['default']],
    ['none of several', { global: AB }, /several profiles \(A, B\).*-profile/],
    [
      'none when default names nothing',
      { global: `${AB}default: C\n` },
      /^GLOBAL:2: default: There is no profile C; known are A, B$/,
    ],
    ['those named, in order, once', { global: AB, selected: ['B', 'A', 'B'] }, ['B', 'A']],
    ['those named, without any default', { global: AB, selected: ['A'] }, ['A']],
    ['none by a list with commas', { global: AB, selected: ['A,B'] }, /^There is no profile "A,B"; known are A, B$/],
    ['none when one is unknown', { global: AB, selected: ['A', 'X'] }, /^There is no profile "X"; known are A, B$/],
    ['none of none', { selected: ['X'] }, /^There is no profile "X"; none is defined$/],
    ['a default that is a number', { global: 'profiles: { 4: {}, 5: {} }\ndefault: 5\n' }, ['5']],
  ])('%s', async (_, options, expected) => {
    await using it = await startProfiles(options);
    const problem = it.profiles.startProblem()?.message.replace(it.globalFile, 'GLOBAL');
    if (Array.isArray(expected)) {
      expect(problem).toBeUndefined();
      expect(it.profiles.selected().map(({ name }) => name)).toEqual(expected);
      expect(it.state().selected).toEqual(expected);
    } else {
      expect(problem).toMatch(expected);
    }
  });

  test('a default that names nothing is a warning where there is one profile', async () => {
    await using it = await startProfiles({ global: 'profiles: { A: {} }\ndefault: B\n' });
    expect(it.state().warnings).toEqual([
      { file: it.globalFile, path: 'default', line: 2, message: 'There is no profile B; known are A' },
    ]);
  });
});

describe('a profile', () => {
  test.each([[''], [' {}'], [' null'], ['\n    model:']])('%j has the defaults', async (yaml) => {
    expect(await profileOf(yaml)).toEqual({
      id: expect.stringMatching(/\.phishell\.yaml\np$/),
      name: 'p',
      baseUrl: 'https://api.openai.com/v1/',
      model: 'gpt-4o',
      prompt: undefined,
      concurrency: 1,
      context: 102_400,
      contextFrom: 'model',
      file: 'global',
      hasOwnKey: false,
    });
  });

  test('with the preset openai asks for more at once, and compacts later', async () => {
    expect(await profileOf(' { preset: openai }')).toMatchObject({
      baseUrl: 'https://api.openai.com/v1/',
      model: 'gpt-4o',
      concurrency: 5,
      context: 262_144,
      hasOwnKey: false,
    });
  });

  test('with the preset ollama is on this machine and never asks for a key', async () => {
    await using it = await startProfiles({ global: 'profiles: { p: { preset: ollama, model: qwen3 } }\n' });
    expect(it.profiles.find('p')).toMatchObject({
      baseUrl: 'http://localhost:11434/v1/',
      model: 'qwen3',
      concurrency: 1,
      context: 32_768,
      hasOwnKey: true,
    });
    expect(await it.keyFor('p')).toEqual({ key: 'ollama', from: 'profile' });
    expect(it.keychain.read$).toEqual([]);
  });

  test('beats its preset with what is explicit', async () => {
    const yaml =
      ' { preset: ollama, baseurl: "https://x.example/v1", key: mine-alone, model: m, concurrency: 3, context: 4000, prompt: "a\\nb" }';
    expect(await profileOf(yaml)).toEqual({
      id: expect.stringMatching(/\.phishell\.yaml\np$/),
      name: 'p',
      baseUrl: 'https://x.example/v1',
      model: 'm',
      prompt: 'a\nb',
      concurrency: 3,
      context: 4000,
      contextFrom: 'file',
      file: 'global',
      hasOwnKey: true,
    });
  });

  test('may have a prompt of several lines', async () => {
    expect((await profileOf('\n    prompt: |\n      Be brief.\n      Be kind.'))?.prompt).toBe('Be brief.\nBe kind.\n');
  });

  test.each([
    ['context: 1999', 'context', 'At least 2000 tokens, not 1999'],
    ['context: 0', 'context', 'At least 2000 tokens, not 0'],
    ['concurrency: 0', 'concurrency', 'At least 1, not 0'],
    ['concurrency: -3', 'concurrency', 'At least 1, not -3'],
    ['preset: x', 'preset', 'Preset not found: "x"; known are openai, ollama, anthropic and openrouter'],
    ['preset: constructor', 'preset', 'Preset not found'],
    ['preset: ollama', 'model', 'Missing: with the preset ollama a model must be named'],
    ['model: ""', 'model', 'The model has no name'],
    ['baseurl: api.openai.com', 'baseurl', 'Not an http or https address'],
    ['baseurl: ""', 'baseurl', 'Not an http or https address'],
    ['baseurl: ftp://x/v1', 'baseurl', 'Not an http or https address'],
    ['baseurl: https://me:secret@x/v1', 'baseurl', 'An address has no password in it'],
    ['key: two words', 'key', 'A key has no spaces'],
  ])('with %s is refused by file, line, profile and key', async (line, key, message) => {
    const problem = await startProblemOf({ global: `# mine\nprofiles:\n  p:\n    ${line}\n` });
    // What is missing has no line; the profile's own is named.
    const place = line === 'preset: ollama' ? 'GLOBAL:3' : 'GLOBAL:4';
    expect(problem).toMatch(new RegExp(`^${place}: profile p, ${key}: `));
    expect(problem).toContain(message);
  });

  test.each([
    ['model: 4', 'model', 'This must be text; put it in quotes'],
    ['key: 12345678', 'key', 'This must be text; put it in quotes'],
    ['prompt: [a]', 'prompt', 'This must be text'],
    ['baseurl: true', 'baseurl', 'This must be text; put it in quotes'],
    ['concurrency: "5"', 'concurrency', 'This must be a whole number'],
    ['concurrency: 1.5', 'concurrency', 'This must be a whole number'],
    ['context: many', 'context', 'This must be a whole number'],
    ['context: .inf', 'context', 'This must be a whole number'],
  ])('with a value of a wrong type, %s, breaks the rule by path, line and key', async (line, key, message) => {
    const problem = await startProblemOf({ global: `profiles:\n  ok: {}\n  p:\n    ${line}\ndefault: ok\n` });
    expect(problem).toBe(`GLOBAL:4: profiles.p.${key}: ${message}`);
  });

  test.each([["'a b '"], ["'a:b'"], [`"a\\u200bb"`], [`"${'x'.repeat(65)}"`], ['""']])(
    'cannot be called %s',
    async (name) => {
      const problem = await startProblemOf({ global: `profiles:\n  ${name}: {}\n` });
      expect(problem).toMatch(/^GLOBAL:2: profile .*: A name has /);
    },
  );

  test('that is not selected is left out with a line in the log, and the others work', async () => {
    await using it = await startProfiles({ global: 'profiles:\n  A: {}\n  B: { context: 5 }\ndefault: A\n' });
    expect(it.profiles.startProblem()).toBeUndefined();
    expect(it.profiles.find('B')?.problem).toBe(`${it.globalFile}:3: profile B, context: At least 2000 tokens, not 5`);
    expect(it.state().problems).toEqual([
      { file: it.globalFile, path: 'profiles.B.context', line: 3, message: 'At least 2000 tokens, not 5' },
    ]);
    expect(it.logged.filter((line) => line.includes('profile.dropped'))).toHaveLength(1);
    expect(await it.keyFor('B')).toMatchObject({ key: undefined, why: expect.stringContaining('context') });
  });
});

test('unknown keys are warned of by path and line, and nothing else happens', async () => {
  await using it = await startProfiles({
    global: 'profiles:\n  A:\n    modle: x\n    model: y\nthema: dark\n',
    local: 'profile: {}\n',
  });
  expect(it.profiles.startProblem()).toBeUndefined();
  expect(it.state().problems).toEqual([]);
  expect(it.state().warnings.map(({ file, path, line }) => [file, path, line])).toEqual([
    [it.globalFile, 'thema', 5],
    [it.globalFile, 'profiles.A.modle', 3],
    [it.localFile, 'profile', 1],
  ]);
  // Where people look, without opening Settings: a notice, and a line of the log.
  expect(it.warned).toEqual([
    expect.stringContaining(`${it.globalFile}:5: thema: `),
    expect.stringContaining(`${it.globalFile}:3: profiles.A.modle: `),
    expect.stringContaining(`${it.localFile}:1: profile: `),
  ]);
  expect(it.logged.filter((line) => line.includes('profiles.key.unknown'))).toHaveLength(3);
});

describe('a file that cannot be read', () => {
  const bomb = `a: &a [x,x,x,x,x,x,x,x,x]\n${[...'bcdefghi']
    .map((c, i) => `${c}: &${c} [${Array(9).fill(`*${'abcdefgh'[i]}`)}]`)
    .join('\n')}\nprofiles: { p: {} }\n`;

  test.each<[string, string | Buffer, RegExp]>([
    ['with bad YAML', 'profiles:\n  A: {\n', /^GLOBAL:\d: /],
    ['with a key twice', 'profiles: {}\nprofiles: {}\n', /^GLOBAL:2: Map keys must be unique$/],
    ['with a profile twice', 'profiles:\n  A: {}\n  A: {}\n', /^GLOBAL:3: /],
    ['with two documents', 'profiles: {}\n---\nprofiles: {}\n', /^GLOBAL:2: /],
    ['that is a list', '- a\n', /^GLOBAL:1: The file is not a map of keys$/],
    ['with profiles in a list', 'profiles:\n  - A\n', /^GLOBAL:1: profiles: This must be a map of profiles by name$/],
    ['with a profile that is a word', 'profiles:\n  A: gpt\n', /^GLOBAL:2: profiles.A: This must be a map of keys$/],
    [
      'with a default that is a list',
      'profiles: { A: {} }\ndefault: [A]\n',
      /^GLOBAL:2: default: This must be the name/,
    ],
    ['with a bomb of aliases', bomb, /^GLOBAL: Excessive alias count/],
    ['with a cycle', 'profiles: &a\n  A: *a\n', /^GLOBAL: The file is nested more deeply/],
    ['nested without end', `profiles: ${'['.repeat(100_000)}`, /^GLOBAL:\d+: The file is nested too deeply/],
    ['that is too large', `# ${'x'.repeat(1_000_001)}\n`, /^GLOBAL: The file is larger than 1 MB$/],
    ['that is no text', Buffer.from([0x61, 0x3a, 0xff, 0xfe]), /^GLOBAL: The file is not UTF-8 text$/],
  ])('%s is refused by path, and line where there is one', async (_, global, message) => {
    const started = performance.now();
    expect(await startProblemOf({ global })).toMatch(message);
    expect(performance.now() - started).toBeLessThan(5000);
  });

  test('because it is a folder', async () => {
    await using it = await startProfiles();
    await mkdir(it.globalFile);
    await using again = await startProfiles({ home: it.home });
    expect(again.profiles.startProblem()).toMatchObject({ kind: 'broken' });
    expect(again.profiles.startProblem()?.message).toContain(it.globalFile);
  });

  test('because it is a pipe that nobody writes to', async () => {
    await using it = await startProfiles();
    execFileSync('mkfifo', [it.localFile]);
    await using again = await startProfiles({ home: it.home, folder: it.folder });
    expect(again.profiles.startProblem()?.message).toBe(`${it.localFile}: This is not a regular file`);
  });

  test('never shows a key that is in it', async () => {
    await using it = await startProfiles({ global: 'profiles:\n  A: { key: sk-very-secret-0001\n  B: [\n' });
    expect(JSON.stringify(it.state())).not.toContain('sk-very-secret-0001');
    expect(it.profiles.startProblem()?.message).not.toContain('sk-very-secret-0001');
    expect(it.logged.join()).not.toContain('sk-very-secret-0001');
  });
});

describe('while it runs', () => {
  test('both files are read again when an editor saves them', async () => {
    await using it = await startProfiles({ global: 'profiles: { A: {} }\n' });
    await writeFile(it.globalFile, 'profiles: { A: { model: newer } }\n');
    await vi.waitFor(() => expect(it.profiles.find('A')?.model).toBe('newer'), { timeout: 5000 });
    await writeFile(it.localFile, 'profiles: { L: {} }\ndefault: L\n');
    await vi.waitFor(() => expect(it.profiles.selected()[0]?.name).toBe('L'), { timeout: 5000 });
  });

  test('a file that is broken for a moment leaves its last good profiles in use', async () => {
    await using it = await startProfiles({ global: 'profiles: { A: { model: good } }\n' });
    await writeFile(it.globalFile, 'profiles: { A: {\n');
    await vi.waitFor(() => expect(it.state().problems).toHaveLength(1), { timeout: 5000 });
    expect(it.profiles.find('A')).toMatchObject({ model: 'good' });
    expect(it.profiles.find('A')?.problem).toBeUndefined();
    await writeFile(it.globalFile, 'profiles: { A: { model: mended } }\n');
    await vi.waitFor(() => expect(it.profiles.find('A')?.model).toBe('mended'), { timeout: 5000 });
    expect(it.state().problems).toEqual([]);
  });
});

describe('a server named by variables', () => {
  const environment = { baseUrl: 'http://env.example/v1', model: 'm', key: 'from-variables' };

  test('is a profile in front of the files’, and used without -profile', async () => {
    await using it = await startProfiles({ global: 'profiles: { A: {}, environment: {} }\n', environment });
    expect(it.profiles.list().map(({ name, file }) => [name, file])).toEqual([
      ['environment-variables', 'environment'],
      ['A', 'global'],
      ['environment', 'global'],
    ]);
    expect(it.profiles.selected()[0]).toMatchObject({ baseUrl: 'http://env.example/v1', model: 'm', hasOwnKey: true });
    expect(it.view('environment-variables')).toMatchObject({ scope: 'environment', key: 'profile' });
  });

  test('gives way to files in the console', async () => {
    const givesWay = { ...environment, givesWayToFiles: true };
    await using it = await startProfiles({ global: 'profiles: { A: {} }\n', environment: givesWay });
    expect(it.profiles.list().map(({ name }) => name)).toEqual(['A']);
    await using bare = await startProfiles({ environment: givesWay });
    expect(bare.profiles.selected()[0]?.name).toBe('environment');
    expect(bare.profiles.startProblem()).toBeUndefined();
  });
});

describe('a server that is not of the web, or speaks another protocol', () => {
  test('stands with its protocol, its preset, and the key that a socket does not need', async () => {
    const anthropic = await profileOf(' { preset: anthropic }');
    expect(anthropic).toMatchObject({
      baseUrl: 'https://api.anthropic.com/',
      protocol: 'anthropic',
      model: 'claude-sonnet-4-5',
      hasOwnKey: false,
    });
    expect(await profileOf(' { preset: openrouter, model: a/b }')).toMatchObject({
      baseUrl: 'https://openrouter.ai/api/v1/',
    });
    expect(await profileOf(' { baseurl: unix:/run/ai.sock, model: m }')).toMatchObject({
      baseUrl: 'unix:/run/ai.sock',
      hasOwnKey: true,
    });
    expect(await profileOf(' { baseurl: "https://x.example/v1", protocol: anthropic }')).toMatchObject({
      protocol: 'anthropic',
    });
  });
});
