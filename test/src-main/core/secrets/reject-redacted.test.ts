import { expect, test } from 'vitest';
import { REDACTED } from '#core/secrets/redact';
import { rejectRedacted } from '#core/secrets/reject-redacted';

const FILE = `# once pasted: ${REDACTED}\nkey: sk-0123456789\n`;

test('a secret that is shown redacted is not written over, also where the file has such a mark of its own', () => {
  const shown = FILE.replace('sk-0123456789', REDACTED);
  expect(() => rejectRedacted(shown, FILE, '/f.yaml')).toThrow('A secret in this text is shown as');
  expect(() => rejectRedacted(shown.replace(/^#.*\n/, ''), FILE, '/f.yaml')).toThrow('A secret in this text');
  expect(() => rejectRedacted(`key: ${REDACTED}`, 'key: sk-0123456789', '/f.yaml')).toThrow('A secret in this text');
});

test('a mark that the file has itself may stay, or go', () => {
  for (const text of [FILE, `${FILE}more: 1\r\n`, FILE.replaceAll('\n', '\r\n'), 'key: other\n', `  ${FILE}`]) {
    expect(() => rejectRedacted(text, FILE, '/f.yaml')).not.toThrow();
  }
});

test('a secret whose line is then written as one of the file’s own is not written over', () => {
  const file = `a:\n  key: ${REDACTED}\nb:\n  key: sk-0123456789\n`;
  const shown = file.replace('sk-0123456789', REDACTED);
  expect(() => rejectRedacted(shown, file, '/f.yaml')).toThrow('A secret in this text is shown as');
  expect(() => rejectRedacted(`${file}more: 1\n`, file, '/f.yaml')).not.toThrow();
});
