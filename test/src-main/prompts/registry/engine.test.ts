import { expect, test, vi } from 'vitest';
import { Emitter } from '#core/async/emitter';
import { MemoryStore, promptEngineBox, toolRecord } from '../../../support/prompt-engine-box.ts';

const HELLO = { name: 'hello', prompt: 'Hi {{.args.who}} {{.v}}' };

test('what the store tells of is read again, of the kinds it tells of', async () => {
  const store = new MemoryStore({ 'shenma:templates:a:b': HELLO, 'shenma:environs:v': 1 });
  await using box = await promptEngineBox(store);
  store.put('shenma:templates:a:c', HELLO);
  store.put('shenma:environs:v', 2);
  const scans = store.scans;
  store.tell(['shenma:templates:a:c', 'shenma:environs:v', 'other:key']);
  await vi.waitFor(() => expect(box.engine.prompt('a.c')).toBeDefined());
  await vi.waitFor(async () => expect(await box.engine.variable('v')).toMatchObject({ value: 2 }));
  expect(store.scans - scans).toBe(2);
  expect(box.engine.state.value.prompts.map(({ id }) => id)).toEqual(['a.b', 'a.c']);
});

test('a long variable that changes in its middle has another hash', async () => {
  const long = (middle: string) => `${'a'.repeat(300)}${middle}${'a'.repeat(300)}`;
  const store = new MemoryStore({ 'shenma:environs:v': [long('one')] });
  await using box = await promptEngineBox(store);
  const described = () => box.engine.state.value.variables.find(({ id }) => id === 'v');
  await vi.waitFor(() => expect(described()).toBeDefined());
  const before = described();
  store.put('shenma:environs:v', [long('two')]);
  await box.engine.refresh();
  await vi.waitFor(() => expect(described()?.hash).not.toBe(before?.hash));
  expect(described()).toMatchObject({ bytes: before?.bytes, preview: before?.preview });
});

test('each kind is read again every so often', async () => {
  const store = new MemoryStore();
  const refresh = { extension: 1e9, template: 30, environ: 1e9, tool: 1e9 };
  await using box = await promptEngineBox(store, { settings: { refresh } });
  store.put('shenma:templates:a:b', HELLO);
  await vi.waitFor(() => expect(box.engine.prompt('a.b')).toBeDefined());
});

test('a refresh that fails leaves what was loaded, and is logged', async () => {
  const store = new MemoryStore({ 'shenma:templates:a:b': HELLO, 'shenma:environs:v': 1 });
  await using box = await promptEngineBox(store);
  store.isDown = true;
  await box.engine.refresh();
  expect(box.logged).toContain('prompts.refreshFailed');
  expect((await box.rendered({ id: 'a.b', args: { who: 'Ann' } })).messages[0]?.content).toBe('Hi Ann 1');
});

test('without a store there is an engine that has nothing; what the app publishes is there', async () => {
  const store = new MemoryStore({ 'shenma:templates:a:b': HELLO });
  store.isDown = true;
  store.state.update((state) => ({ ...state, state: 'down' }));
  await using box = await promptEngineBox(store, { own: new Map([['shenma:environs:model', 'gpt']]) });
  expect(box.engine.state.value.store.state).toBe('down');
  expect(await box.text('{{.model}}')).toBe('gpt');
  store.isDown = false;
  store.state.update((state) => ({ ...state, state: 'ready' }));
  await vi.waitFor(() => expect(box.engine.prompt('a.b')).toBeDefined());
});

test('a store that hangs keeps nobody waiting for long', async () => {
  const store = new MemoryStore({ 'shenma:templates:a:b': HELLO, 'shenma:environs:v': 1 });
  let now = 1_000_000;
  await using box = await promptEngineBox(store, { now: () => now });
  let open: (value: unknown) => void = () => {};
  store.gate = new Promise((resolve) => {
    open = resolve;
  });
  now += 6000;
  const from = performance.now();
  await Promise.all(Array.from({ length: 50 }, () => box.rendered({ id: 'a.b', args: { who: 'x' } })));
  expect(performance.now() - from).toBeLessThan(2000);
  const again = performance.now();
  await box.rendered({ id: 'a.b', args: { who: 'x' } });
  expect(performance.now() - again).toBeLessThan(140);
  open(undefined);
});

test('a variable is used for five seconds, and not longer; so is that there is none', async () => {
  const store = new MemoryStore({ 'shenma:environs:v': 1 });
  let now = 1_000_000;
  await using box = await promptEngineBox(store, { now: () => now });
  const shown = () => box.text('{{.v}} {{if .w}}{{.w}}{{else}}none{{end}}');
  expect(await shown()).toBe('1 none');
  store.put('shenma:environs:v', 2);
  store.put('shenma:environs:w', '"there"');
  now += 5000;
  expect(await shown()).toBe('1 none');
  now += 1;
  expect(await shown()).toBe('2 there');
  store.data.delete('shenma:environs:w');
  now += 5001;
  expect(await shown()).toBe('2 none');
});

test('values of the store stand in front of the app’s own', async () => {
  const store = new MemoryStore({ 'shenma:environs:model': '"theirs"' });
  const own = new Map<string, unknown>([
    ['shenma:environs:model', 'ours'],
    ['shenma:environs:chat', { mode: 'ask' }],
  ]);
  await using box = await promptEngineBox(store, { own });
  expect(await box.text('{{.model}} {{.chat.mode}}')).toBe('theirs ask');
  expect(box.engine.state.value.variables.map(({ id, source }) => `${id} ${source}`)).toEqual([
    'chat app',
    'model folder',
  ]);
});

test('what the app publishes is read again when it changes, without asking the store', async () => {
  const own = new Map<string, unknown>([['shenma:environs:chat', 1]]);
  const store = new MemoryStore();
  const changed = new Emitter<void>();
  await using box = await promptEngineBox(store, { own, ownChanged: changed.subscribe });
  const { scans } = store;
  own.set('shenma:environs:chat', 2);
  changed.emit();
  await vi.waitFor(async () => expect(await box.text('{{.chat}}')).toBe('2'));
  expect(store.scans).toBe(scans);
});

test('compiled templates are kept, a hundred of them, those used last', async () => {
  const store = new MemoryStore();
  for (let index = 0; index < 101; index += 1)
    store.put(`shenma:templates:a:p${index}`, { name: 'p', prompt: `${index}` });
  const messages = [1, 2, 3].map((index) => ({ role: 'user', content: `${index}` }));
  store.put('shenma:templates:a:three', { name: 'three', messages });
  await using box = await promptEngineBox(store);
  await box.rendered({ id: 'a.three' });
  expect(box.engine.counts()).toEqual({ size: 3, hits: 0, misses: 3, evictions: 0 });
  await box.rendered({ id: 'a.three' });
  expect(box.engine.counts()).toMatchObject({ size: 3, hits: 3 });
  for (let index = 0; index < 97; index += 1) await box.rendered({ id: `a.p${index}` });
  expect(box.engine.counts()).toMatchObject({ size: 100, evictions: 0 });
  // Used again, so that the next one to go is p0.
  await box.rendered({ id: 'a.three' });
  await box.rendered({ id: 'a.p97' });
  expect(box.engine.counts()).toMatchObject({ size: 100, evictions: 1, hits: 6 });
  await box.rendered({ id: 'a.three' });
  expect(box.engine.counts().hits).toBe(9);
  // Another text under a name that is there takes its place.
  store.put('shenma:templates:a:p97', { name: 'p', prompt: 'new' });
  await box.engine.refresh();
  expect((await box.rendered({ id: 'a.p97' })).messages[0]?.content).toBe('new');
  expect(box.engine.counts()).toMatchObject({ size: 100, evictions: 1 });
});

test('records are found by their IDs, in every spelling the API takes, and given as they are stored', async () => {
  const tool = JSON.stringify(toolRecord({ odd: 1 }), undefined, 3);
  const store = new MemoryStore({
    'shenma:tools:code:look': tool,
    'shenma:environs:g:a': 1,
    'shenma:environs:g:b': null,
  });
  await using box = await promptEngineBox(store);
  expect(box.engine.tool('code_look')?.key).toBe('shenma:tools:code:look');
  expect(box.engine.tool('code.look')?.key).toBe('shenma:tools:code:look');
  expect(box.engine.raw('tool', 'code.look')).toEqual({ key: 'shenma:tools:code:look', text: tool });
  expect(box.engine.raw('template', 'toString')).toBeUndefined();
  expect(await box.engine.variable('g')).toMatchObject({ value: { a: 1, b: null } });
  expect(await box.engine.variable('g.b')).toMatchObject({ value: null, key: 'shenma:environs:g:b' });
  expect(await box.engine.variable('g.c')).toBeUndefined();
  expect(await box.engine.variable('constructor')).toBeUndefined();
});
