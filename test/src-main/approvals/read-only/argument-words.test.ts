// biome-ignore-all lint/suspicious/noTemplateCurlyInString: what bash expands stands in these words
import { posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { analyseSafely } from '#shell-analysis';
import { expandWord } from '../../../../src-main/approvals/read-only/argument-words.ts';
import { PathJudge } from '../../../../src-main/approvals/read-only/path-judge.ts';

const FOLDERS: Readonly<Record<string, readonly string[]>> = {
  '/project/': ['a.ts', 'b.ts', '-oX', '.env', 'src', 'odd[1].ts'],
  '/project/src/': ['c.ts', '.hidden.ts', 'deep'],
  '/project/src/deep/': ['d.ts'],
  '/project/many/': Array.from({ length: 1001 }, (_, at) => `${at}`),
};

const pathJudge = new PathJudge({
  roots: ['/project'],
  cwds: ['/project'],
  realpath: (path) => path.replace(/\/$/, ''),
  isFile: () => true,
  names: (folder) => FOLDERS[posix.normalize(`${folder}/`)],
  text: () => undefined,
});

/** Expands the last word of a command; the reason where it cannot. */
async function expanded(line: string, choice: Readonly<Record<string, string>> = {}) {
  const { parts } = await analyseSafely(line);
  const [part] = parts;
  const word = part?.words.at(-1);
  if (word === undefined) return undefined;
  const found = expandWord(word, pathJudge, part?.program ?? '', new Map(Object.entries(choice)));
  return 'why' in found ? found.why : found.words;
}

describe('a word is what its program will get', () => {
  test.each<[string, readonly string[]]>([
    ["cat 'a b'", ['a b']],
    ['cat ""', ['']],
    ["cat $'\\x61'", ['a']],
    ['cat \\*', ['*']],
    ['cat *.ts', ['a.ts', 'b.ts', 'odd[1].ts']],
    ['cat *', ['-oX', 'a.ts', 'b.ts', 'odd[1].ts', 'src']],
    ['cat ./*.ts', ['./a.ts', './b.ts', './odd[1].ts']],
    ['cat ?.ts', ['a.ts', 'b.ts']],
    ['cat */*.ts', ['src/c.ts']],
    ['cat src/*/d.ts', ['src/deep/d.ts']],
    ['cat src/.h*', ['src/.hidden.ts']],
    ['cat .e*', ['.env']],
    ['cat none*', ['none*']],
    ['cat */../a.ts', ['*/../a.ts']],
    ['echo $?', ['0']],
    ['echo "it was $?"', ['it was 0']],
    ['echo $((1+(2*3)))', ['0']],
    ['echo "$HOME:$PATH"', ['0:0']],
    ['printf "$?"', ['0']],
  ])('%s', async (line, words) => {
    expect(await expanded(line)).toEqual(words);
  });

  test.each<[string, readonly string[]]>([
    ['cat $f', ['src/c.ts']],
    ['cat "${f}x"', ['src/c.tsx']],
    ["cat $f'*'", ['src/c.ts*']],
    ['cat ./"$f".*', ['./src/c.ts.*']],
  ])('with a variable whose value is known: %s', async (line, words) => {
    expect(await expanded(line, { f: 'src/c.ts' })).toEqual(words);
  });
});

describe('what may be another word is not expanded', () => {
  test.each([
    ['cat $f', 'not literal'],
    ['cat $(ls)', 'not literal'],
    ['cat {a,b}', 'not literal'],
    ['cat ~/a', 'not literal'],
    ['cat $HOME', 'not literal'],
    ['cat $?', 'not literal'],
    ['cat $((1))', 'not literal'],
    ['echo $HOMEx', 'not literal'],
    ['echo $((x))', 'not literal'],
    ['echo $((1+$x))', 'not literal'],
    ['echo "$?`id`"', 'not literal'],
    ['echo "$LD_PRELOAD"', 'not literal'],
    ['printf "$HOME"', 'not literal'],
    ['printf $((1))', 'not literal'],
    ['cat [ab].ts', 'too involved'],
    ['cat "a"*', 'too involved'],
    ['cat @(a|b)', 'too involved'],
    [`cat ${'a'.repeat(200)}*`, 'too involved'],
    ['cat many/*', 'too many file names'],
    ['cat /etc/*', 'outside the workspace'],
    ['cat ../*', 'outside the workspace'],
  ])('%s', async (line, why) => {
    expect(await expanded(line)).toContain(why);
  });

  test.each([
    ['a b', 'may become several words'],
    ['*', 'may become several words'],
    ['', 'may become several words'],
    ['~', 'may become several words'],
  ])('without quotes, a variable that is %j', async (value, why) => {
    expect(await expanded('cat $f', { f: value })).toContain(why);
    expect(await expanded('cat "$f"', { f: value })).toEqual([value]);
  });
});

test('a pattern that begins with a dot may stand for the folder above, as it does before bash 5.2', async () => {
  expect(await expanded('grep -r x .*')).toEqual(['.', '..', '.env']);
  expect(await expanded('cat src/.*')).toContain('src/..');
  expect(await expanded('cat .?')).toEqual(['..']);
});

test('a pattern is not looked up where it is not certain where that is', async () => {
  const { parts } = await analyseSafely('cat *');
  const word = parts[0]?.words[1];
  const found = word && expandWord(word, pathJudge.from(['/project', '/project/src']), 'cat');
  expect(found).toEqual({ why: 'where a pattern of file names is looked up is not certain' });
});
