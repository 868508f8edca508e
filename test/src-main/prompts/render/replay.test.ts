import { expect, test } from 'vitest';
import { MemoryStore, promptDraft, promptEngineBox, toolRecord } from '../../../support/prompt-engine-box.ts';

const STORE = {
  'shenma:environs:vscode': { a: 1 },
  'shenma:environs:vscode:flag': true,
  'shenma:environs:my-mod': '{"flag":true,  "n":1.0}',
  'shenma:environs:args:x': 1,
};

test.each([
  ['plain text', []],
  ['{{.args.x}}', []],
  ['{{.vscode.flag}}', ['vscode', 'vscode.flag']],
  ['{{with .vscode}}{{if .flag}}{{.}}{{end}}{{end}}', ['vscode', 'vscode.flag']],
  ['{{with .later}}{{.}}{{else}}{{.}}{{end}}', ['my-mod', 'vscode', 'vscode.flag']],
  ['{{define "i"}}{{.vscode.flag}}{{end}}{{template "i" .}}', ['my-mod', 'vscode', 'vscode.flag']],
  ['{{with .vscode}}{{(index $ "my-mod").flag}}{{end}}', ['my-mod', 'vscode', 'vscode.flag']],
  ['{{if .later}}{{end}}', []],
])('what %s could read is told', async (prompt, ids) => {
  await using box = await promptEngineBox(new MemoryStore(STORE));
  let used: ReadonlyMap<string, string> = new Map();
  await box.rendered({ draft: promptDraft(prompt), args: { x: 1 }, onUsed: (told) => (used = told) });
  expect([...used.keys()].sort()).toEqual(ids);
  if (used.has('my-mod')) expect(used.get('my-mod')).toBe(STORE['shenma:environs:my-mod']);
});

test('variables that a rendering brings may be all there are', async () => {
  await using box = await promptEngineBox(new MemoryStore(STORE), { own: new Map([['shenma:environs:own', 1]]) });
  const draft = promptDraft('{{if .vscode}}A{{end}}{{if .own}}B{{end}}{{.only}}');
  const variables = new Map([['only', 'this']]);
  const { messages } = await box.rendered({ draft, variables, onlyVariables: true });
  expect(messages[0]?.content).toBe('this');
  const nothing = await box.rendered({ draft: promptDraft('{{if .vscode}}A{{else}}none{{end}}'), onlyVariables: true });
  expect(nothing.messages[0]?.content).toBe('none');
});

test('what a tool gave is given again when the tool is gone', async () => {
  const prompt = '{{t 1}}{{T 2}}';
  const store = new MemoryStore({ 'shenma:templates:a:p': { name: 'p', prompt } });
  await using box = await promptEngineBox(store);
  expect((await box.failure({ id: 'a.p' })).reason).toBe('syntax');
  const results = ['one', 'two'].map((result) => ({ name: 'T', result }));
  const { messages } = await box.rendered({ id: 'a.p', results });
  expect(messages[0]?.content).toBe('onetwo');
  expect((await box.failure({ draft: promptDraft('{{other 1}}'), results })).reason).toBe('syntax');
  const asked: string[] = [];
  const tools = {
    call: async ({ callable }: { readonly callable: string }) => {
      asked.push(callable);
      return { outcome: 'value', value: 'mine', arguments: {} } as const;
    },
  };
  expect((await box.rendered({ id: 'a.p', results, tools })).messages[0]?.content).toBe('minemine');
  expect(asked).toEqual(['T', 'T']);
});

test('a tool that is there is not called where results are brought', async () => {
  await using box = await promptEngineBox(new MemoryStore({ 'shenma:tools:t': toolRecord() }));
  const { messages } = await box.rendered({ draft: promptDraft('{{t 1}}'), results: [{ name: 't', result: 'r' }] });
  expect(messages[0]?.content).toBe('r');
  expect(box.calls).toEqual([]);
});
