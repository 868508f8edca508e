import { describe, expect, test } from 'vitest';
import { readAwk } from '../../../src-main/shell-analysis/programs/scripts/awk-program.ts';

describe('what only prints, and ends, is known to', () => {
  test.each([
    '',
    '1',
    '{print $1}',
    '{ print $NF / 2, $1/2/3 }',
    '/a(b|c)/ && !/[(]/ { print }',
    '$1 ~ /^[a-z]+$/ { n++ } END { print n }',
    '{ if ($1 > 2) print; else print "a > b" }',
    '{ if ($2 ~ /x/) /y/ }',
    '$1 > 5',
    'NR > 1 && $3 >= 2 { s += $3 } END { printf "%d\\n", s }',
    '{ for (i = 1; i <= NF; i++) if (($i) > m) x++ }',
    '{ for (k in seen) print k, seen[k] }',
    '{ print ($1 > 2), (a > b) }',
    'BEGIN { FS = ":" }\n{ print $1 }\n/x/',
    'BEGIN { print 1 }\n\n  /[(]/ { print $1 }',
    '{ gsub(/\\//, "-"); print toupper($0) }',
    '{ print "system(x) > f" }',
    '{ print length * 2 }',
  ])('%s', (program) => {
    expect(readAwk(program)).toMatchObject({ problem: undefined, reachesOut: false });
  });
});

describe('what writes, reads or runs is not', () => {
  test.each([
    ['{ print > "f" }', 'writes a file'],
    ['{ print >> "f" }', 'writes a file'],
    ['{ print (1) > "f" }', 'writes a file'],
    ['{ printf("%s", $1) > FILENAME }', 'writes a file'],
    ['{ print | "sh" }', 'not understood'],
    ['{ print |& "sh" }', 'not understood'],
    ['BEGIN { system("id") }', 'awk function system'],
    ['BEGIN { system ("id") }', 'awk function system'],
    ['BEGIN { "id" | getline x }', 'not understood'],
    ['{ getline }', 'getline'],
    ['{ getline x < "/etc/passwd" }', 'getline'],
    ['BEGIN { print ENVIRON["HOME"] }', 'ENVIRON'],
    ['BEGIN { ARGV[1] = "/etc/passwd" }', 'ARGV'],
    ['BEGIN { f = "system"; @f("id") }', 'not understood'],
    ['@load "x"', 'not understood'],
    ['function f() { f() } { f() }', 'function'],
    ['BEGIN { while (1) ; }', 'awk function while'],
    ['BEGIN { for (;;) ; }', 'awk function for'],
    ['# a comment\n{ print }', 'not understood'],
    ['{ print \\\n > "f" }', 'not understood'],
    ['{ print "a }', 'not understood'],
    ['{ print ) }', 'not understood'],
    ['{ рrint }', 'not understood'],
  ])('%s', (program, why) => {
    expect(readAwk(program).problem).toContain(why);
  });
});

describe('a slash that divides for one reader and begins a pattern for the other hides nothing', () => {
  test.each([
    '{ if (0) exit /[(]/; print > "f" }',
    '{ if (1) /[(]/; print > "f" }',
    '{ if ((1) && (2)) /[(]/; print > "f" }',
    'NR == 1\n/[(]/ { print > "f" }',
    '{ a[1]\n/[(]/; print > "f" }',
    'BEGIN { x = /a/ /2; system("id"); y = 1/ 3 }',
    'BEGIN { x = !/a/\t/2; system("id"); y = 1/ 3 }',
    'BEGIN { x = length /2; system("id"); y = 1/ 3 }',
    '{ print length /[(]/; print > "f"; z = 1/2 }',
    'BEGIN { x++ /2; system("id"); y = 1/ 3 }',
    'BEGIN { x-- / 2; system("id"); y = 1/ 3 }',
  ])('%s', (program) => {
    expect(readAwk(program)).toMatchObject({ problem: expect.any(String), reachesOut: true });
  });
});

test.each([
  ['{ NF = 3 }', 'changes NF'],
  ['{ for (i = 1; i <= NF; i++) NF += 1 }', 'changes NF'],
  ['{ for (i = 1; i <= NF; i++) i = 1 }', "a loop's variable"],
  ['{ for (i = 1; i <= NF; i++) --i }', "a loop's variable"],
  ['{ for (i = 1; i <= 99999; i++) print }', 'awk function for'],
  ['{ for (i = 1; i <= NF; j++) print }', 'awk function for'],
])('a loop that may not end is none that is known: %s', (program, why) => {
  expect(readAwk(program).problem).toContain(why);
});

test.each([
  ['{ print; exit }', true],
  ['BEGIN { print 1 }', true],
  ['{ print }', false],
  ['{ exited = 1 }', false],
])('whether it may end before its input does: %s', (program, endsEarly) => {
  expect(readAwk(program).endsEarly).toBe(endsEarly);
});

test('a long program takes no longer than its length', () => {
  const since = performance.now();
  for (const piece of ['/[(]', '"\\"', 'if(', 'for(i=1;', '[[:a:]', 'x/']) readAwk(piece.repeat(20_000));
  expect(performance.now() - since).toBeLessThan(2000);
});
