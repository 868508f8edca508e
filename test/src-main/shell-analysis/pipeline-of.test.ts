import { expect, test } from 'vitest';
import { pipelineOf } from '#shell-analysis';

test('a line is its members and their stages, as written', () => {
  const line = '# c\ncd x && FOO=1 ls "$(a)" 2>&1 |& \'head\' -5 ; # hi';
  const found = pipelineOf(line);
  expect(found).toMatchObject({
    statements: 1,
    isBackground: false,
    operators: ['&&'],
    trailing: '; # hi',
    errors: [],
  });
  expect(found?.members.map(({ text }) => text)).toEqual(['cd x', 'FOO=1 ls "$(a)" 2>&1 |& \'head\' -5']);
  const [first, second] = found?.members[1]?.stages ?? [];
  expect(first).toMatchObject({ text: 'FOO=1 ls "$(a)" 2>&1', hasSubstitution: true, isSimple: true });
  expect(second?.words.map(({ text, literal }) => [text, literal])).toEqual([
    ["'head'", 'head'],
    ['-5', '-5'],
  ]);
  expect(line.slice(0, second?.span.start)).toBe('# c\ncd x && FOO=1 ls "$(a)" 2>&1 |& ');
  expect(found?.members[1]?.pipes).toEqual(['|&']);
});

test.each([
  ['a | head; b', { statements: 2 }],
  ['a | head\nb', { statements: 2 }],
  ['a | head &', { isBackground: true }],
  ['! a | head', { members: [{ isNegated: true }] }],
  ['time a | head', { members: [{ isTimed: true }] }],
  ['cat <<E | head\nx\nE\n', { hasHereDocument: true }],
  ['a || b | head', { operators: ['||'] }],
  ['(a) | head', { members: [{ stages: [{ isSimple: false }, { isSimple: true }] }] }],
  ['a | { b; }', { members: [{ stages: [{ isSimple: true }, { isSimple: false }] }] }],
])('%j', (line, expected) => {
  expect(pipelineOf(line)).toMatchObject(expected);
});

test.each(['a | "head', 'a |', 'echo $(a'])('%j has errors', (line) => {
  expect(pipelineOf(line)?.errors).not.toEqual([]);
});

test.each(['', '  \n', '# only a comment', 'x'.repeat(70_000)])('there is nothing in %.20j', (line) => {
  expect(pipelineOf(line)).toBeUndefined();
});
