import { chmod, mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LayoutFile } from '#app/layout-file';
import { Redactor } from '#core/secrets/redact';
import { silentLogger } from '../../support/silent-logger.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const fileIn = (folder: { readonly path: string }, redactor?: Redactor) =>
  new LayoutFile(join(folder.path, 'layout.json'), silentLogger, redactor);

test('a layout comes back as it was saved', async () => {
  await using folder = await temporaryFolder();
  const layout = { view: { value: 'terminals', at: 1 }, panes: { value: { sizes: [30, 70], ünï: true }, at: 2 } };

  await fileIn(folder).save(layout);

  expect(await fileIn(folder).load()).toEqual(layout);
});

test('without a file the layout is empty', async () => {
  await using folder = await temporaryFolder();

  expect(await fileIn(folder).load()).toEqual({});
});

test('a file of the time before pieces had moments is read, and any change is newer', async () => {
  await using folder = await temporaryFolder();
  await writeFile(join(folder.path, 'layout.json'), '{"view":"changes","width":"30%"}');
  const file = fileIn(folder);

  await file.save({ view: { value: 'activity', at: 1 } });

  expect(await file.load()).toEqual({ view: { value: 'activity', at: 1 }, width: { value: '30%', at: 0 } });
});

test.each(['', '{"view":', '[1]', 'null', '"text"', '{"v":1,"entries":{"view":{"value":1}}}', '{"v":1,"entries":3}'])(
  'a broken file (%j) is overlooked and replaced by the next save, and what was in it is kept',
  async (text) => {
    await using folder = await temporaryFolder();
    await writeFile(join(folder.path, 'layout.json'), text);
    const file = fileIn(folder);

    expect(await file.load()).toEqual({});
    await file.save({ view: { value: 'changes', at: 1 } });
    expect(await fileIn(folder).load()).toEqual({ view: { value: 'changes', at: 1 } });
    await file.save({ view: { value: 'activity', at: 2 } });
    const [kept, ...others] = (await readdir(folder.path)).filter((name) => name !== 'layout.json');
    expect(await readFile(join(folder.path, kept ?? ''), 'utf8')).toBe(text);
    expect(others).toEqual([]);
  },
);

test('two windows that each send what they changed lose nothing of the other', async () => {
  await using folder = await temporaryFolder();
  const file = fileIn(folder);

  await Promise.all([
    file.save({ 'draft.a': { value: 'typed in one', at: 5 } }),
    file.save({ 'draft.b': { value: 'typed in the other', at: 4 } }),
  ]);

  expect(await fileIn(folder).load()).toEqual({
    'draft.a': { value: 'typed in one', at: 5 },
    'draft.b': { value: 'typed in the other', at: 4 },
  });
});

test('what was taken away does not come back with an older change that arrives late', async () => {
  await using folder = await temporaryFolder();
  const file = fileIn(folder);
  await file.save({ draft: { value: 'half', at: 1 } });

  await file.save({ draft: { at: 3 } });
  await file.save({ draft: { value: 'half a thought', at: 2 } });

  expect(await file.load()).toEqual({ draft: { at: 3 } });
});

test('of each key the newest change stays, in whatever order and however often changes arrive', async () => {
  await using folder = await temporaryFolder();
  const change = fc.record({
    key: fc.constantFrom('a', 'b', 'c'),
    value: fc.option(fc.string(), { nil: undefined }),
  });
  let run = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(change, { maxLength: 12 }), fc.infiniteStream(fc.nat()), async (changes, order) => {
      run += 1;
      const path = join(folder.path, `layout-${run}.json`);
      const file = new LayoutFile(path, silentLogger);
      const sent = changes.map(({ key, value }, index) => ({
        [key]: { at: Date.now() + index, ...(value === undefined ? {} : { value }) },
      }));
      const twice = [...sent, ...sent]
        .map((entry) => ({ entry, place: order.next().value }))
        .toSorted((one, other) => one.place - other.place);

      await Promise.all(twice.map(({ entry }) => file.save(entry)));

      const newest = Object.assign({}, ...sent);
      expect(await file.load()).toEqual(newest);
      expect(await new LayoutFile(path, silentLogger).load()).toEqual(newest);
    }),
    { numRuns: 25 },
  );
});

test('saves that overlap leave the last one, and no temporary file', async () => {
  await using folder = await temporaryFolder();
  const file = fileIn(folder);

  await Promise.all(Array.from({ length: 20 }, (_, index) => file.save({ index: { value: index, at: index + 1 } })));

  expect(await fileIn(folder).load()).toEqual({ index: { value: 19, at: 20 } });
  expect(await readdir(folder.path)).toEqual(['layout.json']);
});

test('what cannot be written is said, kept for this run, and on disk with the next save', async () => {
  await using folder = await temporaryFolder();
  await mkdir(join(folder.path, 'inside'));
  const file = new LayoutFile(join(folder.path, 'inside', 'layout.json'), silentLogger);
  await file.load();
  await rename(join(folder.path, 'inside'), join(folder.path, 'away'));

  await expect(file.save({ draft: { value: 'kept', at: 1 } })).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  expect(await file.load()).toEqual({ draft: { value: 'kept', at: 1 } });

  await rename(join(folder.path, 'away'), join(folder.path, 'inside'));
  await chmod(join(folder.path, 'inside'), 0o700);
  // The window that was told sends it again.
  await file.save({ draft: { value: 'kept', at: 1 } });
  expect(await new LayoutFile(join(folder.path, 'inside', 'layout.json'), silentLogger).load()).toEqual({
    draft: { value: 'kept', at: 1 },
  });
});

test('a reader gets everything, then each change as it is accepted', async () => {
  await using folder = await temporaryFolder();
  const file = fileIn(folder);
  await file.save({ view: { value: 'changes', at: 2 } });
  const ending = new AbortController();
  const reader = file.stream(ending.signal);

  expect((await reader.next()).value).toEqual({ view: { value: 'changes', at: 2 } });
  await file.save({ view: { value: 'too late', at: 1 }, width: { value: '20%', at: 3 } });
  expect((await reader.next()).value).toEqual({ width: { value: '20%', at: 3 } });

  ending.abort();
  expect((await reader.next()).done).toBe(true);
});

test('a layout over 4 MB is refused and the one before is kept', async () => {
  await using folder = await temporaryFolder();
  const file = fileIn(folder);
  await file.save({ kept: { value: true, at: 1 } });

  await expect(file.save({ text: { value: 'x'.repeat(4_000_001), at: 2 } })).rejects.toMatchObject({
    code: 'LIMIT_EXCEEDED',
  });
  expect(await file.load()).toEqual({ kept: { value: true, at: 1 } });
});

test('a secret in a draft is blanked before it is written', async () => {
  await using folder = await temporaryFolder();
  const redactor = new Redactor();
  redactor.add('right-key-123');

  await fileIn(folder, redactor).save({ draft: { value: 'Use right-key-123 for it', at: 1 } });

  const text = await readFile(join(folder.path, 'layout.json'), 'utf8');
  expect(text).toContain('Use [secret removed] for it');
  expect(text).not.toContain('right-key-123');
});
