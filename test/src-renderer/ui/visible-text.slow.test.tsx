import { render, screen } from '@testing-library/react';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { visibleParts } from '../../../src-renderer/ui/hidden-characters.ts';
import { VisibleText } from '../../../src-renderer/ui/visible-text.tsx';
import { anyCharacter } from '../../support/any-character.ts';

const codes = (text: string) => visibleParts(text).flatMap((part) => (part.kind === 'hidden' ? [part.code] : []));

describe('hidden characters', () => {
  test.each([
    ['a right-to-left override', 'file\u202etxt.exe', ['U+202E']],
    ['isolates', '\u2066x\u2069', ['U+2066', 'U+2069']],
    ['a zero-width space', 'rm\u200b -rf', ['U+200B']],
    ['an escape', '\u001b[31mred', ['U+001B']],
    ['a lone carriage return', 'safe\rrm -rf /', ['U+000D']],
    ['NUL and DEL', '\u0000\u007f', ['U+0000', 'U+007F']],
    ['C1 controls', '\u009b', ['U+009B']],
    ['tag characters', 'a\u{e0041}\u{e007f}', ['U+E0041', 'U+E007F']],
    ['a variation selector on a letter', 'a\ufe0f', ['U+FE0F']],
    ['supplementary variation selectors', 'a\u{e0100}', ['U+E0100']],
    ['a joiner between letters', 'pay\u200dpal', ['U+200D']],
    ['a byte order mark', '\ufeffx', ['U+FEFF']],
    ['fillers that look empty', '\u3164\uffa0\u2800', ['U+3164', 'U+FFA0', 'U+2800']],
    ['line and paragraph separators', '\u2028\u2029', ['U+2028', 'U+2029']],
    ['a soft hyphen', 'pass\u00adword', ['U+00AD']],
  ])('%s is named', (_, text, expected) => {
    expect(codes(text)).toEqual(expected);
  });

  test.each([
    ['tabs, line feeds and CRLF', 'a\tb\nc\r\nd'],
    ['emoji with a selector', '❤️ ☺️'],
    ['families and professions', '👩‍👩‍👧‍👦 👩🏽‍💻 🏳️‍🌈'],
    ['flags, by letters and by tags', '🇩🇪 🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}'],
    ['keycaps', '1️⃣ #️⃣'],
    ['other scripts', 'Ελληνικά العربية हिन्दी 漢字'],
  ])('%s are ordinary', (_, text) => {
    expect(codes(text)).toEqual([]);
  });

  test('every character is either shown or named, in order', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 60 }), (text) => {
        const joined = visibleParts(text)
          .map((part) =>
            part.kind === 'text'
              ? part.text
              : String.fromCodePoint(Number.parseInt(part.code.slice(2), 16)).repeat(part.count),
          )
          .join('');
        expect(joined).toBe(text);
      }),
    );
  });

  test('a run of one character is one box that counts them', () => {
    expect(visibleParts('a\u200b\u200b\u200bb')).toEqual([
      { kind: 'text', text: 'a' },
      { kind: 'hidden', code: 'U+200B', name: 'zero-width space', count: 3 },
      { kind: 'text', text: 'b' },
    ]);
  });

  test.each([
    ['zero-width spaces', '\u200b'],
    ['joiners', '\u200d'],
    ['letters and zero-width spaces', 'a\u200b'],
    ['selectors', '\ufe0f'],
    ['tags', '\u{e0041}'],
  ])('200,000 %s are few parts, in a time that grows with the text', (_, text) => {
    const start = performance.now();
    expect(visibleParts(text.repeat(200_000)).length).toBeLessThan(5000);
    expect(performance.now() - start).toBeLessThan(5000);
  });
});

test('a hidden character is drawn as a box with its name and number', () => {
  const { unmount } = render(
    <p>
      <VisibleText text={'invoice\u202efdp.exe'} />
    </p>,
  );
  expect(screen.getByRole('img', { name: 'right-to-left override, U+202E' }).textContent).toBe('U+202E');
  expect(screen.getByRole('paragraph').textContent).toBe('invoiceU+202Efdp.exe');
  unmount();
});
