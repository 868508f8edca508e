import { fstatSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type BlockPart, PoolWrites } from '../../../src-main/images/unpack/pool-writes.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** Parts that each come from the middle of a block of their own. */
async function* partsOf(text: string): AsyncGenerator<BlockPart> {
  for (const letter of text) yield { block: Buffer.from(`<${letter}>`), from: 1, length: 1 };
}

test('files are written part by part, and whole before anything else is done with them', async () => {
  await using folder = await temporaryFolder();
  const texts = ['the first of them', 'the second', 'the third, with more parts than are written at once'];
  const sizes: number[] = [];

  await using pool = new PoolWrites();
  for (const [at, text] of texts.entries()) {
    const file = openSync(join(folder.path, `${at}`), 'wx');
    const whenWritten = () => {
      sizes[at] = fstatSync(file).size;
    };
    await pool.writeFile({ file, parts: partsOf(text), whenWritten });
  }
  await pool.finish();

  expect(texts.map((_, at) => readFileSync(join(folder.path, `${at}`), 'utf8'))).toEqual(texts);
  expect(sizes).toEqual(texts.map(({ length }) => length));
});

test('what a write fails with is thrown, and the file is not taken for whole', async () => {
  await using pool = new PoolWrites();
  let isWhole = false;
  const whenWritten = () => {
    isWhole = true;
  };
  await pool
    .writeFile({ file: openSync(import.meta.filename, 'r'), parts: partsOf('ab'), whenWritten })
    .catch(() => {});

  await expect(pool.finish()).rejects.toMatchObject({ code: 'EBADF' });
  expect(isWhole).toBe(false);
});

test('a part that cannot be read ends the file with just that, however late earlier writes are', async () => {
  await using folder = await temporaryFolder();
  await using pool = new PoolWrites();
  let isWhole = false;
  async function* parts(): AsyncGenerator<BlockPart> {
    yield { block: Buffer.alloc(5_000_000), from: 0, length: 5_000_000 };
    throw new Error('the block is damaged');
  }
  const whenWritten = () => {
    isWhole = true;
  };

  const file = openSync(join(folder.path, 'file'), 'wx');
  await expect(pool.writeFile({ file, parts: parts(), whenWritten })).rejects.toThrow('the block is damaged');
  await expect(pool.finish()).rejects.toThrow('the block is damaged');
  expect(isWhole).toBe(false);
});
