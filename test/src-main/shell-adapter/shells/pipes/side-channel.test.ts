import { expect, test } from 'vitest';
import { SideChannel } from '../../../../../src-main/shell-adapter/shells/pipes/side-channel.ts';

const TOKEN = 'f'.repeat(32);

function told(chunks: readonly (string | Buffer)[]) {
  const channel = new SideChannel();
  const report = channel.expect(TOKEN, 3);
  for (const chunk of chunks) channel.take(Buffer.from(chunk as string));
  return Promise.race([report, new Promise((resolve) => setImmediate(resolve, 'nothing'))]);
}

test('a report is found by its token, whatever was written around it', async () => {
  expect(await told([`${TOKEN}\x000\x00/home\x00a:b\x00`])).toEqual(['0', '/home', 'a:b']);
  expect(await told(['forged\x000\x00/etc\x00\x00', `${TOKEN}\x007\x00/a\nb\x00\x00more`])).toEqual(['7', '/a\nb', '']);
});

test('a report that comes in pieces is waited for, in the middle of a character too', async () => {
  const bytes = Buffer.from(`${TOKEN}\x000\x00/é\x00\x00`);
  expect(await told([...bytes].map((byte) => Buffer.from([byte])))).toEqual(['0', '/é', '']);
  expect(await told([bytes.subarray(0, -1)])).toBe('nothing');
});

test('without the token nothing is a report, and a flood does not hide one', async () => {
  expect(await told([`${'e'.repeat(32)}\x000\x00/\x00\x00`])).toBe('nothing');
  const flood = Array.from({ length: 50 }, () => 'x'.repeat(20_000));
  expect(await told([...flood, `${TOKEN}\x001\x00/\x00\x00`])).toEqual(['1', '/', '']);
});
