import { expect, test } from 'vitest';
import { analyse } from '#shell-analysis';

const effects = (line: string) =>
  analyse(line).effects.map(({ kind, target, isRecursive }) => `${kind} ${target}${isRecursive ? ' and below' : ''}`);

test.each([
  ['mktemp -t aXXX', ['write undefined']],
  ['mktemp -p b ../../aXXX', ['write undefined']],
  ['mktemp a/bXXX', ['write a/bXXX']],
  ['tar -xPf a', ['read a and below', 'write undefined and below', 'write . and below']],
  ['tar -cPf a b', ['write a and below', 'read b and below']],
  ['zip a b', ['write a.zip', 'read b']],
  ['zip a.b/c b', ['write a.b/c.zip', 'read b']],
  ['zip .a b', ['write .a', 'read b']],
  ['zip - b', ['read b']],
  ['zip "$x" b', ['write undefined', 'read b']],
  ['fakeroot -s a -i b true', ['write a', 'read b']],
  ['rlwrap -l a -H b -f c true', ['write a', 'write b', 'read c']],
  ["sed -n 'w a b;p' f", ['write a b;p', 'read f']],
  ["sed -e p -e '1w a' -e 'r b' f", ['write a', 'read b', 'read f']],
  ["sed 's/x/y/gw  a' f", ['write a', 'read f']],
  ["sed '/x/{w a}' f", ['write a}', 'read f']],
  ["sed -i 'R b\nw /dev/stdout' f", ['read b', 'write /dev/stdout', 'read f', 'write f']],
  ["sed 'y/w/x/;a w b' f", ['read f']],
  ["sed 'w' f", ['read f']],
  ['curl -qO http://h/a/b', ['send h', 'write ./b']],
  ['curl -qO "http://h/a/.envrc?x=1#y"', ['send h', 'write ./.envrc']],
  ['curl -qO --output-dir d http://h/a/b', ['send h', 'write d/b']],
  ['curl -qO -O http://h/a http://h/b', ['send h', 'send h', 'write ./a', 'write ./b']],
  ['curl -qO http://h/', ['send h', 'write .']],
  ['curl -qO "http://h/{a,b}"', ['send h', 'write undefined']],
  ['curl -qOJ http://h/a', ['send h', 'write undefined']],
  ['curl -qO --url http://h/a', ['send h', 'write ./a']],
  ['wget http://h/a/b', ['send h', 'write ./b']],
  ['wget "http://h/a/b?x=c/d#y"', ['send h', 'write ./b?x=c%2Fd']],
  ['wget -P d h/a/.envrc', ['send h', 'write d/.envrc']],
  ['wget http://h/%2eenvrc', ['send h', 'write undefined']],
  ['wget http://h', ['send h', 'write ./index.html']],
  ['wget http://h/', ['send h', 'write ./index.html']],
  ['wget -r http://h/a', ['send h and below', 'write . and below']],
  ['wget "$x"', ['send undefined', 'write undefined']],
] as const)('%j: %j', (line, expected) => {
  expect(effects(line)).toEqual(expected);
});

test('a command that runs when a word is completed, or a key is pressed, is one of the line', () => {
  const programs = (line: string) => analyse(line).parts.map(({ program }) => program);
  const doubts = (line: string) => analyse(line).unknown.map(({ code }) => code);

  expect(programs("complete -C 'touch x' git")).toEqual(['complete', 'touch']);
  expect(programs("complete -o nospace -C 'touch x' git")).toEqual(['complete', 'touch']);
  expect(doubts("complete -C 'touch x' git")).toEqual(['shadows-program']);
  expect(doubts(`bind -x '"a": touch x'`)).toEqual(['unsure-option', 'shell-mode']);
  expect(effects('bind -f keys')).toEqual(['read keys']);
});
