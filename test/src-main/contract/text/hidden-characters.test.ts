import { expect, test } from 'vitest';
import { hiddenCodes } from '#contract/hidden-characters';

test.each([
  ['bidi override', 'a\u202eb', ['U+202E']],
  ['zero-width space', 'const env\u200bironment', ['U+200B']],
  ['escape', '\u001b[2J', ['U+001B']],
  ['tag characters', 'x\u{e0041}\u{e0042}', ['U+E0041', 'U+E0042']],
  ['line separator', '// ok\u2028exit()', ['U+2028']],
  ['variation selectors', 'x\ufe0f\ufe0e\u{e0101}', ['U+FE0F', 'U+FE0E', 'U+E0101']],
  ['carriage return within a line', 'echo safe\rrm -rf x', ['U+000D']],
])('%s is named', (_name, text, expected) => {
  expect(hiddenCodes(text)).toEqual(expected);
});

test.each(['plain text\twith tab\n', 'windows\r\nlines\r\n', '日本語', 'emoji 👩‍💻 ❤️ 👍🏽 👩🏽‍💻 1️⃣'])(
  '%j shows all it has',
  (text) => {
    expect(hiddenCodes(text)).toEqual([]);
  },
);
