import { expect, test } from 'vitest';
import { isTooShortToRedact, REDACTED, Redactor } from '../../../../src-main/core/secrets/redact.ts';
import { cpuMsOf } from '../../../support/time-taken.ts';

test('secrets it was told of are blanked wherever they occur in a value', () => {
  const redactor = new Redactor();
  redactor.add('correct-horse-battery');

  expect(
    redactor.value({ headers: ['Bearer correct-horse-battery'], deep: { text: 'correct-horse-battery!' }, count: 3 }),
  ).toEqual({
    headers: [`Bearer ${REDACTED}`],
    deep: { text: `${REDACTED}!` },
    count: 3,
  });
});

test.each([
  'sk-proj-abcdefghijklmnopqrstuvwx',
  `ghp_${'a1B2'.repeat(9)}`,
  `AKIA${'ABCDEFGH12345678'}`,
  '-----BEGIN OPENSSH PRIVATE KEY-----\nabc\n-----END OPENSSH PRIVATE KEY-----',
])('%j is blanked by its format', (secret) => {
  expect(new Redactor().text(`before ${secret} after`)).toBe(`before ${REDACTED} after`);
});

test('of two secrets that begin alike no rest of the longer one stays, whichever was told first', () => {
  for (const secrets of [
    ['hunter22', 'hunter22-and-more'],
    ['hunter22-and-more', 'hunter22'],
  ]) {
    const redactor = new Redactor();
    for (const secret of secrets) redactor.add(secret);
    expect(redactor.text('hunter22-and-more, hunter22.')).toBe(`${REDACTED}, ${REDACTED}.`);
  }
});

test('a secret is blanked in JSON text, too, where some of its characters are written in another way', () => {
  const redactor = new Redactor();
  const secret = 'pa"ss\\word\n1';
  redactor.add(secret);
  const args = JSON.stringify({ text: `use ${secret}!` });
  expect(redactor.text(args)).toBe(`{"text":"use ${REDACTED}!"}`);
  // As the app log writes what is JSON text already.
  expect(redactor.text(JSON.stringify({ args }))).toBe(JSON.stringify({ args: `{"text":"use ${REDACTED}!"}` }));
});

test('ordinary text stays as it is, short secrets included', () => {
  const redactor = new Redactor();
  redactor.add('a');

  expect(redactor.text('a task-list, skipping sk-1')).toBe('a task-list, skipping sk-1');
});

test('a plain word in the place of a key is no secret; every other key is', () => {
  const redactor = new Redactor();
  for (const key of ['password', 'localhost', 'changeme', 'not-needed', 'my1token', 'aVeryLongKeyOfLettersAlone']) {
    redactor.addKey(key);
  }
  expect(redactor.text('the password of localhost: changeme')).toBe('the password of localhost: changeme');
  expect(redactor.text('not-needed my1token aVeryLongKeyOfLettersAlone')).toBe(
    '[secret removed] [secret removed] [secret removed]',
  );
});

test('JSON without a secret is known for sure, however the secret is written in it', () => {
  const redactor = new Redactor();
  expect(redactor.mayHold(JSON.stringify({ path: '/home/me/a.ts', size: 12 }))).toBe(false);
  for (const text of ['sk-proj-abcdefghijklmnopqrstuvwx', '-----BEGIN OPENSSH PRIVATE KEY-----\nabc']) {
    expect(redactor.mayHold(JSON.stringify({ text }))).toBe(true);
  }
  const secret = 'pa"ss\\word\n1';
  redactor.add(secret);
  for (const text of [secret, JSON.stringify(secret), JSON.stringify(JSON.stringify(secret))]) {
    expect(redactor.mayHold(JSON.stringify({ deep: [text] }))).toBe(true);
  }
  expect(redactor.mayHold(JSON.stringify({ text: 'pass' }))).toBe(false);
});

test('a short key is blanked where it stands as a word, and nowhere within others', () => {
  const redactor = new Redactor();
  for (const key of ['EKEY', 'ab12', 'k', 'EMPTY', 'test']) redactor.addKey(key);
  expect(redactor.text('key=EKEY "EKEY" EKEYS ab12 cab123 k EMPTY test')).toBe(
    `key=${REDACTED} "${REDACTED}" EKEYS ${REDACTED} cab123 k EMPTY test`,
  );
  expect(redactor.mayHold('{"text":"EKEY"}')).toBe(true);
  expect(isTooShortToRedact('k1!')).toBe(true);
  expect(isTooShortToRedact('EKEY')).toBe(false);
});

test('a text keeps its lines, each line of a secret blanked by itself', () => {
  const key = '-----BEGIN PRIVATE KEY-----\nabc\r\ndef\n-----END PRIVATE KEY-----';
  expect(new Redactor().lines(`a\n${key}\nb`)).toBe(`a\n${REDACTED}\n${REDACTED}\r\n${REDACTED}\n${REDACTED}\nb`);
});

test('a text full of the headers of private keys takes no longer than any other', () => {
  const headers = '-----BEGIN PRIVATE KEY-----\n'.repeat(20_000);
  const redactor = new Redactor();
  const inPieces = () => {
    const stream = redactor.textStream();
    for (let at = 0; at < headers.length; at += 8192) stream.push(headers.slice(at, at + 8192));
    stream.end();
  };
  expect(cpuMsOf(() => redactor.text(headers))).toBeLessThan(1000);
  expect(cpuMsOf(inPieces)).toBeLessThan(3000);
});

test('of private keys each is blanked to its own end, and a header in one is a part of it', () => {
  const key = '-----BEGIN PRIVATE KEY-----\nabc\n-----END PRIVATE KEY-----';
  const odd = '-----BEGIN PRIVATE KEY-----\n-----BEGIN RSA PRIVATE KEY-----\nabc\n-----END RSA PRIVATE KEY-----';
  const text = `${key} and ${odd} and ${key}\n-----BEGIN PRIVATE KEY-----`;
  expect(new Redactor().text(text)).toBe(`${REDACTED} and ${REDACTED} and ${REDACTED}\n-----BEGIN PRIVATE KEY-----`);
});

const KEY_LINE = 'MIIEpAIBAAKCAQEA7v3kq0zPbX2mW9cR5tYhUj8LsDfGaN4eQoT1iBxVnZyKwMpC'.slice(0, 64);
const HEADER = '-----BEGIN RSA PRIVATE KEY-----';

test.each([
  ['a line and a half', `${HEADER}\n${KEY_LINE}\n${KEY_LINE.slice(0, 30)}`, ''],
  ['the beginning of its first line', `${HEADER}\n${KEY_LINE.slice(0, 20)}`, ''],
  ['lines that Windows ended', `${HEADER}\r\n${KEY_LINE}\r\n${KEY_LINE}`, '\r\n$ '],
  ['lines in JSON', `${HEADER}\\n${KEY_LINE}\\n${KEY_LINE.slice(0, 8)}`, '"}'],
  ['a line with blanks behind it', `${HEADER}\n${KEY_LINE}`, '  \nand more text'],
  ['an encrypted one', `${HEADER}\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,00\n\n${KEY_LINE}`, '\nand more text'],
])('a private key of which only the beginning is there is blanked: %s', (_, key, after) => {
  const redactor = new Redactor();
  expect(redactor.text(`a ${key}${after}`)).toBe(`a ${REDACTED}${after}`);
  const stream = redactor.textStream();
  const pieces = [...`a ${key}${after}`].map((piece) => stream.push(piece));
  expect(pieces.join('') + stream.end()).toBe(`a ${REDACTED}${after}`);
});

test.each([
  `${HEADER}\nis how a key begins.`,
  `/etc/ssl/private/a.pem:${HEADER}\n/etc/ssl/private/b.pem:${HEADER}\nsrc/certificates/server.pem:${HEADER}\n`,
  `${HEADER}\n${KEY_LINE}\n/${'folder/'.repeat(8)}b.pem`,
])('what stands behind a header and is no key stays: %j', (text) => {
  expect(new Redactor().text(text)).toContain(text.split('\n').at(-1));
  expect(new Redactor().text(text).match(/[a-z]+\.pem/g)).toEqual(text.match(/[a-z]+\.pem/g));
});

test.each(['Host: example.org', ''])('a header with many lines of "%s" behind it takes no time', (line) => {
  const text = `${HEADER}\r\n${`${line}\r\n`.repeat(400)}no base64\r\n`;
  expect(cpuMsOf(() => new Redactor().text(text))).toBeLessThan(1000);
});

test('a secret that overlaps itself is blanked to its last character', () => {
  const redactor = new Redactor();
  redactor.add('abcabcabc');
  expect(redactor.text('x abcabcabcabc y')).toBe(`x ${REDACTED} y`);
  expect(redactor.masked(Buffer.from('abcabcabcabc')).toString()).toBe('************');
  expect(redactor.text('abcabcabcabcabcabc')).toBe(REDACTED);
});

test('a stream of one secret over and over is not held back for ever', () => {
  const redactor = new Redactor();
  redactor.add('--------');
  const stream = redactor.textStream();
  let shown = '';
  for (let count = 0; count < 1000; count++) shown += stream.push('-'.repeat(100));
  expect(shown).toContain(REDACTED);
  shown += stream.end();
  expect(shown.replaceAll(REDACTED, '')).toBe('');
});
