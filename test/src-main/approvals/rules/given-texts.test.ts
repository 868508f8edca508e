// biome-ignore-all lint/suspicious/noTemplateCurlyInString: what bash expands stands in these lines
import { describe, expect, test } from 'vitest';
import { givenTexts, isGlob } from '../../../../src-main/approvals/rules/given-texts.ts';
import { lineFacts } from '../line-facts.ts';

/** Words of the last part with words, round by round; a glob in angle brackets, a variable with a dollar. */
async function rounds(line: string): Promise<string[] | undefined> {
  const facts = await lineFacts(line, { links: { '/w/link': '/etc/passwd' } });
  const index = facts.analysis.parts.findLastIndex(({ words }) => words.length > 0);
  const part = facts.analysis.parts[index];
  const shown = {
    literal: (text: string) => text,
    glob: (text: string) => `<${text}>`,
    variable: (text: string) => `$${text}`,
  };
  const given = part && givenTexts(part, { part: index, facts, workspace: '/w' });
  return given?.map((round) => round.map(({ kind, text }) => shown[kind](text)).join(' '));
}

describe('words that a rule may name', () => {
  test.each<[string, string[]]>([
    ['rm a "b c"', ['a b c']],
    ["rm '*' \\*", ['* *']],
    ['rm src/*.js', ['<src/*.js>']],
    ['echo $PATH "${HOME}"', ['$PATH $HOME']],
    ['rm', ['']],
    ['for f in a b; do rm "$f"; done', ['a', 'b']],
    ['for f in a b; do rm $f; done', ['a', 'b']],
    ['for f in a b; do rm -f "${f}" x; done', ['-f a x', '-f b x']],
    ['for f in "a b"; do rm "$f"; done', ['a b']],
    ['for f in *.ts; do rm "$f"; done', ['<*.ts>']],
    ['for f in a; do echo x; done; rm "$f"', ['$f']],
    ['for f in a b; do cp "$f" "$g"; done', ['a $g', 'b $g']],
  ])('%s', async (line, expected) => {
    expect(await rounds(line)).toEqual(expected);
  });
});

describe('words that are known only when it runs', () => {
  test.each([
    'rm $((1))',
    'rm src/$x',
    'rm "$x"y',
    'rm ${x:-/}',
    'rm $1 $@',
    'rm {a,b}',
    'rm ~/x',
    'rm [ab]',
    'rm "a"*',
    'rm *.{js,ts}',
    'for f in "a b"; do rm $f; done',
    'for f in "*"; do rm $f; done',
    'for f in *.ts; do rm $f; done',
    'for f in a -rf; do rm "$f"; done',
    'for f in a ""; do rm "$f"; done',
    'for f in a ../b; do rm "$f"; done',
    'for f in a /etc/passwd; do rm "$f"; done',
    'for f in .; do rm "$f"; done',
    'for f in .env; do cat "$f"; done',
    'for f in package.json; do touch "$f"; done',
    'for f in .git; do rm "$f"; done',
    'for f in link; do rm "$f"; done',
    'for f in a; do for g in b; do cp "$f" "$g"; done; done',
    `for f in ${Array.from({ length: 51 }, (_, at) => `a${at}`).join(' ')}; do rm "$f"; done`,
  ])('%s', async (line) => {
    expect(await rounds(line)).toBeUndefined();
  });
});

test.each([
  'for f in a; do f=/etc; rm "$f"; done',
  'for f in a; do read f; rm "$f"; done',
  'for f in a; do printf -v f /etc; rm "$f"; done',
  'for f in a; do eval f=/etc; rm "$f"; done',
  'for f in a; do . ./x; rm "$f"; done',
  'for f in a; do $x; rm "$f"; done',
  'for f in a; do rm "$f"; done; for f in /etc; do rm "$f"; done',
  'for PATH in a; do rm "$PATH"; done',
  'for f in $(ls); do rm "$f"; done',
  'for f in a {b,c}; do rm "$f"; done',
])('a variable that may be something else has no value of its loop: %s', async (line) => {
  expect(await rounds(line)).toEqual([expect.stringMatching(/^\$\w+$/)]);
});

test.each([
  ['*', true],
  ['src/**/a?.ts', true],
  ['a', false],
  ['"*"', false],
  ['\\*', false],
  ['a"b"*', false],
  ['[a]', false],
  ['*{a,b}', false],
  ['~/*', false],
  ['$x*', false],
  ['*~', false],
  ['*.é', true],
])('%s is nothing but a pattern: %s', async (word, isSo) => {
  const { analysis } = await lineFacts(`rm ${word}`);
  const given = analysis.parts[0]?.words[1];
  expect(given && isGlob(given)).toBe(isSo);
});
