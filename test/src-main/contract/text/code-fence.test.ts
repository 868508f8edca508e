import { expect, test } from 'vitest';
import { codeFence } from '#contract/code-fence';

test.each([
  ['plain', undefined, '```'],
  ['a `name`', undefined, '```'],
  ['```js\n```', undefined, '````'],
  ['a `name`', 1, '``'],
  ['plain', 1, '`'],
  ['``````', 5, '```````'],
  ['````', 5, '`````'],
])('%j, at least %s: %s', (text, fewest, fence) => {
  expect(codeFence(text, fewest)).toBe(fence);
});

test('a text of very many short runs has a fence, too', () => {
  expect(codeFence('` '.repeat(500_000))).toBe('```');
});
