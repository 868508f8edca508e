import { expect, test } from 'vitest';
import { analyse } from '#shell-analysis';

test.each([
  ['xargs cat', ['read undefined']],
  ['xargs cat a', ['read a', 'read undefined']],
  ['xargs -n 1 grep x', ['read undefined']],
  ['xargs grep', ['read undefined']],
  ['xargs -I{} cat a/{}', ['read a/{}', 'read undefined']],
  ['xargs -I% cat a %', ['read a', 'read %', 'read undefined']],
  ['xargs --replace cat {}', ['read {}', 'read undefined']],
  ['xargs -I{} cat a', ['read a']],
  ['xargs -I{} grep {} a', ['read a']],
  ['xargs /usr/bin/wc -l', ['read undefined']],
  ['xargs -a list cat', ['read list', 'read undefined']],
  ['xargs echo', []],
  ['xargs basename', []],
  ['xargs', []],
  ['xargs uniq', ['read undefined']],
  ['parallel cat < list', ['read list', 'read undefined']],
])('%s: %j', (line, expected) => {
  const { effects } = analyse(line);
  expect([...new Set(effects.map(({ kind, target }) => `${kind} ${target}`))]).toEqual(expected);
});

test.each([
  'git ls-files | xargs wc -l',
  'git ls-files -m --exclude-standard | head -n 20 | xargs cat',
  'git diff --name-only HEAD | xargs head -n 3',
  'rg --files | grep -v test | xargs wc -l',
])('%s reads nothing beyond what the line means', (line) => {
  const { effects } = analyse(line);
  expect(effects.filter(({ kind, target }) => kind === 'read' && target === undefined)).toEqual([]);
});

test.each([
  'git diff --name-only --line-prefix=/etc/ | xargs cat',
  'git diff --no-index --name-only /a /b | xargs cat',
  'git ls-files --format=%x2fetc | xargs cat',
  'ls "$x" | xargs cat',
  'rg -l foo | grep -o x | xargs cat',
  'grep -fl list | xargs cat',
  'ls | xargs cat < list',
])('%s reads what is known only when it runs', (line) => {
  const { effects } = analyse(line);
  expect(effects.some(({ kind, target }) => kind === 'read' && target === undefined)).toBe(true);
});
