import { expect, test } from 'vitest';
import {
  terminalPieces,
  withoutColours,
  withoutSequences,
} from '../../../../src-main/contract/text/escape-sequences.ts';

const ESC = '\u001b';

test('a text is taken apart into stretches and sequences, in order', () => {
  const text = `a${ESC}[1;31mb${ESC}[?25l${ESC}]0;title\u0007c${ESC}[2 q${ESC}7`;

  expect([...terminalPieces(text)].map((piece) => [piece.text, piece.parameters, piece.letter])).toEqual([
    ['a', undefined, undefined],
    [`${ESC}[1;31m`, '1;31', 'm'],
    ['b', undefined, undefined],
    [`${ESC}[?25l`, '?25', 'l'],
    [`${ESC}]0;title\u0007`, undefined, undefined],
    ['c', undefined, undefined],
    [`${ESC}[2 q`, '2', 'q'],
    [`${ESC}7`, undefined, undefined],
  ]);
});

test('a sequence that is cut off loses its ESC and is text', () => {
  expect([...terminalPieces(`a${ESC}[12`)].map(({ text }) => text)).toEqual(['a', '[12']);
});

test('colours are taken out, and nothing else', () => {
  expect(withoutColours(`${ESC}[1ma${ESC}[38:2::1:2:3mb${ESC}[0m${ESC}[Kc`)).toBe(`ab${ESC}[Kc`);
});

test.each([
  ['control sequences', `a${ESC}[2J${ESC}[10;20Hb${ESC}[>4;2mc`, 'abc'],
  ['titles, ended by BEL or by ESC \\', `a${ESC}]0;x\u0007b${ESC}]8;;http://x${ESC}\\c`, 'abc'],
  ['character sets and saved cursors', `a${ESC}(Bb${ESC}7c${ESC}=`, 'abc'],
  ['what is no whole sequence stays', `a${ESC}[1`, `a${ESC}[1`],
])('%s', (_, text, plain) => {
  expect(withoutSequences(text)).toBe(plain);
});
