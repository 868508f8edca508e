import { mkdir, readdir, readFile, symlink, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openFolderStore } from '../../../../src-main/prompts/stores/index.ts';
import { silentLogger } from '../../../support/silent-logger.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

async function setUp(files: Readonly<Record<string, string>> = {}) {
  const folder = await temporaryFolder();
  onTestFinished(() => folder[Symbol.asyncDispose]());
  const place = join(folder.path, 'prompts');
  const put = async (name: string, text: string) => {
    await mkdir(dirname(join(place, name)), { recursive: true });
    await writeFile(join(place, name), text);
  };
  for (const [name, text] of Object.entries(files)) await put(name, text);
  const store = await openFolderStore({ folder: place, log: silentLogger });
  onTestFinished(() => store[Symbol.asyncDispose]());
  const readOne = async (key: string) => (await store.read([key])).get(key);
  return { store, place, outside: folder.path, put, readOne };
}

test('files are values of the keys that their places spell', async () => {
  const { store, readOne } = await setUp({
    'templates/demo/hello.json': '{"name": "hello"}',
    'environs/vscode.json': '{"a": 1}',
    'environs/vscode/rules.yaml': '# ours\n- short\n- clear\n',
    'notes.json': '1',
    'environs/README.md': 'no record',
  });

  expect([...(await store.scan('shenma:'))].sort()).toEqual([
    'shenma:environs:vscode',
    'shenma:environs:vscode:rules',
    'shenma:templates:demo:hello',
  ]);
  expect(await store.scan('shenma:templates:')).toEqual(['shenma:templates:demo:hello']);
  expect(await readOne('shenma:templates:demo:hello')).toBe('{"name": "hello"}');
  expect(await readOne('shenma:environs:vscode:rules')).toBe('["short","clear"]');
  expect(await readOne('shenma:environs:none')).toBeUndefined();
  expect(store.state.value).toMatchObject({ kind: 'folder', state: 'ready', isWatched: true });
});

test('what is written is read back as it was, and announced', async () => {
  const { store, place, readOne } = await setUp();
  const heard: unknown[] = [];
  store.onChanged((keys) => heard.push(keys));

  await store.write('shenma:templates:demo:hello', '{ "name":"hello" }\n');

  expect(await readOne('shenma:templates:demo:hello')).toBe('{ "name":"hello" }\n');
  expect(await readFile(join(place, 'templates/demo/hello.json'), 'utf8')).toBe('{ "name":"hello" }\n');
  expect(heard).toEqual([['shenma:templates:demo:hello']]);
});

test('what is removed is gone with every file of its key, and with the folders it leaves empty', async () => {
  const { store, place, readOne } = await setUp({ 'environs/a/b.json': '1', 'environs/a/b.yaml': '2' });
  expect(store.problems.value).toEqual([
    expect.objectContaining({
      key: 'shenma:environs:a:b',
      severity: 'warning',
      message: expect.stringContaining('b.json'),
    }),
  ]);

  await store.remove('shenma:environs:a:b');
  await store.remove('shenma:environs:never');

  expect(await readOne('shenma:environs:a:b')).toBeUndefined();
  expect(await store.scan('shenma:')).toEqual([]);
  await expect(readFile(join(place, 'environs/a'))).rejects.toMatchObject({ code: 'ENOENT' });
});

test('a change by another program is told', async () => {
  const { store, put, readOne } = await setUp({ 'environs/a.json': '1' });
  const heard = new Promise<readonly string[] | undefined>((resolve) => store.onChanged(resolve));

  await put('environs/deep/er/b.json', '2');

  expect(await heard).toEqual(['shenma:environs:deep:er:b']);
  expect(await readOne('shenma:environs:deep:er:b')).toBe('2');
});

test('a broken file is a problem of its record alone', async () => {
  const { store, put, readOne } = await setUp({
    'environs/good.json': '1',
    'environs/bad.yaml': 'a: [1',
    'environs/100%.json': '1',
  });
  await writeFile(join(store.state.value.place, 'environs/latin.json'), Buffer.from([0x22, 0xe9, 0x22]));
  const keys = await store.scan('shenma:');

  expect([...(await store.read(keys))]).toEqual([['shenma:environs:good', '1']]);
  expect(store.problems.value.map(({ key, severity }) => [key, severity])).toEqual([
    ['environs/100%.json', 'error'],
    ['shenma:environs:bad', 'error'],
    ['shenma:environs:latin', 'error'],
  ]);

  await put('environs/bad.yaml', 'a: [1]');
  await store.scan('shenma:');
  expect(await readOne('shenma:environs:bad')).toBe('{"a":[1]}');
  expect(store.problems.value).toHaveLength(2);
});

test('comments of a YAML file stay when a value in it is changed', async () => {
  const text =
    '# About it\nname: review # its name\nmessages:\n  # the one that speaks\n  - role: user\n    content: |\n      Review\n      this\n';
  const { store, place, readOne } = await setUp({ 'templates/demo/review.yaml': text });
  const record = JSON.parse((await readOne('shenma:templates:demo:review')) ?? '');

  await store.write('shenma:templates:demo:review', JSON.stringify({ ...record, name: 'check', supports: ['chat'] }));

  expect(await readFile(join(place, 'templates/demo/review.yaml'), 'utf8')).toBe(
    `${text.replace('review #', 'check #')}supports:\n  - chat\n`,
  );
  await expect(store.write('shenma:templates:demo:review', '{')).rejects.toMatchObject({ code: 'INVALID_INPUT' });
});

test('links that lead out of the folder are neither read nor written through', async () => {
  const { store, place, outside, readOne } = await setUp({ 'environs/a.json': '1' });
  await writeFile(join(outside, 'secret.json'), '"secret"');
  await mkdir(join(outside, 'elsewhere'));
  await symlink(join(outside, 'secret.json'), join(place, 'environs/leak.json'));
  await symlink(join(outside, 'elsewhere'), join(place, 'environs/way'));
  await symlink(join(place, 'environs/a.json'), join(place, 'environs/inner.json'));

  expect([...(await store.scan('shenma:'))].sort()).toEqual(['shenma:environs:a', 'shenma:environs:inner']);
  expect(await readOne('shenma:environs:inner')).toBe('1');
  expect(await readOne('shenma:environs:leak')).toBeUndefined();
  await expect(store.write('shenma:environs:way:x', '1')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  expect(store.problems.value.map(({ key }) => key)).toContain('shenma:environs:leak');
});

test.each(['shenma:environs:..:..:x', 'shenma:templates:../../x', 'shenma:tools:\0', 'shenma:environs:a:.:b'])(
  'the key %j has a file inside the folder',
  async (key) => {
    const { store, place, readOne } = await setUp();

    await store.write(key, '1');

    expect(await store.scan('shenma:')).toEqual([key]);
    expect(await readOne(key)).toBe('1');
    expect(await readFile(join(place, 'x.json')).catch(() => 'none')).toBe('none');
  },
);

test.each(['environs:a', 'shenma:environs', 'shenma:secrets:a', `shenma:environs:${'a'.repeat(3000)}`])(
  'what is no key is refused: %.30j',
  async (key) => {
    const { store } = await setUp();
    await expect(store.write(key, '1')).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  },
);

test('a value that is too large is refused with its size', async () => {
  const { store } = await setUp();
  const large = `"${'x'.repeat(16_777_216)}"`;
  await expect(store.write('shenma:environs:a', large)).rejects.toMatchObject({ code: 'LIMIT_EXCEEDED' });
});

test('keys that differ in the case of letters alone have files that differ in more', async () => {
  const { store } = await setUp();
  const keys = ['shenma:tools:Code:find', 'shenma:tools:code:Find', 'shenma:tools:code:find', 'shenma:tools:CODE:find'];

  for (const key of keys) await store.write(key, JSON.stringify(key));

  expect([...(await store.scan('shenma:'))].sort()).toEqual([...keys].sort());
  expect(Object.fromEntries(await store.read(keys))).toEqual(
    Object.fromEntries(keys.map((key) => [key, JSON.stringify(key)])),
  );
});

test('long keys that differ in the case of letters have files too', async () => {
  const { store } = await setUp();
  const keys = ['a', 'A', 'É', 'é'].flatMap((letter) => [100, 250].map((n) => `shenma:tools:${letter.repeat(n)}.x:y`));

  for (const key of keys) await store.write(key, '1');

  expect([...(await store.scan('shenma:'))].sort()).toEqual([...keys].sort());
});

test.each([`shenma:environs:${'é'.repeat(1000)}`, `shenma:environs:${'a:'.repeat(200)}a`])(
  'a key whose path no file can have is refused, and leaves nothing behind',
  async (key) => {
    const { store, place } = await setUp();
    await expect(store.write(key, '1')).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    expect(await readdir(place)).toEqual([]);
  },
);

test('a folder that cannot be made leaves the store down with the reason', async () => {
  const folder = await temporaryFolder();
  onTestFinished(() => folder[Symbol.asyncDispose]());
  await writeFile(join(folder.path, 'file'), '');
  const store = await openFolderStore({ folder: join(folder.path, 'file', 'prompts'), log: silentLogger });
  onTestFinished(() => store[Symbol.asyncDispose]());

  expect(store.state.value).toMatchObject({ state: 'down', reason: expect.stringContaining('ENOTDIR') });
  await expect(store.scan('shenma:')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
});

test.each<[string, unknown]>([
  ['more than YAML is read for', { a: 'x'.repeat(1_500_000) }],
  ['nested deeply', Array.from({ length: 120 }).reduce<unknown>((inner) => [inner], 1)],
  ['nested absurdly', JSON.parse(`${'['.repeat(900)}${']'.repeat(900)}`)],
  ['that begins with a mark of order', '\ufeffq'],
  ['with blank lines before', { a: '  \nHello {{.args.x}}' }],
  ['with blanks after', { a: 'Hello\n   \n' }],
  ['with a tab', { a: '\t\nHello' }],
  ['of half a character', { a: '\ud800' }],
])('what YAML does not give back is still there: a value %s', async (_name, value) => {
  const { store, place, readOne } = await setUp({ 'environs/y.yaml': '# mine\na: |\n  old\n' });

  await store.write('shenma:environs:y', JSON.stringify(value));

  expect(JSON.parse((await readOne('shenma:environs:y')) ?? '')).toEqual(value);
  expect(await store.scan('shenma:')).toEqual(['shenma:environs:y']);
  expect(store.problems.value).toEqual([]);
  const names = await readdir(join(place, 'environs'));
  const texts = await Promise.all(names.map((name) => readFile(join(place, 'environs', name), 'utf8')));
  expect(names.includes('y.yaml') || texts.some((text) => text.includes('# mine'))).toBe(true);
});

test.each([' \n', '\n x', '  \nHello\n   \n', '\t\nHello'])(
  'YAML with its comments stays YAML for the text %j',
  async (text) => {
    const { store, place, readOne } = await setUp({ 'environs/y.yaml': '# mine\na: |\n  old\n' });
    await store.write('shenma:environs:y', JSON.stringify({ a: text }));
    expect(await readOne('shenma:environs:y')).toBe(JSON.stringify({ a: text }));
    expect(await readFile(join(place, 'environs/y.yaml'), 'utf8')).toContain('# mine');
  },
);

test('a YAML file that cannot be read is kept beside what is written in its place', async () => {
  const { store, place, readOne } = await setUp({ 'environs/y.yaml': 'a: [1 # lost?' });

  await store.write('shenma:environs:y', '{"a":2}');

  expect(await readOne('shenma:environs:y')).toBe('{"a":2}');
  const names = await readdir(join(place, 'environs'));
  const kept = names.find((name) => name.includes('.broken-')) ?? '';
  expect(await readFile(join(place, 'environs', kept), 'utf8')).toBe('a: [1 # lost?');
  expect(await store.scan('shenma:')).toEqual(['shenma:environs:y']);
  expect(store.problems.value).toEqual([]);
});

test('a YAML file is read anew only when it was changed, and a very large one says what to do', async () => {
  const yaml = Array.from({ length: 1500 }, (_, n) => `- name: item ${n}\n  path: "src/${n}.ts"\n`).join('');
  const { store, place, put, readOne } = await setUp({ 'environs/a.yaml': yaml, 'environs/b.yaml': yaml.repeat(3) });
  const first = await readOne('shenma:environs:a');
  await utimes(join(place, 'environs/a.yaml'), 1, 1);
  await vi.waitFor(
    async () => {
      const before = process.cpuUsage();
      for (let time = 0; time < 5; time++) expect(await readOne('shenma:environs:a')).toBe(first);
      expect(process.cpuUsage(before).user).toBeLessThan(40_000);
    },
    { timeout: 8000, interval: 50 },
  );

  expect(await readOne('shenma:environs:b')).toBeUndefined();
  expect(store.problems.value).toEqual([expect.objectContaining({ message: expect.stringContaining('as JSON') })]);
  await put('environs/a.yaml', yaml.replace('item 7', 'item X'));
  await store.scan('shenma:');
  expect(await readOne('shenma:environs:a')).toContain('item X');
});

test('JSON that is no UTF-8 is kept beside what is written in its place', async () => {
  const { store, place, readOne } = await setUp({ 'environs/other.json': '1' });
  const bytes = Buffer.from('{"name": "J\xfcrgen"}', 'latin1');
  await writeFile(join(place, 'environs/name.json'), bytes);
  await store.scan('shenma:');
  expect(await readOne('shenma:environs:name')).toBeUndefined();

  await store.write('shenma:environs:name', '"new"');

  const names = await readdir(join(place, 'environs'));
  const kept = names.find((name) => name.includes('.broken-')) ?? '';
  expect(await readFile(join(place, 'environs', kept))).toEqual(bytes);
  expect(await readOne('shenma:environs:name')).toBe('"new"');
  expect(await store.scan('shenma:environs:')).toEqual(['shenma:environs:name', 'shenma:environs:other']);
});

test.each(['9007199254740993', '-12345678901234567890', '0.1234567890123456789', '1e400'])(
  'a number that YAML would round is kept to the letter: %s',
  async (number) => {
    const { store, readOne } = await setUp({ 'environs/y.yaml': 'a: 1 # mine' });
    const json = `{"a":${number},"b":"${number}"}`;
    await store.write('shenma:environs:y', json);
    expect(await readOne('shenma:environs:y')).toBe(json);
  },
);
