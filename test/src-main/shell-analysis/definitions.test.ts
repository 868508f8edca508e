import { expect, test } from 'vitest';
import { analyse, definitionsIn } from '#shell-analysis';

const definitions = (line: string) => {
  const { functions, aliases } = definitionsIn(analyse(line));
  return { functions: Object.fromEntries(functions), aliases: Object.fromEntries(aliases) };
};

test('functions with a body in braces, and aliases that are given literally', () => {
  expect(definitions('cd x; foo() { echo hi; }; function bar-2 { ls; }')).toEqual({
    functions: { foo: '{ echo hi; }', 'bar-2': '{ ls; }' },
    aliases: {},
  });
  expect(definitions(`alias ll='ls -l' q="a b"`)).toEqual({ functions: {}, aliases: { ll: 'ls -l', q: 'a b' } });
});

test('what else defines something is left out', () => {
  expect(definitions('f() ( ls ); alias x=$y; sudo alias z=w; echo "g() { x; }"; . ./file').functions).toEqual({});
  expect(definitions('alias x=$y; sudo alias z=w').aliases).toEqual({});
});
