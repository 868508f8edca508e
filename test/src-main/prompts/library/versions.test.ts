import { appendFile, readdir, readFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { PromptRecord } from '#contract';
import { AppError } from '#core/app-error';
import { readPastRendering } from '../../../../src-main/prompts/library/preview.ts';
import { renamePrompt } from '../../../../src-main/prompts/library/rename-prompt.ts';
import { removePrompt, rollBack, savePrompt } from '../../../../src-main/prompts/library/save-prompt.ts';
import { renderForModel } from '../../../../src-main/prompts/library/send-prompt.ts';
import { Versions } from '../../../../src-main/prompts/library/versions.ts';
import { silentLogger } from '../../../support/silent-logger.ts';
import { libraryWorkbench, REVIEW } from './library-workbench.ts';

describe('versions of a prompt', () => {
  test('every saving is one, by its hash and label, and so is what another program wrote', async () => {
    await using bench = await libraryWorkbench();
    const { library } = bench;
    const first = await savePrompt(library, { id: 'demo.review', record: REVIEW, label: 'first' });
    expect(first).toMatchObject({ id: 'demo.review', versions: 1, origin: 'direct' });
    await bench.outside('templates:demo:review', { ...REVIEW, prompt: 'By another' });
    await expect.poll(async () => (await library.listVersions('demo.review')).length).toBe(2);
    const [theirs, mine] = await library.listVersions('demo.review');
    expect(theirs).toMatchObject({ by: 'outside', isCurrent: true });
    expect(mine).toMatchObject({ by: 'person', label: 'first', isCurrent: false, hash: first.hash });
    expect((await library.versions.read('demo.review', first.hash)).record.prompt).toBe(REVIEW.prompt);
  });

  test('saving over what another program wrote meanwhile is a conflict, which names the stored version', async () => {
    await using bench = await libraryWorkbench();
    const { library, store } = bench;
    const { hash: base } = await savePrompt(library, { id: 'demo.review', record: REVIEW });
    await store.write('shenma:templates:demo:review', JSON.stringify({ ...REVIEW, prompt: 'theirs' }));
    const error = await savePrompt(library, { id: 'demo.review', record: { ...REVIEW, prompt: 'mine' }, base }).catch(
      (one: unknown) => one,
    );
    expect(error).toMatchObject({ code: 'CONFLICT' });
    const stored = (error as { detail: { where: string } }).detail.where;
    expect((await library.versions.read('demo.review', stored)).record.prompt).toBe('theirs');
    // From that one it can be saved.
    const saved = await savePrompt(library, { id: 'demo.review', record: { ...REVIEW, prompt: 'mine' }, base: stored });
    expect(saved.versions).toBe(3);
  });

  test('what could not be written is kept as a version all the same', async () => {
    await using bench = await libraryWorkbench();
    const { library, store } = bench;
    const write = async () => {
      throw new AppError('UNAVAILABLE', 'the disk is full');
    };
    Object.assign(store, { write });
    const record = { ...REVIEW, prompt: 'hours of work' };
    await expect(savePrompt(library, { id: 'demo.review', record })).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    const [kept] = await library.listVersions('demo.review');
    expect(kept).toMatchObject({ by: 'person', isCurrent: false });
    expect((await library.versions.read('demo.review', kept?.hash ?? '')).record.prompt).toBe('hours of work');
  });

  test('a new prompt does not replace one that is there', async () => {
    await using bench = await libraryWorkbench();
    await savePrompt(bench.library, { id: 'demo.review', record: REVIEW });
    await expect(savePrompt(bench.library, { id: 'demo.review', record: REVIEW })).rejects.toMatchObject({
      code: 'CONFLICT',
    });
  });

  test('an old version is stored again as a version of its own', async () => {
    await using bench = await libraryWorkbench();
    const { library } = bench;
    const { hash } = await savePrompt(library, { id: 'demo.review', record: REVIEW });
    await savePrompt(library, { id: 'demo.review', record: { ...REVIEW, prompt: 'new' }, base: hash });
    expect(await rollBack(library, 'demo.review', hash)).toMatchObject({ hash, versions: 3 });
    const versions = await library.listVersions('demo.review');
    expect(versions.map(({ by, isCurrent }) => [by, isCurrent])).toEqual([
      ['rollback', true],
      ['person', false],
      ['person', false],
    ]);
  });

  test('what was removed can be brought back, label and all', async () => {
    await using bench = await libraryWorkbench();
    const { library } = bench;
    const { hash } = await savePrompt(library, { id: 'demo.review', record: REVIEW, label: 'good' });
    await removePrompt(library, 'demo.review');
    expect(library.state.value.prompts).toEqual([]);
    expect(await library.listVersions('demo.review')).toMatchObject([{ hash, label: 'good', isCurrent: false }]);
    expect(await rollBack(library, 'demo.review', hash)).toMatchObject({ hash });
  });

  test('a prompt of an extension is edited as a direct one in front of it, and cannot be removed', async () => {
    await using bench = await libraryWorkbench();
    const { library } = bench;
    await bench.outside('extensions:zgsm:translator', {
      name: 'translator',
      publisher: 'zgsm',
      displayName: 'T',
      icon: '',
      description: '',
      version: '1.0.0',
      extensionType: 'prompt',
      license: 'MIT',
      engines: { name: 'e', version: '>=1.0.0' },
      contributes: { prompts: [{ name: 'zh', prompt: 'T', supports: [] }], languages: ['*'], dependences: [] },
    });
    const { hash: base } = library.prompt('translator.zh');
    await expect(removePrompt(library, 'translator.zh')).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    const saved = await savePrompt(library, { id: 'translator.zh', record: { ...REVIEW, name: 'zh' }, base });
    expect(saved).toMatchObject({ origin: 'direct' });
    await removePrompt(library, 'translator.zh');
    expect(library.prompt('translator.zh').origin).toBe('extension');
  });

  test.each<[PromptRecord, string]>([
    [{ ...REVIEW, messages: [{ role: 'user', content: 'x' }] }, 'both'],
    [{ name: 'x', supports: [], parameters: {} }, 'neither'],
  ])('a record with %o is refused', async (record) => {
    await using bench = await libraryWorkbench();
    await expect(savePrompt(bench.library, { id: 'demo.x', record })).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    expect(await bench.library.listVersions('demo.x')).toEqual([]);
  });

  test('an id without a name between its points is refused', async () => {
    await using bench = await libraryWorkbench();
    await expect(savePrompt(bench.library, { id: 'demo..x', record: REVIEW })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    });
  });
});

describe('the file of versions', () => {
  test('a line that a power cut tore is left out, and what follows it is not lost', async () => {
    await using bench = await libraryWorkbench();
    const { library, folder, ledger } = bench;
    await savePrompt(library, { id: 'demo.review', record: REVIEW });
    const versionsFolder = join(folder, 'versions');
    const [name = ''] = await readdir(versionsFolder);
    const path = join(versionsFolder, name);
    const { length } = await readFile(path);
    await appendFile(path, await readFile(path));
    await truncate(path, length + 20);
    const again = new Versions({ folder: versionsFolder, content: ledger.content, log: silentLogger });
    expect(await again.list('demo.review', undefined)).toHaveLength(1);
    await again.add('demo.review', { hash: 'a'.repeat(64), text: '{}', by: 'person' });
    const third = new Versions({ folder: versionsFolder, content: ledger.content, log: silentLogger });
    expect(await third.list('demo.review', undefined)).toHaveLength(2);
  });

  test('bytes that are no line at all cost nothing else', async () => {
    await using bench = await libraryWorkbench();
    const versionsFolder = join(bench.folder, 'other');
    const versions = () => new Versions({ folder: versionsFolder, content: bench.ledger.content, log: silentLogger });
    await versions().add('x', { hash: 'b'.repeat(64), text: '{"name":"x"}', by: 'person' });
    const [name = ''] = await readdir(versionsFolder);
    const path = join(versionsFolder, name);
    await writeFile(path, Buffer.concat([Buffer.from('\u0000\u0000garbage\n'), await readFile(path)]));
    expect(await versions().list('x', undefined)).toHaveLength(1);
  });

  test('two ids that differ only in characters that no file name has are two files', async () => {
    await using bench = await libraryWorkbench();
    const versionsFolder = join(bench.folder, 'other');
    const versions = new Versions({ folder: versionsFolder, content: bench.ledger.content, log: silentLogger });
    for (const id of ['a/b', 'a?b', `${'x'.repeat(500)}1`, `${'x'.repeat(500)}2`]) {
      await versions.add(id, { hash: 'c'.repeat(64), text: '{"name":"x"}', by: 'person' });
    }
    expect(await readdir(versionsFolder)).toHaveLength(4);
  });
});

test('versions of records that are read with patience can be read again, and so can those inside an extension', async () => {
  await using bench = await libraryWorkbench();
  const { library } = bench;
  const odd = { name: 'odd', prompt: 'O', supports: ['chat', 'telepathy'], parameters: null, messages: null };
  await bench.outside('templates:demo:odd', odd);
  const inside = { ...REVIEW, name: 'zh', prompt: 'Z', supports: null };
  const holder = { name: 'e', extensionType: 'prompt', contributes: { prompts: [{ ...inside, name: 'en' }, inside] } };
  await bench.outside('templates:demo:zh', holder);
  for (const [id, prompt] of [
    ['demo.odd', 'O'],
    ['demo.zh', 'Z'],
  ] as const) {
    await expect.poll(async () => (await library.listVersions(id)).length).toBe(1);
    const { hash } = library.prompt(id);
    expect((await library.versions.read(id, hash)).record).toMatchObject({ prompt });
    const { event } = await renderForModel(library, { id });
    const session = '20261121-093858-3fa9c1';
    const { id: rendered } = await (await bench.ledger.session(session)).append('prompt.rendered', event);
    expect(await readPastRendering(library, { session, event: rendered })).toMatchObject({
      prompt: { id, record: { prompt } },
    });
  }
});

test('a saved prompt is told of as it was written, although the store cannot be read again', async () => {
  await using bench = await libraryWorkbench();
  const { library } = bench;
  Object.assign(library.parts.engine, { refresh: async () => 'gone' });
  const first = await savePrompt(library, { id: 'demo.review', record: { ...REVIEW, description: 'new' } });
  const [version] = await library.listVersions('demo.review');
  expect(first).toMatchObject({ id: 'demo.review', name: 'review', description: 'new', origin: 'direct', versions: 1 });
  expect(first.hash).toBe(version?.hash);
  const again = await savePrompt(library, { id: 'demo.review', record: { ...REVIEW, name: 'r2' }, base: first.hash });
  expect(again).toMatchObject({ name: 'r2', versions: 2 });
  const unread = { event: 'prompt.store.unread', fields: { error: 'gone' } };
  expect(bench.logged.filter(({ event }) => event === unread.event)).toEqual([unread, unread]);
});

test('versions that are copied from another prompt stand among its own by their time', async () => {
  await using bench = await libraryWorkbench();
  let now = 1000;
  const { content } = bench.ledger;
  const versions = new Versions({ folder: bench.folder, content, log: silentLogger, now: () => now });
  const add = (id: string, text: string) => versions.add(id, { hash: text.repeat(64), text, by: 'person' });
  await add('old', 'a');
  now = 2000;
  await add('new', 'b');
  await versions.copyTo('old', 'new');
  expect((await versions.list('new', undefined)).map(({ at }) => at)).toEqual([2000, 1000]);
});

test('a scene that this version does not know stays in a prompt of another program that is saved or renamed', async () => {
  await using bench = await libraryWorkbench();
  const { library, store } = bench;
  const supports = ['telepathy', 'chat'];
  await bench.outside('templates:demo:odd', { name: 'odd', prompt: 'O', supports, more: 1 });
  const found = () => library.state.value.prompts.find(({ id }) => id === 'demo.odd');
  await expect.poll(() => found()?.warnings).toEqual([expect.stringContaining('telepathy')]);
  const { record, hash } = library.prompt('demo.odd');
  const saved = await savePrompt(library, { id: 'demo.odd', record: { ...record, prompt: 'P' }, base: hash });
  await renamePrompt(library, { id: 'demo.odd', to: 'demo.even', base: saved.hash });
  const key = 'shenma:templates:demo:even';
  const stored = JSON.parse((await store.read([key])).get(key) ?? '');
  expect(stored).toMatchObject({ prompt: 'P', supports, more: 1 });
});
