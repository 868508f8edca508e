import { randomBytes } from 'node:crypto';
import { appendFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { ImageBox } from './support/opened-image.ts';

test('the data of an image is copied whole into the next, in pieces of which the last is shorter', async () => {
  await using folder = await temporaryFolder();
  const box = new ImageBox(folder.path);
  const large = randomBytes(3 * 1024 * 1024 + 12_345);
  await mkdir(box.at('tree'));
  await writeFile(box.at('tree/large'), large);
  await writeFile(box.at('tree/small'), 'small');
  await box.pack('tree', 'image', 'v1.0');
  await box.open('image', 'work');
  await appendFile(box.at('work/small'), 'er');
  await box.snapshot('work', 'v1.1');
  await box.open('image', 'again');
  expect((await readFile(box.at('again/large'))).equals(large)).toBe(true);
  expect(await readFile(box.at('again/small'), 'utf8')).toBe('smaller');
});
