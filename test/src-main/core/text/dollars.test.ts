import { expect, test } from 'vitest';
import { dollars } from '#core/text/dollars';

test.each([
  [0, '$0.00'],
  [5e-7, '$0.0000005'],
  [1.234e-8, '$0.000000012'],
  [0.00123, '$0.0012'],
  [0.05, '$0.05'],
  [0.0999, '$0.10'],
  [0.1, '$0.10'],
  [12.345, '$12.35'],
  [1234, '$1234.00'],
])('%d dollars are written as %s', (amount, text) => {
  expect(dollars(amount)).toBe(text);
});
