import { readFile, writeFile } from 'node:fs/promises';
import { expect, test, vi } from 'vitest';
import { renamePrompt } from '../../../../src-main/prompts/library/rename-prompt.ts';
import { saveCase } from '../../../../src-main/prompts/library/save-case.ts';
import { rollBack, savePrompt } from '../../../../src-main/prompts/library/save-prompt.ts';
import { libraryWorkbench, REVIEW } from './library-workbench.ts';

const RECORD = { ...REVIEW, prompt: 'Review {{.args.code}}' };
const [OLD, NEW] = ['demo.review', 'team.look.over'];

test('a renamed prompt has its versions and cases, and the old id can be brought back', async () => {
  await using bench = await libraryWorkbench();
  const { library, store } = bench;
  const { hash: first } = await savePrompt(library, { id: OLD, record: RECORD, label: 'first' });
  const changed = { ...RECORD, prompt: 'Look at {{.args.code}}' };
  const { hash: base } = await savePrompt(library, { id: OLD, record: changed, base: first });
  await saveCase(library, { id: OLD, name: 'one', args: '{"code":"x"}' }, undefined);

  expect(await renamePrompt(library, { id: OLD, to: NEW, base })).toMatchObject({
    id: NEW,
    name: 'over',
    cases: 1,
    versions: 3,
  });
  expect([...(await store.scan('shenma:templates:'))]).toEqual(['shenma:templates:team:look:over']);
  expect(library.prompt(NEW).record).toEqual({ ...changed, name: 'over' });
  expect((await library.listVersions(NEW)).map(({ label, isCurrent }) => [label, isCurrent])).toEqual([
    [`was ${OLD}`, true],
    [undefined, false],
    ['first', false],
  ]);
  expect((await library.versions.read(NEW, first)).record.prompt).toBe(RECORD.prompt);
  expect(await library.cases.run(NEW, undefined)).toMatchObject([{ name: 'one', state: 'same' }]);

  const again = await bench.restarted();
  expect(again.summary(NEW)).toMatchObject({ cases: 1 });
  expect(await again.listVersions(NEW)).toHaveLength(3);
  await rollBack(again, OLD, first);
  expect(again.prompt(OLD).record).toEqual(RECORD);
});

test('a prompt is not renamed over another, to no id, or when it was changed meanwhile', async () => {
  await using bench = await libraryWorkbench();
  const { library } = bench;
  const { hash: base } = await savePrompt(library, { id: OLD, record: RECORD });
  await savePrompt(library, { id: NEW, record: RECORD });
  await expect(renamePrompt(library, { id: OLD, to: NEW, base })).rejects.toMatchObject({ code: 'CONFLICT' });
  await expect(renamePrompt(library, { id: OLD, to: 'a..b', base })).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  await expect(renamePrompt(library, { id: OLD, to: 'x.y', base: 'other' })).rejects.toMatchObject({
    code: 'CONFLICT',
  });
  await expect(renamePrompt(library, { id: 'no.such', to: 'x.y', base })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(await library.listVersions('a..b')).toEqual([]);
  expect(library.prompt(OLD).record).toEqual(RECORD);
  expect(library.prompt(NEW).record).toEqual(RECORD);
});

test('a text that another program stores while a prompt is renamed stays under the old id', async () => {
  await using bench = await libraryWorkbench();
  const { library, store } = bench;
  const { hash: base } = await savePrompt(library, { id: OLD, record: RECORD });
  const newer = JSON.stringify({ ...RECORD, prompt: 'Newer {{.args.code}}' });
  vi.spyOn(library.cases, 'copyTo').mockImplementationOnce(() => store.write('shenma:templates:demo:review', newer));

  await expect(renamePrompt(library, { id: OLD, to: NEW, base })).rejects.toMatchObject({
    code: 'CONFLICT',
    message: `${OLD} was changed by another program meanwhile`,
  });

  const key = 'shenma:templates:demo:review';
  expect(JSON.parse((await store.read([key])).get(key) ?? '{}')).toMatchObject({ prompt: 'Newer {{.args.code}}' });
  expect((await library.listVersions(OLD))[0]).toMatchObject({ by: 'outside' });
  expect(library.prompt(NEW).record.prompt).toBe(RECORD.prompt);
});

test('a prompt whose cases cannot be read is not renamed by half', async () => {
  await using bench = await libraryWorkbench();
  const { library, store } = bench;
  const { hash: base } = await savePrompt(library, { id: OLD, record: RECORD });
  await saveCase(library, { id: OLD, name: 'one', args: '{"code":"x"}' }, undefined);
  await writeFile((await library.cases.list(OLD)).path, 'no JSON');

  await expect(renamePrompt(library, { id: OLD, to: NEW, base })).rejects.toMatchObject({ code: 'UNAVAILABLE' });

  expect(await store.scan('shenma:templates:')).toEqual(['shenma:templates:demo:review']);
  expect(await library.listVersions(NEW)).toEqual([]);
});

test('a renaming that failed and is tried again copies the versions once', async () => {
  await using bench = await libraryWorkbench();
  const { library, store } = bench;
  const { hash: base } = await savePrompt(library, { id: OLD, record: RECORD, label: 'first' });
  const put = vi.spyOn(store, 'write').mockRejectedValueOnce(new Error('full'));
  await expect(renamePrompt(library, { id: OLD, to: NEW, base })).rejects.toThrow();
  put.mockRestore();
  await renamePrompt(library, { id: OLD, to: NEW, base });
  // Each attempt to store it under the new id is a version.
  const labels = (await library.listVersions(NEW)).map(({ label }) => label);
  expect(labels).toEqual([`was ${OLD}`, `was ${OLD}`, 'first']);
});

test('cases that cannot be read go along, once', async () => {
  await using bench = await libraryWorkbench();
  const { library } = bench;
  const { hash: base } = await savePrompt(library, { id: OLD, record: RECORD });
  await saveCase(library, { id: OLD, name: 'one', args: '{"code":"x"}' }, undefined);
  const { path } = await library.cases.list(OLD);
  const file = JSON.parse(await readFile(path, 'utf8')) as { cases: unknown[] };
  const odd = { name: 'of a later version', v: 7 };
  await writeFile(path, JSON.stringify({ ...file, cases: [odd, ...file.cases] }));

  await library.cases.copyTo(OLD, NEW);
  await renamePrompt(library, { id: OLD, to: NEW, base });

  const { cases, unreadable, path: at } = await library.cases.list(NEW);
  expect(cases.map(({ name }) => name)).toEqual(['one']);
  expect(unreadable.map(({ name }) => name)).toEqual([odd.name]);
  expect((JSON.parse(await readFile(at, 'utf8')) as { cases: unknown[] }).cases).toContainEqual(odd);
});
