import { expect, test } from 'vitest';
import { analyse } from '#shell-analysis';

const effects = (line: string) => analyse(line).effects.map(({ kind, target }) => `${kind} ${target}`);
const programs = (line: string) => analyse(line).parts.map(({ program }) => program);

test.each([
  ['parallel touch ::: a b', ['write a', 'write b']],
  ['parallel touch {} ::: a', ['write a']],
  ["parallel 'echo x > {}' ::: /etc/a b", ['write /etc/a', 'write b']],
  ["parallel echo x '>' {} ::: /etc/a", ['write /etc/a']],
  ["parallel 'cp {} {}.bak' ::: a", ['read a', 'write a.bak']],
  ["parallel 'touch {.}' ::: a", ['write undefined']],
  ["parallel 'touch {1}{2}' ::: a ::: b", ['write undefined']],
  ['parallel touch ::: a :::+ b', ['write undefined']],
  ['parallel touch :::: list', ['write undefined']],
  ['parallel touch ::: "a b"', ['write undefined']],
  ['parallel touch ::: "$x"', ['write undefined']],
  ["parallel 'echo x > {}' < list", ['read list', 'write undefined']],
  ["parallel 'echo $x > y' ::: a", ['write y']],
  [`parallel "touch '{}'" ::: a`, ['run undefined', 'write {}']],
  ["parallel -I % 'touch %' ::: a", ['run undefined', 'write %']],
] as const)('%s: %j', (line, expected) => {
  expect(effects(line)).toEqual(expected);
});

test('the program that runs may be an argument', () => {
  expect(programs("parallel '{} x' ::: rm ls")).toEqual(['parallel', 'rm', 'ls']);
  expect(programs('parallel {} :::: list')).toEqual(['parallel', undefined]);
  expect(programs('parallel rm -rf ::: / x')).toEqual(['parallel', 'rm', 'rm']);
});
