import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { REDACTED, Redactor } from '../../../../src-main/core/secrets/redact.ts';

const PEM = `-----BEGIN RSA PRIVATE KEY-----\n${'MIIEpAIBAAKCAQEA0123456789/+=\n'.repeat(20)}-----END RSA PRIVATE KEY-----`;

/** Values that begin alike, one within bytes of UTF-8, a short one, and every kind of format. */
const SECRETS = [
  'hunter22-a',
  'hunter22-a-and-more',
  'pässwörd-☃-1',
  'EKEY',
  'aaaaaaaab',
  'sk-phi-0123456789abcdefghij',
  `ghp_${'a1B2'.repeat(9)}`,
  `AKIA${'ABCDEFGH12345678'}`,
  PEM,
];

function redactorOf(secrets: readonly string[] = SECRETS): Redactor {
  const redactor = new Redactor();
  for (const secret of secrets.slice(0, 5)) redactor.addKey(secret);
  return redactor;
}

function streamed(redactor: Redactor, pieces: readonly Uint8Array[]): { bytes: Buffer; blanked: number } {
  const stream = redactor.byteStream();
  const bytes = Buffer.concat([...pieces.map((piece) => stream.push(piece)), stream.end()]);
  return { bytes, blanked: stream.blanked };
}

function cutAt(bytes: Buffer, cuts: readonly number[]): Buffer[] {
  const places = [0, ...[...cuts].map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
  return places.slice(1).map((end, index) => bytes.subarray(places[index], end));
}

describe('a stream of bytes', () => {
  test('is blanked as the whole text is, wherever its pieces are cut', () => {
    const filler = fc.constantFrom(
      'x',
      '-',
      ' ',
      '\n',
      'sk-',
      'hunter',
      'é',
      'EKEYS',
      '-----BEGIN ',
      'task-',
      'aaaa',
      '_',
    );
    const part = fc.oneof(filler, fc.constantFrom(...SECRETS));
    const redactor = redactorOf();
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), fc.array(fc.nat(), { maxLength: 40 }), (parts, cuts) => {
        const text = parts.join('');
        const { bytes } = streamed(redactor, cutAt(Buffer.from(text), cuts));
        expect(bytes.toString()).toBe(redactor.text(text));
      }),
      { numRuns: 500 },
    );
  });

  test('keeps every byte that is no secret, also those that are no text', () => {
    const any = Buffer.from(Array.from({ length: 1024 }, (_, index) => (index * 7) % 256));
    const redactor = redactorOf();
    expect(streamed(redactor, cutAt(any, [3, 77, 500])).bytes).toEqual(any);
    const around = Buffer.concat([
      Buffer.from([0xff, 0x00, 0xc3]),
      Buffer.from('pässwörd-☃-1'),
      Buffer.from([0xe2, 0x98]),
    ]);
    const expected = Buffer.concat([Buffer.from([0xff, 0x00, 0xc3]), Buffer.from(REDACTED), Buffer.from([0xe2, 0x98])]);
    expect(streamed(redactor, cutAt(around, [4, 9, 10])).bytes).toEqual(expected);
  });

  test('holds back only what may be a secret, and counts those it blanked', () => {
    const stream = redactorOf().textStream();
    expect(stream.push('ready. ')).toBe('ready. ');
    expect(stream.push('hunter2')).toBe('');
    expect(stream.push('2-a!\n')).toBe(`${REDACTED}!\n`);
    expect(stream.push('EKEY\nEKEY')).toBe(`${REDACTED}\n`);
    expect(stream.end()).toBe(REDACTED);
    expect(stream.blanked).toBe(3);
  });

  test('blanks a token of any length without holding it in memory', () => {
    const stream = redactorOf().textStream();
    let shown = stream.push('key sk-');
    for (let count = 0; count < 100; count++) shown += stream.push('a'.repeat(1000));
    shown += stream.push(' and more') + stream.end();
    expect(shown).toBe(`key ${REDACTED} and more`);
    expect(stream.blanked).toBe(1);
  });

  test('a private key that never ends does not hold back what follows it', () => {
    const stream = redactorOf().textStream();
    let shown = stream.push('-----BEGIN PRIVATE KEY-----\n');
    for (let count = 0; count < 100; count++) shown += stream.push(`${'line of a log\n'.repeat(100)}`);
    expect(shown.length).toBeGreaterThan(100_000);
  });
});
