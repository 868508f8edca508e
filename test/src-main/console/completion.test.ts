// biome-ignore-all lint/suspicious/noTemplateCurlyInString: shell variables
import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { splitWords } from '#console';
import { completeChat, completeShell } from '../../../src-main/console/completion.ts';
import { type TemporaryFolder, temporaryFolder } from '../../support/temporary-folder.ts';

let folder: TemporaryFolder;
let place: Parameters<typeof completeShell>[2];

beforeAll(async () => {
  folder = await temporaryFolder();
  const { path } = folder;
  for (const name of ['bin', 'project', 'project/src', 'project/my docs']) await mkdir(join(path, name));
  for (const name of ['a.txt', 'a b.txt', 'src/main.ts', '.hidden', "it's $5", 'run.sh']) {
    await writeFile(join(path, 'project', name), 'x');
  }
  await chmod(join(path, 'project', 'run.sh'), 0o755);
  await symlink(join(path, 'project', 'src'), join(path, 'project', 'sources'));
  for (const name of ['gitk', 'git', 'give']) {
    await writeFile(join(path, 'bin', name), '');
    await chmod(join(path, 'bin', name), name === 'give' ? 0o644 : 0o755);
  }
  place = {
    cwd: join(path, 'project'),
    environment: { PATH: join(path, 'bin'), HOME: path, HOST: 'x', 'with-dash': '1' },
    home: path,
    builtins: ['cd', 'push', 'pwd'],
  };
});

afterAll(() => folder[Symbol.asyncDispose]());

/** Returns the line with each completion; `|` marks the cursor. */
async function complete(line: string, how = completeShell): Promise<string[]> {
  const cursor = line.indexOf('|');
  const text = line.replace('|', '');
  const { from, items } = await how(text, cursor, place);
  return items.map((item) => text.slice(0, from) + item.text + text.slice(cursor));
}

test.each<[string, string[]]>([
  ['gi|', ['git ', 'gitk ']],
  ['FOO=1 git|', ['FOO=1 git ', 'FOO=1 gitk ']],
  ['pu|', ['push ']],
  ['p|', ['push ', 'pwd ']],
  ['|', []],
  ['ls a|', ['ls a\\ b.txt ', 'ls a.txt ']],
  ['ls "a|', ['ls "a b.txt" ', 'ls "a.txt" ']],
  ["ls 'a |", ["ls 'a b.txt' "]],
  ['ls a\\ |', ['ls a\\ b.txt ']],
  ['ls it|', ["ls it\\'s\\ \\$5 "]],
  ["ls 'it|", ["ls 'it'\\''s $5' "]],
  ['ls "it|', ['ls "it\'s \\$5" ']],
  ['ls .h|', ['ls .hidden ']],
  ['ls src/|', ['ls src/main.ts ']],
  ['ls s|', ['ls sources/', 'ls src/']],
  ['ls ~/project/a.|', ['ls ~/project/a.txt ']],
  ['ls "~/project/a.|', []],
  ["ls '~/project/a.|", []],
  ['ls ~/"project/a.|', ['ls ~/project/a.txt ']],
  ['cd |', ['cd my\\ docs/', 'cd sources/', 'cd src/']],
  ['./|', ['./my\\ docs/', './run.sh ', './sources/', './src/']],
  ['ls x|gi|', []],
  ['echo $HO|', ['echo $HOME', 'echo $HOST']],
  ['echo "${HOM|', ['echo "${HOME}']],
  ["echo '$HO|", []],
  ['echo \\$HO|', []],
  ['ls nothing-there/|', []],
  ['gi| status', ['git  status', 'gitk  status']],
])('%s goes on with %j', async (line, lines) => {
  expect(await complete(line)).toEqual(lines);
});

test('after a pipe a command is wanted', async () => {
  const { from, items } = await completeShell('ls | gi', 7, place);
  expect([from, items.map(({ text }) => text)]).toEqual([5, ['git ', 'gitk ']]);
});

test('a name of two lines is read back as it is, however it is quoted', async () => {
  const name = 'two\nlines.txt';
  await writeFile(join(place.cwd, name), '');
  for (const line of ['ls tw|', 'ls "tw|', "ls 'tw|"]) {
    const [whole = ''] = await complete(line);
    expect(splitWords(whole, { variables: {}, home: folder.path })).toEqual(['ls', name]);
  }
});

test('what is completed is read back as the file it names', async () => {
  for (const line of ['ls a|', 'ls "a|', "ls 'a|", 'ls it|', "ls 'it|", 'ls "it|', 'ls my|']) {
    for (const whole of await complete(line)) {
      const closed = /^ls ['"][^ ]*\/$/.test(whole) ? whole + whole[3] : whole;
      const words = splitWords(closed, { variables: {}, home: folder.path });
      expect(words).toHaveLength(2);
      expect(['a b.txt', 'a.txt', "it's $5", 'my docs/']).toContain(words[1]);
    }
  }
});

test.each<[string, string[]]>([
  ['see @a|', ['see @"a b.txt" ', 'see @a.txt ']],
  ['see @"a |', ['see @"a b.txt" ']],
  ['@src/|', ['@src/main.ts ']],
  ['@my|', ['@"my docs/']],
  ['me@a|', []],
  ['a|', []],
])('in chat %s goes on with %j', async (text, texts) => {
  expect(await complete(text, completeChat)).toEqual(texts);
});

test('a folder of very many files offers a bounded number of them, and what all of them have in common', async () => {
  const many = join(folder.path, 'many');
  await mkdir(join(many, 'folder'), { recursive: true });
  await Promise.all(Array.from({ length: 1000 }, (_, at) => writeFile(join(many, `f${at + 1000}`), '')));
  const where = { ...place, cwd: many, environment: { PATH: many } };
  const inMany = async (line: string) => (await completeShell(line, line.length, where)).items.map(({ text }) => text);
  const files = await inMany('ls f');
  expect([files.length, files[0], files.at(-1)]).toEqual([200, 'f1000 ', 'folder/']);
  expect(await inMany('cd f')).toEqual(['folder/']);
  await chmod(join(many, 'f1999'), 0o755);
  expect([await inMany('./f'), await inMany('f')]).toEqual([['./f1999 ', './folder/'], ['f1999 ']]);
});
