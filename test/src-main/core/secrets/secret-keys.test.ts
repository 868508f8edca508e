import { expect, test } from 'vitest';
import { findKeys, KEY_PLACEHOLDER, keyValues, redactFound } from '#core/secrets/secret-keys';

const SECRET = 'secret-of-main';

test.each([
  ['as text', `profiles:\n  main:\n    key: ${SECRET}\n`],
  ['in quotes', `profiles:\n  main: {"key": "${SECRET}"}\n`],
  ['as a block', `profiles:\n  main:\n    key: |\n      ${SECRET}\n    model: x\n`],
  ['behind an alias', `of: &of ${SECRET}\nprofiles:\n  main: {key: *of}\n`],
  ['in a map behind an alias', `of: &of {key: ${SECRET}}\nprofiles:\n  main: *of\n`],
  ['in a section behind an alias', `of: &of\n  main: {key: ${SECRET}}\nprofiles: *of\n`],
  ['in a text that is no YAML', `profiles:\n  main:\n    key: ${SECRET}\n  other: [\n`],
])('a key %s is found and blanked', (_, text) => {
  const found = findKeys(text, ['profiles']);
  expect(keyValues(found)).toEqual([SECRET]);
  const shown = redactFound(text, found);
  expect(shown).not.toContain(SECRET);
  expect(shown).toContain(KEY_PLACEHOLDER);
});
