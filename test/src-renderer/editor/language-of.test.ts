import { expect, test } from 'vitest';
import { languageOfFile } from '../../../src-renderer/editor/language-of.ts';

test.each([
  ['src/Main.TS', 'typescript'],
  ['Makefile', 'plaintext'],
  ['notes.constructor', 'plaintext'],
  ['__proto__', 'plaintext'],
])('the language of %s is %s', (file, language) => {
  expect(languageOfFile(file)).toBe(language);
});
