import { expect, test } from 'vitest';
import { REDACTED } from '#contract/redacted';
import { yamlToKeep } from '../../../../src-renderer/settings/file/yaml-to-keep.ts';

const FILE = 'profiles:\n  openai:\n    key: (key kept on this computer)\n';

test('lines that the file has are kept as they are', () => {
  expect(yamlToKeep(FILE, FILE)).toBe(FILE);
});

test.each([
  ['    key: sk-0123456789', `    key: ${REDACTED}`],
  ['    key: "sk 0123456789"', `    key: ${REDACTED}`],
  ["    'api_key': sk-0123456789 # mine", `    'api_key': ${REDACTED}`],
  ['    # key: sk-0123456789', `    # key: ${REDACTED}`],
  ['    key: "sk\\"0123"', `    key: ${REDACTED}`],
  ['    password: a{b,c', `    password: ${REDACTED}`],
  ['    password: a, b # c', `    password: ${REDACTED}`],
  ['    secrets: [{ token: "a, b", name: c }]', `    secrets: [{ token: ${REDACTED}, name: c }]`],
  ['    mine: { key: sk-0123456789, model: gpt }', `    mine: { key: ${REDACTED}, model: gpt }`],
  ['    base_url: http://me:word@host/v1', `    base_url: ${REDACTED}`],
])('%j is kept as %j', (typed, kept) => {
  expect(yamlToKeep(`${FILE}${typed}\n`, FILE)).toBe(`${FILE}${kept}\n`);
});

test.each([
  '    key: $OPENAI_API_KEY',
  `    key: $\{OPENAI_API_KEY}`,
  '    key:',
  '    max_tokens: 4000 # enough',
  '    base_url: http://localhost:8080/v1',
  '    prompt: "Keys: say what each does, http://example.invalid"',
])('%j is kept', (typed) => {
  expect(yamlToKeep(`${FILE}${typed}\n`, FILE)).toBe(`${FILE}${typed}\n`);
});

test('a secret in a block below its name is marked as removed, and what follows stays', () => {
  const text = 'a:\n  key: |\n    sk-01\n\n    sk-23\n  model: gpt\n';
  expect(yamlToKeep(text, '')).toBe(`a:\n  key: |\n    ${REDACTED}\n\n\n  model: gpt\n`);
});
