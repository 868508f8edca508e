import { expect, test } from 'vitest';
import { compare } from '../../../../src-main/prompts/library/preview.ts';
import { saveCase } from '../../../../src-main/prompts/library/save-case.ts';
import { renderForModel } from '../../../../src-main/prompts/library/send-prompt.ts';
import { toolRecord } from '../../../support/prompt-engine-box.ts';
import { type LibraryWorkbench, libraryWorkbench } from './library-workbench.ts';

const ID = 'demo.c';

async function written(bench: LibraryWorkbench, prompt: string) {
  await bench.outside('templates:demo:c', { name: 'c', prompt, supports: [], parameters: {}, returns: {} });
}

/** Renders twice after a change of the store: as a kept case, and as what was sent. */
async function again(bench: LibraryWorkbench, change: () => Promise<void>) {
  const { library, ledger } = bench;
  const { expected } = await saveCase(library, { id: ID, name: 'c' }, undefined);
  const { event } = await renderForModel(library, { id: ID });
  const { id } = await (await ledger.session('s')).append('prompt.rendered', event);
  await change();
  const sides = { left: { kind: 'past', session: 's', event: id }, right: { kind: 'version', id: ID } } as const;
  const { hash } = library.prompt(ID);
  // A text that others write is kept as a version a moment after it is seen.
  await expect.poll(() => library.versions.last(ID)).toBe(hash);
  const { right } = await compare(library, { ...sides, right: { ...sides.right, hash } }, undefined);
  return {
    expected: expected[0]?.content,
    cases: (await library.cases.run(ID, undefined)).map(({ state, message }) => message ?? state),
    past: right.isRendered ? right.rendered.messages[0]?.content : right.failure.message,
  };
}

test.each([
  {
    what: 'what appears later',
    prompt: '{{if .flag}}ON{{else}}OFF{{end}}',
    before: {},
    after: { flag: true },
    text: 'OFF',
  },
  {
    what: 'what is read inside a definition, or by its index',
    prompt: '{{define "i"}}{{.vscode.lang}}{{end}}{{template "i" .}} {{index .index "b"}} {{index . "whole"}}',
    before: { 'vscode:lang': 'go', index: { b: 'B' }, whole: 'W' },
    after: { 'vscode:lang': 'rust', index: { b: 'C' }, whole: 'X' },
    text: 'go B W',
  },
  {
    what: 'a record beside keys beneath it',
    prompt: '{{with .vscode}}{{if .flag}}flag{{else}}none{{end}}{{end}}',
    before: { vscode: { a: 1 }, 'vscode:flag': true },
    after: {},
    text: 'flag',
  },
  {
    what: 'a variable that is called as the prototype of objects',
    prompt: '{{if .__proto__}}{{.__proto__}}{{else}}none{{end}}',
    before: { __proto__x: 'no' },
    after: {},
    text: 'own',
  },
])('$what replays as it was', async ({ what, prompt, before, after, text }) => {
  await using bench = await libraryWorkbench();
  for (const [name, value] of Object.entries(before)) await bench.outside(`environs:${name}`, JSON.stringify(value));
  if (what.includes('prototype')) await bench.outside('environs:__proto__', '"own"');
  await written(bench, prompt);
  const replayed = await again(bench, async () => {
    for (const [name, value] of Object.entries(after)) await bench.outside(`environs:${name}`, JSON.stringify(value));
    if (what.includes('prototype')) await bench.outside('environs:__proto__', '"other"');
  });
  expect(replayed).toEqual({ expected: text, cases: ['same'], past: text });
});

test('a long value is that which was rendered, although it changes while tools are called', async () => {
  let changing: Promise<void> | undefined;
  await using bench = await libraryWorkbench(() => {
    changing ??= bench.outside('environs:big', { t: `NEW${'y'.repeat(5000)}` });
    return changing.then(() => 'r');
  });
  await bench.outside('environs:big', { t: `OLD${'x'.repeat(5000)}` });
  await bench.outside('tools:t', toolRecord());
  await written(bench, '{{slice .big.t 0 3}}{{t "a"}}');
  const { expected } = await saveCase(bench.library, { id: ID, name: 'c' }, undefined);
  expect(expected[0]?.content).toBe('OLDr');
  expect(await bench.library.cases.run(ID, undefined)).toMatchObject([{ state: 'same' }]);
});

test('a case is rendered although a tool of it is gone', async () => {
  await using bench = await libraryWorkbench(() => 'r');
  await bench.outside('tools:t', toolRecord());
  await written(bench, '{{t "a"}}');
  const replayed = await again(bench, async () => {
    await bench.store.remove('shenma:tools:t');
    await bench.library.parts.engine.refresh();
  });
  expect(replayed).toEqual({ expected: 'r', cases: ['same'], past: 'r' });
});

test('what is sent from a session in another workspace has the codebase of that one, unless the store has its own', async () => {
  await using bench = await libraryWorkbench();
  await written(bench, '{{range .codebase.files}}{{.}};{{end}}');
  const rendered = async () =>
    (await renderForModel(bench.library, { id: ID, workspace: '/other' })).messages[0]?.content;
  expect(await rendered()).toBe('/other/a.ts;');

  await bench.outside('environs:codebase:files', ['mine.ts']);
  expect(await rendered()).toBe('mine.ts;');
});
