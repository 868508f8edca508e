import { expect, test } from 'vitest';
import { REDACTED } from '#contract/redacted';
import { KEYS_NOT_KEPT, lacksKeys } from '../../../src-renderer/state/removed-keys.ts';

test.each([
  ['api_key: one', 'api_key: one', false],
  [`api_key: ${REDACTED}`, 'api_key: one', true],
  // A file may have the words itself.
  [`# ${REDACTED} is what the record says`, `# ${REDACTED} is what it says`, false],
])('%j over %j lacks keys: %j', (text, saved, isLacking) => {
  expect(lacksKeys(text, saved)).toBe(isLacking);
});

test('the words name what stands in place of a key', () => {
  expect(KEYS_NOT_KEPT).toContain(REDACTED);
});
