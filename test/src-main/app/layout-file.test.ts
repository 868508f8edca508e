import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { LayoutFile } from '#app/layout-file';
import { Redactor } from '#core/redact';
import { silentLogger } from '../../support/silent-logger.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

test('a layout comes back as it was saved', async () => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, 'layout.json');
  const layout = { view: 'terminals', panes: [30, 70], nested: { ünï: true } };

  await new LayoutFile(path, silentLogger).save(layout);

  expect(await new LayoutFile(path, silentLogger).load()).toEqual(layout);
});

test('without a file the layout is empty', async () => {
  await using folder = await temporaryFolder();

  expect(await new LayoutFile(join(folder.path, 'layout.json'), silentLogger).load()).toEqual({});
});

test.each(['', '{"view":', '[1]', 'null', '"text"'])(
  'a broken file (%j) is overlooked and replaced by the next save',
  async (text) => {
    await using folder = await temporaryFolder();
    const path = join(folder.path, 'layout.json');
    await writeFile(path, text);
    const file = new LayoutFile(path, silentLogger);

    expect(await file.load()).toEqual({});
    await file.save({ view: 'changes' });
    expect(JSON.parse(await readFile(path, 'utf8'))).toEqual({ view: 'changes' });
  },
);

test('saves that overlap leave the last one, and no temporary file', async () => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, 'layout.json');
  const file = new LayoutFile(path, silentLogger);

  await Promise.all(Array.from({ length: 20 }, (_, index) => file.save({ index })));

  expect(await file.load()).toEqual({ index: 19 });
  expect(await readdir(folder.path)).toEqual(['layout.json']);
});

test('a layout over 256 kB is refused and the one before is kept', async () => {
  await using folder = await temporaryFolder();
  const file = new LayoutFile(join(folder.path, 'layout.json'), silentLogger);
  await file.save({ kept: true });

  expect(() => file.save({ text: 'x'.repeat(256_001) })).toThrow(expect.objectContaining({ code: 'LIMIT_EXCEEDED' }));
  expect(await file.load()).toEqual({ kept: true });
});

test('a secret in a draft is blanked before it is written', async () => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, 'layout.json');
  const redactor = new Redactor();
  redactor.add('right-key-123');

  await new LayoutFile(path, silentLogger, redactor).save({ draft: 'Use right-key-123 for it' });

  expect(await readFile(path, 'utf8')).toBe('{"draft":"Use [secret removed] for it"}');
});
