import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HashScanner, hashesIn } from '../../../src-main/retention/content/hashes-in.ts';

const HASH = 'ab'.repeat(32);
const OTHER = '0123456789abcdef'.repeat(4);

test('hashes are found wherever they stand: whole lines, torn ones, unknown types, escapes before them', () => {
  expect(hashesIn(`{"after":{"hash":"${HASH}"}}\n{"type":"of.a.later.version","x":["${OTHER}`)).toEqual([HASH, OTHER]);
  expect(hashesIn(`"\\f${HASH}"`)).toContain(HASH);
  expect(hashesIn(`${HASH.slice(1)} ${HASH.toUpperCase()}`)).toEqual([]);
});

test('hashes are found however the bytes are cut into pieces', () => {
  const text = `x${HASH}, ${OTHER}: ${'f'.repeat(63)}\n${HASH}`;
  const whole = hashesIn(text);
  expect(whole).toEqual([HASH, OTHER, HASH]);
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 70 }), { minLength: 1, maxLength: 20 }), (lengths) => {
      const found: string[] = [];
      const scanner = new HashScanner((one) => found.push(one));
      let at = 0;
      for (let index = 0; at < text.length; index++) {
        const length = lengths[index % lengths.length] ?? 1;
        scanner.take(Buffer.from(text.slice(at, at + length)));
        at += length;
      }
      scanner.end();
      expect(found).toEqual(whole);
    }),
  );
});

test('a hash that ends a long run of digits is found, however long the run is', () => {
  // A pattern that is tried at each digit would take some minutes here.
  const run = 'ab'.repeat(200_000);
  expect(hashesIn(`"${run}${OTHER}"`)).toEqual([HASH, OTHER]);
});
