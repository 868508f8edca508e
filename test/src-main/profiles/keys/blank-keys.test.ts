import { expect, test } from 'vitest';
import { KEY_PLACEHOLDER } from '#core/secrets/secret-keys';
import { blankKeys, restoreKeys } from '../../../../src-main/profiles/keys/blank-keys.ts';

const TEXT = `# of a: key-of-a-0123
profiles:
  a:
    key: key-of-a-0123
  # b had key-of-b-4567 first, then key-of-a-0123
  b:
    key: key-of-b-4567
`;

test('keys that comments have, too, are back where the text is saved as it was shown', () => {
  const shown = blankKeys(TEXT);
  expect(shown).not.toMatch(/0123|4567/);
  expect(restoreKeys(shown, TEXT).replaceAll('"', '')).toBe(TEXT);
});

test('a comment keeps its key where others were moved, and is left as it is shown where nobody knows', () => {
  const [first = '', ...rest] = blankKeys(TEXT).split('\n');
  const moved = [...rest.slice(0, -1), first, `# new: ${KEY_PLACEHOLDER}`, ''].join('\n');
  const restored = restoreKeys(moved, TEXT);
  expect(restored).toContain('\n# of a: key-of-a-0123\n');
  expect(restored).toContain(`\n# new: ${KEY_PLACEHOLDER}\n`);
});
