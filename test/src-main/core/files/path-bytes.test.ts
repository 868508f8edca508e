import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pathFromBytes, pathToBytes, shownBytes } from '#core/files/path-bytes';

const bytesOf = (path: string | Buffer) => (typeof path === 'string' ? Buffer.from(path) : path);

describe('path bytes', () => {
  it('brings any bytes back exactly, through JSON, too', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
        const text = JSON.parse(JSON.stringify(pathFromBytes(bytes))) as string;
        expect(bytesOf(pathToBytes(text))).toEqual(Buffer.from(bytes));
      }),
    );
  });

  it('leaves text alone, characters outside the first plane included', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (text) => {
        expect(pathToBytes(text)).toBe(text);
        expect(pathFromBytes(Buffer.from(text))).toBe(text);
      }),
    );
  });

  it('keeps a character whose second half looks like an escaped byte', () => {
    const smile = '\u{1f480}';
    expect(pathFromBytes(Buffer.from(smile))).toBe(smile);
    expect(bytesOf(pathToBytes(`${smile}\udcff`))).toEqual(Buffer.concat([Buffer.from(smile), Buffer.of(0xff)]));
  });

  it('shows bytes that are not UTF-8 by their number', () => {
    expect(shownBytes(pathFromBytes(Buffer.from([0x61, 0xff, 0x2f, 0xc3, 0xa9])))).toBe('a\\xff/é');
  });

  it.skipIf(process.platform !== 'linux')('names the file that is on the disk', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'path-bytes-'));
    try {
      const name = Buffer.from([0x62, 0xe9, 0xfe]);
      await writeFile(Buffer.concat([Buffer.from(`${folder}/`), name]), 'x');
      const [found] = await readdir(folder, { encoding: 'buffer' });
      const text = pathFromBytes(found ?? Buffer.alloc(0));
      await writeFile(pathToBytes(`${folder}/${text}`), 'y');
      expect(await readdir(folder, { encoding: 'buffer' })).toEqual([name]);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
