import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { sha256 } from '../../../../src-main/core/text/sha256.ts';
import { readRaw, variableDetails } from '../../../../src-main/prompts/library/details.ts';
import { savePrompt } from '../../../../src-main/prompts/library/save-prompt.ts';
import { removeRecord, saveRecord } from '../../../../src-main/prompts/library/save-record.ts';
import { toolRecord } from '../../../support/prompt-engine-box.ts';
import { libraryWorkbench, REVIEW } from './library-workbench.ts';

const toolOf = (name: string, description = 'first') => toolRecord({ name, description });

describe('records of the store', () => {
  test('a variable is told as it is written: not every number of JSON is one of JavaScript', async () => {
    await using bench = await libraryWorkbench();
    const { library } = bench;
    await library.parts.store.write('shenma:environs:ids', '{"id":12345678901234567890,"size":1e999}');
    await library.parts.engine.refresh();
    expect((await variableDetails(library, 'ids')).json).toBe('{"id":12345678901234567890,"size":1e999}');
    expect((await variableDetails(library, 'ids.id')).json).toBe('12345678901234567890');
    await library.parts.store.write('shenma:environs:plain', '{"a":{"b":1}}');
    await library.parts.engine.refresh();
    expect((await variableDetails(library, 'plain.a')).json).toBe('{\n  "b": 1\n}');
  });

  test('a tool is found by its id before one that is called by the same name', async () => {
    await using bench = await libraryWorkbench();
    const { library, store } = bench;
    await bench.outside('tools:a-b', toolOf('a-b'));
    await bench.outside('tools:a_b', toolOf('a_b'));
    await saveRecord(library, { kind: 'tool', id: 'a_b', json: JSON.stringify(toolOf('a_b', 'second')) });
    await removeRecord(library, { kind: 'tool', id: 'a-b' });
    const left = await store.read(['shenma:tools:a-b', 'shenma:tools:a_b']);
    expect([...left.keys()]).toEqual(['shenma:tools:a_b']);
    expect(left.get('shenma:tools:a_b')).toContain('second');
  });

  test('are saved from what was read: what another program wrote meanwhile is a conflict', async () => {
    await using bench = await libraryWorkbench();
    const { library, store } = bench;
    await bench.outside('tools:t', toolOf('t'));
    await bench.outside('environs:vscode:lang', { name: 'go' });
    const tool = readRaw(library, 'tool', 't');
    const variable = await variableDetails(library, 'vscode.lang');
    expect((await variableDetails(library, 'vscode.lang.name')).hash).toBeUndefined();
    for (const { kind, id, key, base, mine } of [
      { kind: 'tool', id: 't', key: 'shenma:tools:t', base: tool.hash, mine: toolOf('t', 'mine') },
      { kind: 'environ', id: 'vscode.lang', key: 'shenma:environs:vscode:lang', base: variable.hash, mine: 'mine' },
    ] as const) {
      const saving = { kind, id, json: JSON.stringify(mine), base };
      const theirs = JSON.stringify(kind === 'tool' ? toolOf('t', 'theirs') : 'theirs');
      // The engine has not seen it.
      await store.write(key, theirs);
      await expect(saveRecord(library, saving)).rejects.toMatchObject({ code: 'CONFLICT', detail: { where: key } });
      const stored = (await store.read([key])).get(key) ?? '';
      expect(JSON.parse(stored)).toEqual(JSON.parse(theirs));
      await expect(saveRecord(library, { ...saving, base: '' })).rejects.toMatchObject({ code: 'CONFLICT' });
      await saveRecord(library, { ...saving, base: sha256(stored) });
      expect((await store.read([key])).get(key)).toContain('mine');
      await store.remove(key);
      await expect(saveRecord(library, saving)).rejects.toMatchObject({ code: 'CONFLICT' });
      await saveRecord(library, { ...saving, base: '' });
    }
  });

  test('are removed as they were read: what another program wrote meanwhile stays', async () => {
    await using bench = await libraryWorkbench();
    const { library, store } = bench;
    await bench.outside('environs:x', { n: 1 });
    await bench.outside('templates:demo:s', { ...REVIEW, prompt: 'v1' });
    for (const { kind, id, key, base } of [
      { kind: 'environ', id: 'x', key: 'shenma:environs:x', base: (await variableDetails(library, 'x')).hash },
      { kind: 'template', id: 'demo.s', key: 'shenma:templates:demo:s', base: library.prompt('demo.s').hash },
    ] as const) {
      // The engine has not seen it.
      const theirs = JSON.stringify({ ...REVIEW, prompt: 'theirs' });
      await store.write(key, theirs);
      const stored = (await store.read([key])).get(key) ?? '';
      await expect(removeRecord(library, { kind, id, base })).rejects.toMatchObject({ code: 'CONFLICT' });
      expect((await store.read([key])).get(key)).toBe(stored);
      await removeRecord(library, { kind, id, base: sha256(stored) });
      expect((await store.read([key])).has(key)).toBe(false);
    }
  });

  test('that are replaced or removed are kept, and the log says where', async () => {
    await using bench = await libraryWorkbench();
    const { library, ledger, logged } = bench;
    await bench.outside('environs:x', { n: 1 });
    await saveRecord(library, { kind: 'environ', id: 'x', json: '{"n":2}' });
    await removeRecord(library, { kind: 'environ', id: 'x' });
    const kept = logged.filter(({ event }) => event === 'prompt.record.kept');
    expect(kept.map(({ fields }) => fields.key)).toEqual(['shenma:environs:x', 'shenma:environs:x']);
    const texts = await Promise.all(kept.map(({ fields }) => ledger.content.read(String(fields.hash))));
    expect(texts.map((text) => JSON.parse(text.toString()))).toEqual([{ n: 1 }, { n: 2 }]);
  });

  test('are written although the store cannot be read again, and the log says so', async () => {
    await using bench = await libraryWorkbench();
    Object.assign(bench.library.parts.engine, { refresh: async () => 'gone' });
    await saveRecord(bench.library, { kind: 'environ', id: 'x', json: '1' });
    await removeRecord(bench.library, { kind: 'environ', id: 'x' });
    const unread = { event: 'prompt.store.unread', fields: { error: 'gone' } };
    expect(bench.logged.filter(({ event }) => event === unread.event)).toEqual([unread, unread]);
  });

  test('a prompt as a record is checked against what was read, too', async () => {
    await using bench = await libraryWorkbench();
    const { library } = bench;
    await bench.outside('templates:demo:s', { ...REVIEW, prompt: 'v1' });
    const base = library.prompt('demo.s').hash;
    await bench.outside('templates:demo:s', { ...REVIEW, prompt: 'v2 by another' });
    const json = JSON.stringify({ ...REVIEW, prompt: 'from v1' });
    await expect(saveRecord(library, { kind: 'template', id: 'demo.s', json, base })).rejects.toMatchObject({
      code: 'CONFLICT',
    });
    await saveRecord(library, { kind: 'template', id: 'demo.s', json });
    expect(library.prompt('demo.s').record.prompt).toBe('from v1');
  });
});

test('a record whose file cannot be read now is not said to be removed', async () => {
  await using bench = await libraryWorkbench();
  const { library } = bench;
  const folder = join(bench.folder, 'store');
  await mkdir(join(folder, 'templates/demo'), { recursive: true });
  await mkdir(join(folder, 'tools'), { recursive: true });
  await writeFile(join(folder, 'templates/demo/review.yaml'), JSON.stringify(REVIEW));
  await writeFile(join(folder, 'tools/t.yaml'), JSON.stringify(toolOf('t')));
  await library.parts.engine.refresh();
  const { hash: base } = library.prompt('demo.review');
  const tool = readRaw(library, 'tool', 't');
  for (const file of ['templates/demo/review.yaml', 'tools/t.yaml']) await writeFile(join(folder, file), 'a: [');

  const mine = { ...REVIEW, prompt: 'mine' };
  await expect(savePrompt(library, { id: 'demo.review', record: mine, base })).rejects.toMatchObject({
    code: 'CONFLICT',
    message: expect.stringContaining('demo.review cannot be read: templates/demo/review.yaml: Line 1'),
  });
  const saving = { kind: 'tool' as const, id: 't', json: JSON.stringify(toolOf('t', 'mine')), base: tool.hash };
  await expect(saveRecord(library, saving)).rejects.toMatchObject({
    code: 'CONFLICT',
    message: expect.stringContaining('shenma:tools:t cannot be read: tools/t.yaml: Line 1'),
  });
});
