import { expect, test } from 'vitest';
import { formatFloat, printedText, sprint, sprintf, sprintln } from '../../../../src-main/template/values/index.ts';
import { Complex, EMPTY, FunctionValue, type TemplateValue, Uint8 } from '../../../../src-main/template/values.ts';

test.each<[TemplateValue, string]>([
  [undefined, '<no value>'],
  [null, '<no value>'],
  [EMPTY, ''],
  ['text', 'text'],
  [true, 'true'],
  [1_000_000n, '1000000'],
  [-9223372036854775808n, '-9223372036854775808'],
  [1_000_000, '1e+06'],
  [999_999.5, '999999.5'],
  [-0, '-0'],
  [0.0001, '0.0001'],
  [0.00001, '1e-05'],
  [5e-324, '5e-324'],
  [Number.NaN, 'NaN'],
  [Number.POSITIVE_INFINITY, '+Inf'],
  [new Uint8(101), '101'],
  [new Complex(1, -2), '(1-2i)'],
  [[null, 1, ['x', undefined], {}], '[<nil> 1 [x <nil>] map[]]'],
  [{ b: 1, a: { c: null } }, 'map[a:map[c:<nil>] b:1]'],
])('an action writes %o as %s', (value, text) => {
  expect(printedText(value)).toBe(text);
});

test('what nests deeper than the stack is printed, too', () => {
  let nested: TemplateValue = [];
  for (let depth = 0; depth < 50_000; depth++) nested = [nested];
  expect(printedText(nested)).toBe('['.repeat(50_001) + ']'.repeat(50_001));
});

test('print sets blanks between two that are both no strings, println between all', () => {
  expect(sprint([1n, 'a', 2n, 3n, 'b', 'c', 4.5, true, null])).toBe('1a2 3bc4.5 true <nil>');
  expect(sprint([1n, EMPTY, 2n])).toBe('12');
  expect(sprintln(['a', 'b', undefined])).toBe('a b <nil>\n');
  expect(sprintln([])).toBe('\n');
});

test('bytes printed one behind the other become their character', () => {
  expect(sprint(['\udce4', '\udcb8\udc96'])).toBe('世');
  expect(sprintf('%s%s', ['\udce4', '\udcb8\udc96'])).toBe('世');
});

test.each<[string, TemplateValue[], string]>([
  ['%s|%-8s|%8s|%.2s', ['héé', 'héé', 'héé', 'héé'], 'héé|héé     |     héé|hé'],
  ['%q %+q %#q', ['a"é', 'a"é', 'a"é'], '"a\\"é" "a\\"\\u00e9" `a"é`'],
  ['%.0f %.0f %.0f %.2f', [0.5, 1.5, 2.5, 1.125], '0 2 2 1.12'],
  ['%.3f %+.1f%% %8.0f|', [2.0005, 3.25, 1234], '2.001 +3.2%     1234|'],
  ['%.0f', [1e22], '10000000000000000000000'],
  ['%d %05d %+d %x %#o %b', [42n, 42n, 42n, 42n, 42n, 42n], '42 00042 +42 2a 052 101010'],
  ['%d', [3], '%!d(float64=3)'],
  ['%s', [null], '%!s(<nil>)'],
  ['%x %X %e', [3.5, -1, 1e6], '0x1.cp+01 -0X1P+00 1.000000e+06'],
  ['%c %U %#U %q', [128512n, 128512n, 128512n, 10n], "😀 U+1F600 U+1F600 '😀' '\\n'"],
  ['%v %#v %T', [new Uint8(65), new Uint8(65), new Uint8(65)], '65 0x41 uint8'],
  ['%#v', [{ a: ['x', null, 1] }], 'map[string]interface {}{"a":[]interface {}{"x", interface {}(nil), 1}}'],
  ['%d', [['a', 1n, null]], '[%!d(string=a) 1 <nil>]'],
  ['%[2]d %[1]d', [1n, 2n], '2 1'],
  ['%[3]d|%[x]d', [1n], '%!d(BADINDEX)|%!d(BADINDEX)'],
  ['[%*d] [%-*d] [%.*f]', [5n, 42n, 5n, 42n, 2n, 2.625], '[   42] [42   ] [2.62]'],
  ['[%*d] [%.*d]', [3, 42n, -1n, 7n], '[%!(BADWIDTH)42] [%!(BADPREC)7]'],
  ['%d %s', [1n], '1 %!s(MISSING)'],
  ['%d', [1n, 2n, 'x', null], '1%!(EXTRA int=2, string=x, <nil>)'],
  ['100%', [], '100%!(NOVERB)'],
  ['%!', [1n], '%!!(int=1)'],
  ['%%|%5%', [], '%|%'],
  ['%s|%5v|%d|%q|%T', [EMPTY, EMPTY, EMPTY, EMPTY, EMPTY], '|     ||""|string'],
])('printf %j of %o', (format, args, text) => {
  expect(sprintf(format, args)).toBe(text);
});

test('a function shows its type, and an address that is always the same', () => {
  const fn = new FunctionValue({ parameters: ['int', 'string'], result: 'string', call: () => '' });
  expect(sprintf('%T', [fn])).toBe('func(int, string) string');
  expect(sprintf('%v', [fn])).toBe('0xc000010000');
});

test('a width beyond a million digits of its own ends the format, as in Go', () => {
  expect(sprintf('%12345678d', [1n])).toBe('%!(NOVERB)%!(EXTRA int=1)');
  expect(sprintf('%999999d', [1n])).toHaveLength(999_999);
});

test('what would take more than 64 Mi units is not built', () => {
  expect(() => sprintf('%10000000v', [Array.from({ length: 20 }, () => 'x')])).toThrow('too long');
});

test('digits beyond what JavaScript rounds are exact', () => {
  expect(formatFloat(1e23, 'f', 2)).toBe('99999999999999991611392.00');
  expect(formatFloat(0.1, 'f', 110)).toBe(`0.1000000000000000055511151231257827021181583404541015625${'0'.repeat(55)}`);
  expect(formatFloat(5e-324, 'e', 120)).toMatch(/^4\.940656458412465.*e-324$/u);
  expect(formatFloat(2.5, 'e', 0)).toBe('2e+00');
  expect(formatFloat(9.5, 'e', 0)).toBe('1e+01');
  expect(formatFloat(1.5e22, 'g', 1)).toBe('2e+22');
});
