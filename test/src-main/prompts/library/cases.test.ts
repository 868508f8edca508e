import { readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import type { RenderedPrompt } from '#contract';
import { EMPTY } from '#template';
import { CaseStore } from '../../../../src-main/prompts/library/cases.ts';
import { compare, preview, readPastRendering } from '../../../../src-main/prompts/library/preview.ts';
import { saveCase } from '../../../../src-main/prompts/library/save-case.ts';
import { savePrompt } from '../../../../src-main/prompts/library/save-prompt.ts';
import { sendPrompt } from '../../../../src-main/prompts/library/send-prompt.ts';
import type { RenderRequest } from '../../../../src-main/prompts/ports.ts';
import { arrayOf } from '../../../support/array-of.ts';
import { silentLogger } from '../../../support/silent-logger.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { type LibraryWorkbench, libraryWorkbench, REVIEW } from './library-workbench.ts';

const TOOL = {
  name: 'look',
  module: 'm',
  description: '',
  supports: [],
  type: 'restful',
  returns: {},
  restful: { url: '/x', method: 'GET' },
  parameters: { type: 'object', properties: { q: { type: 'string' } } },
};
const CODE = '{"code":"x"}';

async function withReview(bench: LibraryWorkbench, prompt = `${REVIEW.prompt} {{m_look .args.code}}`) {
  await bench.outside('environs:vscode:language', '"go"');
  await bench.outside('tools:m:look', TOOL);
  return await savePrompt(bench.library, { id: 'demo.review', record: { ...REVIEW, prompt } });
}

test('a case means the same whatever the store and the tools say later, and calls nothing', async () => {
  let answer = 'found';
  await using bench = await libraryWorkbench(() => answer);
  const { library, calls } = bench;
  await withReview(bench);
  const saved = await saveCase(library, { id: 'demo.review', name: 'one', args: CODE }, undefined);
  expect(saved.expected).toEqual([{ role: 'user', content: 'Review x in go found' }]);
  expect(saved.variables).toEqual({ 'vscode.language': '"go"' });
  expect(calls).toHaveLength(1);
  answer = 'other';
  await bench.outside('environs:vscode:language', '"rust"');
  expect(await library.cases.run('demo.review', undefined)).toMatchObject([{ state: 'same' }]);
  expect(calls).toHaveLength(1);
  expect(library.summary('demo.review').cases).toBe(1);
});

test('an edit that changes a case is seen before it is saved, and can be accepted; one that breaks it says why', async () => {
  await using bench = await libraryWorkbench(() => 'found');
  const { library } = bench;
  await withReview(bench);
  const { id } = await saveCase(library, { id: 'demo.review', name: 'one', args: CODE }, undefined);
  const draft = { ...REVIEW, prompt: 'Look at {{.args.code}}' };
  expect(await library.cases.run('demo.review', draft)).toMatchObject([
    { state: 'changed', actual: [{ content: 'Look at x' }], expected: [{ content: 'Review x in go found' }] },
  ]);
  const broken = { ...REVIEW, prompt: '{{.args.nope}}' };
  const [failed] = await library.cases.run('demo.review', broken);
  expect(failed).toMatchObject({ state: 'failed' });
  expect(failed?.message).toContain('args.nope');
  await expect(library.cases.accept('demo.review', id, broken)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  await library.cases.accept('demo.review', id, draft);
  expect(await library.cases.run('demo.review', draft)).toMatchObject([{ state: 'same' }]);
});

test('cases outlive a restart; a broken file is kept aside and said to be broken', async () => {
  await using bench = await libraryWorkbench(() => 'found');
  await withReview(bench);
  await saveCase(bench.library, { id: 'demo.review', name: 'one', args: CODE }, undefined);
  const again = await bench.restarted();
  expect(again.summary('demo.review').cases).toBe(1);
  const folder = join(bench.folder, 'cases');
  const [name = ''] = await readdir(folder);
  await writeFile(join(folder, name), '{"v":1,');
  await expect(again.cases.list('demo.review')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  await saveCase(again, { id: 'demo.review', name: 'two', args: CODE }, undefined);
  expect((await again.cases.list('demo.review')).cases).toMatchObject([{ name: 'two' }]);
  const aside = (await readdir(folder)).find((one) => one.includes('.broken-')) ?? '';
  expect(await readFile(join(folder, aside), 'utf8')).toBe('{"v":1,');
});

test('a tool that gave nothing is kept as such, beside other cases and after a restart', async () => {
  let answer: unknown = EMPTY;
  await using bench = await libraryWorkbench(() => answer);
  await withReview(bench);
  const names = ['nothing', 'something', 'nothing again'];
  for (const name of names) {
    answer = name === 'something' ? { n: 9_007_199_254_740_993n, big: [12_345_678_901_234_567_890n] } : EMPTY;
    await saveCase(bench.library, { id: 'demo.review', name, args: CODE }, undefined);
  }
  const again = await bench.restarted();
  expect((await again.cases.list('demo.review')).cases.map(({ name }) => name)).toEqual(names);
  expect((await again.cases.run('demo.review', undefined)).map(({ state }) => state)).toEqual(names.map(() => 'same'));
  expect(await readdir(join(bench.folder, 'cases'))).toHaveLength(1);
});

test('a case that cannot be read loses only itself, is named, and stays in the file as it is', async () => {
  await using bench = await libraryWorkbench(() => 'found');
  const { library } = bench;
  await withReview(bench);
  await saveCase(library, { id: 'demo.review', name: 'one', args: CODE }, undefined);
  const path = join(bench.folder, 'cases', (await readdir(join(bench.folder, 'cases')))[0] ?? '');
  const file = JSON.parse(await readFile(path, 'utf8')) as { cases: unknown[] };
  const odd = [{ name: 'odd', args: 5, later: ['kept'] }, 'no case', null];
  await writeFile(path, JSON.stringify({ ...file, later: 'kept', cases: [odd[0], ...file.cases, odd[1], odd[2]] }));

  const again = await bench.restarted();
  expect(again.summary('demo.review').cases).toBe(1);
  const { cases, unreadable } = await again.cases.list('demo.review');
  expect(cases).toMatchObject([{ name: 'one' }]);
  expect(unreadable).toMatchObject([{ name: 'odd' }, { name: 'number 3' }, { name: 'number 4' }]);
  expect(unreadable[0]?.message).toContain('args');
  await saveCase(again, { id: 'demo.review', name: 'two', args: CODE }, undefined);
  await again.cases.remove('demo.review', cases[0]?.id ?? '');
  const after = JSON.parse(await readFile(path, 'utf8')) as { cases: unknown[]; later: unknown };
  expect(after.later).toBe('kept');
  expect(after.cases).toHaveLength(4);
  expect(after.cases).toEqual(expect.arrayContaining(odd));
  expect(await readdir(join(bench.folder, 'cases'))).toHaveLength(1);
});

test('cases in a file that an earlier version set aside come back', async () => {
  await using bench = await libraryWorkbench(() => 'found');
  await withReview(bench);
  for (const name of ['one', 'two']) await saveCase(bench.library, { id: 'demo.review', name, args: CODE }, undefined);
  const folder = join(bench.folder, 'cases');
  const [name = ''] = await readdir(folder);
  const text = await readFile(join(folder, name), 'utf8');
  const file = JSON.parse(text) as { cases: { id: string; name: string; results: object[] }[] };
  const [first, second] = file.cases;
  if (!first || !second) throw new Error('two cases were saved');
  const without = { ...first, results: first.results.map((call) => ({ ...call, result: undefined })) };
  const aside = join(folder, name.replace('.json', '.broken-2026-11-20T10-00-00.json'));
  await writeFile(aside, JSON.stringify({ ...file, cases: [without, { ...second, name: 'older two' }] }));
  await writeFile(join(folder, name), JSON.stringify({ ...file, cases: [second] }));
  const nonsense = join(folder, name.replace('.json', '.broken-2026-11-21T10-00-00.json'));
  await writeFile(nonsense, '{"v":1,');

  const again = await bench.restarted();
  expect((await again.cases.list('demo.review')).cases).toMatchObject([{ name: 'two' }, { name: 'one' }]);
  expect(again.summary('demo.review').cases).toBe(2);
  const kept = await readdir(folder);
  expect(kept).toContain(basename(nonsense));
  expect(kept).toContain(basename(aside).replace('.broken-', '.restored-'));
});

test('an edit that reads an existing variable fails, names it, and the case can take its present value', async () => {
  await using bench = await libraryWorkbench(() => 'found');
  const { library, calls } = bench;
  await withReview(bench);
  const { id } = await saveCase(library, { id: 'demo.review', name: 'one', args: CODE }, undefined);
  const called = calls.length;
  await bench.outside('environs:vscode:frameworks', ['react', 'vue']);
  const draft = { ...REVIEW, prompt: `${REVIEW.prompt} {{len .vscode.frameworks}}` };
  expect(await library.cases.run('demo.review', draft)).toMatchObject([
    { state: 'failed', missing: ['vscode.frameworks'] },
  ]);
  const unknown = { ...REVIEW, prompt: '{{.vscode.frameworks}} {{.nowhere.at.all}}' };
  expect((await library.cases.run('demo.review', unknown))[0]?.missing).toBeUndefined();
  await library.cases.complete('demo.review', id, draft);
  expect(calls).toHaveLength(called);
  const [result] = await library.cases.run('demo.review', draft);
  expect(result).toMatchObject({ state: 'changed', actual: [{ content: 'Review x in go 2' }] });
  const [kept] = (await library.cases.list('demo.review')).cases;
  expect(kept?.variables).toEqual({ 'vscode.language': '"go"', 'vscode.frameworks': '["react","vue"]' });
  expect(kept?.expected).toEqual([{ role: 'user', content: 'Review x in go found' }]);
  await expect(library.cases.complete('demo.review', id, unknown)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
});

test('what does not render is no case', async () => {
  await using bench = await libraryWorkbench();
  await withReview(bench);
  await expect(saveCase(bench.library, { id: 'demo.review', name: 'one' }, undefined)).rejects.toMatchObject({
    code: 'INVALID_INPUT',
  });
  expect((await bench.library.cases.list('demo.review')).cases).toEqual([]);
});

test('a preview calls a tool once while the template is written', async () => {
  await using bench = await libraryWorkbench(() => 'found');
  const { library, calls } = bench;
  await withReview(bench);
  for (const more of ['', ' a', ' ab']) {
    const draft = { ...REVIEW, prompt: `${REVIEW.prompt} {{m_look .args.code}}${more}` };
    const { outcome } = await preview(library, { draft, args: CODE, callsTools: true }, undefined);
    expect(outcome).toMatchObject({ rendered: { messages: [{ content: `Review x in go found${more}` }] } });
  }
  expect(calls).toEqual(['m_look ["x"]']);
});

test('a past rendering is looked into as it was, and rendered again by another version with what it was made of', async () => {
  let answer = 'found';
  await using bench = await libraryWorkbench(() => answer);
  const { library, sent, ledger } = bench;
  const { hash } = await withReview(bench);
  await arrayOf(sendPrompt(library, { id: 'demo.review', args: CODE }, undefined));
  const session = await ledger.session('s');
  const event = sent[0]?.event;
  if (!event) throw new Error('nothing was sent');
  const { id } = await session.append('prompt.rendered', event);

  answer = 'other';
  await bench.outside('environs:vscode:language', '"rust"');
  const draft = { ...REVIEW, prompt: `In {{.vscode.language}}: {{m_look .args.code}}` };
  const known = { session: 's', event: id };
  expect(await readPastRendering(library, known)).toMatchObject({
    prompt: { id: 'demo.review', version: hash },
    rendered: { messages: [{ content: 'Review x in go found' }], variables: [{ id: 'args.code' }, { value: '"go"' }] },
  });
  const sides = { left: { kind: 'past', ...known }, right: { kind: 'draft', id: 'demo.review', draft } } as const;
  const then = await compare(library, sides, undefined);
  expect(then.left).toMatchObject({ rendered: { messages: [{ content: 'Review x in go found' }] } });
  expect(then.right).toMatchObject({ rendered: { messages: [{ content: 'In go: found' }] } });
  const now = await compare(library, { ...sides, args: '{"code":"y"}' }, undefined);
  expect(now.right).toMatchObject({ rendered: { messages: [{ content: 'In rust: other' }] } });
});

test('a system message of ours opens as one text', async () => {
  await using bench = await libraryWorkbench();
  const session = await bench.ledger.session('s');
  const text = 'You are\nhere.';
  const { id } = await session.append('prompt.rendered', { template: 'sigma:system', text, hash: 'a'.repeat(64) });
  const found = await readPastRendering(bench.library, { session: 's', event: id });
  expect(found.prompt).toBeUndefined();
  expect(found.rendered).toMatchObject({
    messages: [{ role: 'system', content: text, pieces: [0, text.length, 0, -1, -1] }],
    places: [{ line: 1, endLine: 2 }],
  });
  await expect(readPastRendering(bench.library, { session: 's', event: 'none' })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  await expect(readPastRendering(bench.library, { session: 'none', event: id })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
});

test('two versions are rendered with the same args', async () => {
  await using bench = await libraryWorkbench(() => 'found');
  const { library } = bench;
  const first = await withReview(bench);
  const record = { ...REVIEW, prompt: 'Short {{.args.code}}' };
  const second = await savePrompt(library, { id: 'demo.review', record, base: first.hash });
  const side = (hash: string) => ({ kind: 'version' as const, id: 'demo.review', hash });
  const both = await compare(library, { left: side(first.hash), right: side(second.hash), args: CODE }, undefined);
  expect(both).toMatchObject({
    left: { rendered: { messages: [{ content: 'Review x in go found' }] } },
    right: { rendered: { messages: [{ content: 'Short x' }] } },
  });
});

test('secrets are not kept with what was rendered', async () => {
  await using bench = await libraryWorkbench(() => 'found');
  bench.library.ports.redactor.add('very-secret-value');
  await withReview(bench, '{{.args.code}}');
  await arrayOf(sendPrompt(bench.library, { id: 'demo.review', args: '{"code":"very-secret-value"}' }, undefined));
  const kept = bench.sent[0]?.event.prompt?.rendered ?? '';
  const text = (await bench.ledger.content.read(kept)).toString();
  expect(text).toContain('[secret removed]');
  expect(text).not.toContain('very-secret-value');
});

test('a case that a person copied within the file is one of its own, and is not lost with the next that is saved', async () => {
  await using bench = await libraryWorkbench(() => 'found');
  const { library, folder } = bench;
  await withReview(bench);
  await saveCase(library, { id: 'demo.review', name: 'one', args: CODE }, undefined);
  const [name = ''] = await readdir(join(folder, 'cases'));
  const path = join(folder, 'cases', name);
  const file = JSON.parse(await readFile(path, 'utf8'));
  file.cases.push({ ...file.cases[0], name: 'copied' });
  await writeFile(path, JSON.stringify(file));

  await saveCase(library, { id: 'demo.review', name: 'two', args: CODE }, undefined);
  const { cases } = await library.cases.list('demo.review');
  expect(cases.map(({ name: called }) => called)).toEqual(['one', 'copied', 'two']);
  await library.cases.remove('demo.review', cases[1]?.id ?? '');
  expect((await library.cases.list('demo.review')).cases).toMatchObject([{ name: 'one' }, { name: 'two' }]);
});

test('what an older input renders to is not expected of a case that was saved anew meanwhile', async () => {
  await using folder = await temporaryFolder();
  const output = (content: string) => [{ role: 'user' as const, content }];
  const rendered = (content: string) => ({ messages: output(content) }) as unknown as RenderedPrompt;
  let begun = () => {};
  let release = () => {};
  const hasBegun = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const isReleased = new Promise<void>((resolve) => {
    release = resolve;
  });
  const engine = {
    render: async ({ args }: RenderRequest) => {
      begun();
      await isReleased;
      return { isRendered: true as const, rendered: rendered(JSON.stringify(args)) };
    },
  };
  const cases = new CaseStore({ folder: folder.path, engine, log: silentLogger });
  const inputs = (args: string) => ({ args, variables: {}, isWhole: true, results: [] });
  const { id } = await cases.save('demo', 'one', rendered('old'), inputs('{"n":1}'));
  const accepting = cases.accept('demo', id, undefined);
  await hasBegun;
  await cases.save('demo', 'one', rendered('new'), inputs('{"n":2}'));
  release();
  await expect(accepting).rejects.toMatchObject({ code: 'CONFLICT' });
  expect((await cases.list('demo')).cases).toMatchObject([{ id, args: '{"n":2}', expected: output('new') }]);
  expect((await cases.accept('demo', id, undefined)).expected).toEqual(output('{"n":2}'));
});
