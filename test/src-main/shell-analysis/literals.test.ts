// biome-ignore-all lint/suspicious/noTemplateCurlyInString: expansions of the shell
import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { analyse } from '#shell-analysis';

/** Generator of everything a shell's quoting consists of, and what it might stumble over. */
const PIECE = fc.oneof(
  fc.constantFrom(
    'a',
    'B7',
    '.',
    '/',
    '-',
    '=',
    ':',
    '~',
    '~/x',
    '{',
    '}',
    '{a,b}',
    '{1..3}',
    ',',
    '*',
    '?',
    '[',
    ']',
    '[ab]',
    '!',
    '#',

    '$',
    '$x',
    '${x}',
    '$(echo q)',
    '`echo q`',
    '$((1+1))',
    '%',
    '@',
    '^',
    '+',
    'é',
    '😀',
    '\\\n',
    '\\ ',
    '\\"',
    "\\'",

    '\\\\',
    '\\$',
    '\\n',
    '\\*',
    '\\~',
    '\\{',
    '"',
    "'",
    '\\,',
    '\\`',
    '$"a"',
    '!x',
    '$-',
    '$@',
    '@(',
    '&&',
    '$[1]',

    "''",
    '""',
    "'$x'",
    "' '",
    '"a b"',
    '"\\$x"',
    '"\\a"',
    '"$"',
    '"`"',
    '"!"',
    '"\\\n"',
    "'\\'",
    '"~"',
    '"*"',
    '"{a,b}"',

    "$'a'",
    "$'\\n'",
    "$'\\x41'",
    "$'\\x{41}'",
    "$'\\101'",
    "$'\\''",
    "$'\\u41'",
    "$'\\q'",
    "$'\\e'",
    "$'\\cA'",
    "$'\\0b'",
    "$'\\xe9'",
  ),
  fc.string({ maxLength: 3, unit: fc.constantFrom(...'ab\\\'"$`*?[]{},~!#=: \t') }),
);

const WORD = fc.array(PIECE, { minLength: 1, maxLength: 6 }).map((pieces) => pieces.join(''));
const COUNT = process.env.SIGMA_TEST_LONG === '1' ? 10_000 : 100;
/** Many lines in one bash: each in a subshell of its own, so that what is no bash does not end the others. */
const AT_ONCE = 100;

function printedBy(words: readonly string[]): (string[] | undefined)[] {
  const each = `for line; do (eval "$line"; wait) 2>/dev/null; printf '<--end-->'; done`;
  const lines = words.map((word) => `printf '%s\\0' ${word}`);
  const out = execFileSync('bash', ['--norc', '--noprofile', '-c', each, 'bash', ...lines], {
    encoding: 'utf8',
    env: { PATH: '/usr/bin:/bin', HOME: '/home/nobody', LC_ALL: 'C.UTF-8' },
    cwd: '/',
  });
  return out.split('<--end-->').map((one) => (one.endsWith('\0') ? one.slice(0, -1).split('\0') : undefined));
}

describe('the literal of a word', () => {
  test('is what bash makes of it', () => {
    const sample = fc.sample(WORD, COUNT);
    let literals = 0;
    for (let at = 0; at < sample.length; at += AT_ONCE) {
      const words = sample.slice(at, at + AT_ONCE);
      const printed = printedBy(words);
      for (const [index, word] of words.entries()) {
        const analysis = analyse(`printf '%s\\0' ${word}`);
        const given = analysis.parts[0]?.words.slice(2) ?? [];
        const isSure =
          analysis.unknown.length === 0 && analysis.parts.length === 1 && analysis.parts[0]?.redirections.length === 0;
        if (!isSure || given.length === 0 || given.some(({ literal }) => literal === undefined)) continue;
        literals += 1;
        expect([word, printed[index]]).toEqual([word, given.map(({ literal }) => literal)]);
      }
    }
    expect(literals).toBeGreaterThan(sample.length / 10);
  });

  test.each([
    ['plain', 'plain'],
    ["'a b'", 'a b'],
    ['"a b"', 'a b'],
    ['a\\ b', 'a b'],
    ["$'\\x74ouch'", 'touch'],
    ["$'a\\tb'", 'a\tb'],
    ['"a\\$b"', 'a$b'],
    ['"a\\qb"', 'a\\qb'],
    ['a\\\nb', 'ab'],
    ['"a\\\nb"', 'ab'],
    ['{}', '{}'],
    ['a"{b,c}"', 'a{b,c}'],
    ['"~"/x', '~/x'],
    ['a#b', 'a#b'],
    ['$', '$'],
    ['!x', '!x'],
    ['a~b', 'a~b'],
    ['+%F', '+%F'],
  ])('%s is %j', (word, literal) => {
    expect(analyse(`echo ${word}`).parts[0]?.words[1]?.literal).toBe(literal);
  });

  test.each([
    ['$x', 'parameter'],
    ['"$x"', 'parameter'],
    ['${x:-y}', 'parameter'],
    ['$"x"', 'parameter'],
    ["$'\\x{2e}\\x{2e}/x'", 'parameter'],
    ['"$\\\n(x)"', 'parameter'],
    ['$(x)', 'command'],
    ['"`x`"', 'command'],
    ['<(x)', 'process'],
    ['$((1))', 'arithmetic'],
    ['*.md', 'glob'],
    ['[ab]c', 'glob'],
    ['~', 'tilde'],
    ['a=~/x', 'tilde'],
    ['{a,b}', 'brace'],
    ['{1..9}', 'brace'],
  ])('%s has none, being a %s', (word, expansion) => {
    const [, given] = analyse(`echo ${word}`).parts[0]?.words ?? [];
    expect(given?.literal).toBeUndefined();
    expect(given?.expansions).toContain(expansion);
  });
});
