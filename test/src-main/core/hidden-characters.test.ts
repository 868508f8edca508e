import { expect, test } from 'vitest';
import { hiddenCharacters } from '../../../src-main/core/hidden-characters.ts';

test.each([
  ['bidi override', 'a\u202eb', ['U+202E']],
  ['zero-width space', 'const env\u200bironment', ['U+200B']],
  ['escape', '\u001b[2J', ['U+001B']],
  ['tag characters', 'x\u{e0041}\u{e0042}', ['U+E0041', 'U+E0042']],
  ['line separator', '// ok\u2028exit()', ['U+2028']],
  ['carriage return within a line', 'echo safe\rrm -rf x', ['U+000D']],
])('%s is named', (_name, text, expected) => {
  expect(hiddenCharacters(text)).toEqual(expected);
});

test.each(['plain text\twith tab\n', 'windows\r\nlines\r\n', '日本語', 'emoji 👩‍💻 ❤️'])(
  '%j shows all it has',
  (text) => {
    expect(hiddenCharacters(text)).toEqual([]);
  },
);
