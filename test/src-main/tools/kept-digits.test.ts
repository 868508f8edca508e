import fc from 'fast-check';
import { expect, test } from 'vitest';
import { stringifyAsWritten } from '../../../src-main/tools/kept-digits.ts';
import '../../support/seeded-properties.ts';

test.each([
  ['{"a":12345678901234567890}', '{"a":12345678901234567890}'],
  ['{"a":1.0,"b":1}', '{"a":1,"b":1}'],
  ['{"a":0.12345678901234567890}', '{"a":0.12345678901234567890}'],
  ['{"a":1e400}', '{"a":1e400}'],
  ['{"a":"12345678901234567890 \\" 98765432109876543210"}', '{"a":"12345678901234567890 \\" 98765432109876543210"}'],
])('%s is written again with all its digits', (written, again) => {
  expect(stringifyAsWritten(JSON.parse(written), written)).toBe(again);
});

test.each(['{"a":12345678901234567890,"b":12345678901234567891}', '{"a":1e16,"b":10000000000000001}'])(
  'of %s it cannot be told which number is which',
  (written) => {
    expect(stringifyAsWritten(JSON.parse(written), written)).toBeUndefined();
  },
);

test('whatever is written is the same value when it is read again', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const written = JSON.stringify(value);
      const again = stringifyAsWritten(JSON.parse(written), written);
      if (again !== undefined) expect(JSON.parse(again)).toEqual(JSON.parse(written));
    }),
  );
});

test('strings as long as a file are passed over', () => {
  const written = `{"a":12345678901234567890,"b":"${'x'.repeat(20_000_000)}${'\\n'.repeat(10_000_000)}"}`;
  expect(stringifyAsWritten(JSON.parse(written), written) === written).toBe(true);
});
