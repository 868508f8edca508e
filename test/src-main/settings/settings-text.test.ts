import { expect, test } from 'vitest';
import { parseSettings } from '../../../src-main/settings/settings-text.ts';

test.each([
  ['brackets', '['.repeat(900_000)],
  ['braces', '{a: '.repeat(200_000)],
  ['dashes', `${'- '.repeat(100_000)}x`],
  ['indentation', Array.from({ length: 1000 }, (_, depth) => `${' '.repeat(depth)}a:`).join('\n')],
])('a file of nothing but %s is refused before it is parsed', (_, text) => {
  const { settings, problems } = parseSettings(text);
  expect(settings).toBeUndefined();
  expect(problems[0]?.message).toBeTruthy();
});

test('brackets inside of a text nest nothing', () => {
  const text = `keys:\n  view.changes: "${'['.repeat(500)}"\n`;
  expect(parseSettings(text).settings?.keys['view.changes']).toBe('['.repeat(500));
});
