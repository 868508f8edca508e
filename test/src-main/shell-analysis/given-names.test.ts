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
