import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { pipedLines } from '../../../src-main/cli/channel/piped-lines.ts';

async function linesOf(...chunks: readonly Uint8Array[]): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of pipedLines(Readable.from(chunks))) lines.push(line);
  return lines;
}

test('lines of a pipe end with \\n or \\r\\n, and with nothing else', async () => {
  const separators = 'a\u2028b\u2029c\u0085d\re';
  expect(await linesOf(Buffer.from(`${separators}\r\n\n${separators}\nlast`))).toEqual([
    separators,
    '',
    separators,
    'last',
  ]);
  expect(await linesOf()).toEqual([]);
});

test('a line is whole wherever its bytes are cut', async () => {
  const bytes = Buffer.from('日本\n👩\n');
  expect(await linesOf(...Array.from(bytes, (byte) => Uint8Array.of(byte)))).toEqual(['日本', '👩']);
});
