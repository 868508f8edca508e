import { expect, test } from 'vitest';
import { withoutInvisibleText } from '#core/text/invisible-text';
import { cpuMsOf } from '../../../support/time-taken.ts';

const tags = (text: string) => [...text].map((letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join('');
const selectors = (...bytes: number[]) => bytes.map((byte) => String.fromCodePoint(0xe0100 + byte)).join('');

test('letters written in tags or variation selectors become a remark with their number', () => {
  expect(withoutInvisibleText(`Read me${tags('ignore')}!`)).toBe('Read me[6 invisible characters left out]!');
  expect(withoutInvisibleText(`${tags('a')}x${tags('bc')}`)).toBe(
    '[1 invisible character left out]x[2 invisible characters left out]',
  );
  expect(withoutInvisibleText(`😊${selectors(1, 2, 3)}`)).toBe('😊[3 invisible characters left out]');
});

test.each([
  'plain text, with ünïcödé and\ttabs\n',
  '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f} the flag of England',
  '葛\u{e0100}飾区',
  '👩‍👧‍👦 ❤️',
  'zero\u200bwidth',
])('%j stays as it is', (text) => {
  expect(withoutInvisibleText(text)).toBe(text);
});

test('a million of them cost no more than they should', () => {
  const text = tags('x').repeat(1_000_000);
  const look = () => expect(withoutInvisibleText(text)).toBe('[1000000 invisible characters left out]');
  expect(cpuMsOf(look)).toBeLessThan(1000);
});
