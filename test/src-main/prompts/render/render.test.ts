import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { MemoryStore, promptDraft, promptEngineBox, toolRecord } from '../../../support/prompt-engine-box.ts';

const TOOLS = { 'shenma:tools:t': toolRecord(), 'shenma:tools:u': toolRecord({ name: 'u' }) };

test('checks come in their order, and no tool is called before all have passed', async () => {
  const parameters = { type: 'object', properties: { who: { type: 'string' } }, required: ['who'] };
  const store = new MemoryStore({
    ...TOOLS,
    'shenma:templates:a:bad': { name: 'bad', prompt: '{{if}}', parameters },
    'shenma:templates:a:args': { name: 'args', prompt: '{{t 1}}{{.nope}}', parameters },
    'shenma:templates:a:empty': { name: 'empty' },
  });
  await using box = await promptEngineBox(store);
  expect(await box.failure({ id: 'a.none' })).toMatchObject({ status: 404, message: 'template not found' });
  expect(await box.failure({ id: 'a.empty' })).toMatchObject({ status: 500, message: 'prompt invalid' });
  expect(await box.failure({ id: 'a.bad' })).toMatchObject({ status: 400, reason: 'syntax', problems: [{ line: 1 }] });
  const missing = await box.failure({ id: 'a.args' });
  expect(missing).toMatchObject({ status: 400, reason: 'arguments', missing: ['who'] });
  expect(missing.message).toBe('missing required args: who');
  expect(await box.failure({ id: 'a.args', args: { who: 3 } })).toMatchObject({ status: 400, reason: 'arguments' });
  const undefinedOne = await box.failure({ id: 'a.args', args: { who: 'x' } });
  expect(undefinedOne).toMatchObject({ status: 400, reason: 'undefined', missing: ['nope'] });
  expect(box.calls).toEqual([]);
});

test.each([1, 5])('chains of 40,000 names are rendered within the limit, %i of them at once', async (count) => {
  const prompt = `{{if .args${'.a'.repeat(40_000)}}}x{{end}}`.repeat(count);
  await using box = await promptEngineBox(new MemoryStore({ 'shenma:templates:a:b': { name: 'b', prompt } }));
  expect((await box.rendered({ id: 'a.b', args: {} })).messages).toMatchObject([{ role: 'user', content: '' }]);
});

test('defaults fill in for args that are absent; null counts as present; the caller’s object stays as it was', async () => {
  const parameters = [
    { name: 'a', default: 'A' },
    { name: 'b', required: true, default: 'B' },
  ];
  await using box = await promptEngineBox(new MemoryStore());
  const args = { a: null, extra: 1 };
  const { messages } = await box.rendered({
    draft: promptDraft('{{.args.a}} {{.args.b}} {{.args.extra}}', parameters),
    args,
  });
  expect(messages[0]?.content).toBe('<no value> B 1');
  expect(args).toEqual({ a: null, extra: 1 });
});

test('every reference that does not resolve is named, in order, of all messages together', async () => {
  const content = [
    '{{.vscode.nope}} {{.zzz.a}}{{if .maybe}}{{.inner}}{{end}}',
    '{{.args.x}} {{.vscode.nope}} {{and .never 1}}',
  ];
  const draft = { ...promptDraft(''), messages: content.map((text) => ({ role: 'user' as const, content: text })) };
  const store = new MemoryStore({ 'shenma:environs:vscode:a': 1, 'shenma:environs:list': [1] });
  await using guarded = await promptEngineBox(store);
  const failure = await guarded.failure({ draft });
  expect(failure.missing).toEqual(['vscode.nope', 'zzz.a', 'args.x']);
  expect(failure.problems[3]).toMatchObject({ in: 1, line: 1, column: 15 });
  await using strict = await promptEngineBox(store, { settings: { undefined: 'strict' } });
  expect((await strict.failure({ draft })).missing).toEqual([
    'vscode.nope',
    'zzz.a',
    'maybe',
    'inner',
    'args.x',
    'never',
  ]);
  await using off = await promptEngineBox(store, { settings: { undefined: 'off' } });
  expect(await off.text('{{.vscode.nope}}')).toBe('<no value>');
  // Met while executing: of a value in a loop, or through something that has no members.
  expect(
    await guarded.failure({ draft: promptDraft('{{range .vscode}}{{end}}{{with .vscode}}{{.zz}}{{end}}') }),
  ).toMatchObject({
    status: 400,
    missing: ['vscode.zz'],
  });
  expect(await guarded.text('{{.list.x}}')).toBe('400');
  expect(await guarded.text('{{if .vscode}}{{.vscode.a.b}}{{end}}')).toBe('500');
});

test('what fails while executing is told where it is, in the message it is in', async () => {
  await using box = await promptEngineBox(new MemoryStore({ 'shenma:environs:n': 3 }));
  const messages = ['fine', 'a\n😀 {{if eq .n 3}}{{end}}'].map((content) => ({ role: 'user' as const, content }));
  expect(await box.failure({ draft: { ...promptDraft(''), messages } })).toMatchObject({
    status: 500,
    reason: 'execution',
    problems: [{ in: 1, line: 2, column: 9 }],
  });
});

test('messages share what they define, the later one wins', async () => {
  await using box = await promptEngineBox(new MemoryStore());
  const messages = ['{{define "d"}}1{{end}}{{template "d"}}', '{{define "d"}}2{{end}}{{template "d"}}'];
  const draft = { ...promptDraft(''), messages: messages.map((content) => ({ role: 'user' as const, content })) };
  expect((await box.rendered({ draft })).messages.map(({ content }) => content)).toEqual(['2', '2']);
  expect(await box.text('{{define "d"}}1{{end}}{{define "d"}}2{{end}}')).toBe('400');
  expect(await box.text('{{template "demo.hello"}}')).toBe('500');
});

test('calls that do not depend on each other run at the same time, one for each that is written', async () => {
  let open = 0;
  let most = 0;
  const call = async (_: string, args: readonly unknown[]) => {
    open += 1;
    most = Math.max(most, open);
    await sleep(20);
    open -= 1;
    return String(args[0]);
  };
  await using box = await promptEngineBox(new MemoryStore({ ...TOOLS, 'shenma:environs:v': '"V"' }), { call });
  expect(await box.text('{{t .v}} {{t "a"}} {{t "a"}} {{u 1.5}}{{if t "b"}} {{u (t "c")}}{{end}}')).toBe('V a a 1.5 c');
  expect(most).toBe(5);
  expect(box.calls).toHaveLength(7);
});

test('operands of and and or are called when they are reached, and only then', async () => {
  await using box = await promptEngineBox(new MemoryStore(TOOLS), { call: (name) => (name === 't' ? false : 'u') });
  expect(await box.text('{{and (t) (u)}}{{or (t) (u)}}')).toBe('falseu');
  expect(box.calls.map(({ name }) => name)).toEqual(['t', 't', 'u']);
});

test('a tool that gives nothing is benign', async () => {
  await using box = await promptEngineBox(new MemoryStore(TOOLS), { call: () => undefined });
  expect(await box.text('[{{(t 1).a.b}}{{range t 2}}x{{else}}none{{end}}{{len (t 3)}}{{if t 4}}y{{end}}]')).toBe(
    '[none0]',
  );
});

test('a tool that takes too long is let go of, and the answer is 503', async () => {
  const aborted = vi.fn();
  const call = (_: string, __: unknown, signal: AbortSignal) =>
    new Promise<undefined>((resolve) => {
      signal.addEventListener('abort', () => resolve(aborted()));
    });
  await using box = await promptEngineBox(new MemoryStore(TOOLS), { call });
  expect(await box.failure({ draft: promptDraft('{{t 1}}'), limitMs: 50 })).toMatchObject({
    status: 503,
    message: 'render timeout',
  });
  expect(aborted).toHaveBeenCalledOnce();
});

test('what a rendering brings with it stands in for variables and for tools', async () => {
  const store = new MemoryStore({
    ...TOOLS,
    'shenma:environs:v:a': 1,
    'shenma:environs:v:b': 2,
    'shenma:environs:w': 3,
  });
  await using box = await promptEngineBox(store);
  const { messages, calls } = await box.rendered({
    draft: promptDraft('{{.v}} {{.w}} {{t 1}} {{t 2}} {{u}}'),
    variables: new Map([['v', { c: 9 }]]),
    results: [
      { name: 't', result: 'one' },
      { name: 'u', result: null },
    ],
    traced: true,
  });
  expect(messages[0]?.content).toBe('map[c:9] 3 one  <no value>');
  expect(calls.map(({ outcome }) => outcome)).toEqual(['value', 'empty', 'value']);
  expect(box.calls).toEqual([]);
  expect((await box.rendered({ draft: promptDraft('{{t 1}}.'), callsTools: false })).messages[0]?.content).toBe('.');
});

test('names of the prototype lead nowhere, in args, variables and templates', async () => {
  const args = JSON.parse('{"__proto__": {"x": 1}, "constructor": "c", "o": {}}') as Record<string, unknown>;
  await using box = await promptEngineBox(new MemoryStore({ 'shenma:environs:o': {} }), {
    settings: { undefined: 'off' },
  });
  expect(await box.text('{{.constructor.constructor}}')).toBe('<no value>');
  expect(
    await box.text('{{.args.__proto__.x}} {{.args.constructor}} {{.args.o.toString}} {{.o.__proto__}}', args),
  ).toBe('1 c <no value> <no value>');
  expect({}).not.toHaveProperty('x');
  const parameters = JSON.parse('{"__proto__": {"default": "d"}}') as Record<string, unknown>;
  expect((await box.rendered({ draft: promptDraft('{{.args.__proto__}}', parameters) })).messages[0]?.content).toBe(
    'd',
  );
});

test('values are not templates', async () => {
  await using box = await promptEngineBox(new MemoryStore(TOOLS));
  expect(await box.text('{{.args.user}}', { user: '{{t "secret"}}' })).toBe('{{t "secret"}}');
  expect(box.calls).toEqual([]);
});
