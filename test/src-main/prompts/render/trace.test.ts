import { expect, test } from 'vitest';
import { MemoryStore, promptDraft, promptEngineBox, toolRecord } from '../../../support/prompt-engine-box.ts';

const STORE = {
  'shenma:tools:t': toolRecord(),
  'shenma:environs:vscode:frameworks': ['gin', 'gorm'],
  'shenma:environs:vscode:os': '"linux"',
};

test('every piece of the output is accounted for: its place, its path, its call', async () => {
  await using box = await promptEngineBox(new MemoryStore(STORE));
  const prompt = 'A {{t .args.q}}\n{{range .vscode.frameworks}}<{{.}}>{{end}}';
  const messages = [prompt, 'B {{t 2.5}}{{.args.d}}'].map((content) => ({ role: 'user' as const, content }));
  const draft = { ...promptDraft('', [{ name: 'd', default: 'dd' }]), messages };
  const rendered = await box.rendered({ draft, args: { q: 'Q' }, traced: true });
  const told = rendered.messages.map(({ content, pieces }) => {
    const list: string[] = [];
    let end = 0;
    for (let at = 0; at < pieces.length; at += 5) {
      const [from = 0, to = 0, place = -1, path = -1, call = -1] = pieces.slice(at, at + 5);
      expect(from).toBe(end);
      end = to;
      const { message, line, source } = rendered.places[place] ?? {};
      list.push(`${content.slice(from, to)}|${message}:${line} ${source}|${rendered.paths[path] ?? ''}|${call}`);
    }
    expect(end).toBe(content.length);
    return list;
  });
  expect(told).toEqual([
    [
      'A |0:1 A ||-1',
      '<Q>|0:1 t .args.q||0',
      '\n|0:1 \n||-1',
      '<|0:2 <||-1',
      'gin|0:2 .|vscode.frameworks[0]|-1',
      '>|0:2 >||-1',
      '<|0:2 <||-1',
      'gorm|0:2 .|vscode.frameworks[1]|-1',
      '>|0:2 >||-1',
    ],
    ['B |1:1 B ||-1', '<2.5>|1:1 t 2.5||1', 'dd|1:1 .args.d|args.d|-1'],
  ]);
  expect(rendered.calls).toMatchObject([
    { name: 't', isPrefetched: true, outcome: 'value', result: '"<Q>"' },
    { name: 't', isPrefetched: true, outcome: 'value', result: '"<2.5>"' },
  ]);
  const variables = rendered.variables.map(({ id, source, key, value }) => `${id} ${source} ${key ?? ''} ${value}`);
  expect(variables).toEqual([
    'vscode.frameworks folder shenma:environs:vscode:frameworks ["gin","gorm"]',
    'args.d default  "dd"',
    'args.q args  "Q"',
  ]);
  expect(JSON.parse(rendered.args)).toEqual({ q: 'Q', d: 'dd' });
});

test('without a trace nothing is told but the text', async () => {
  await using box = await promptEngineBox(new MemoryStore(STORE));
  const rendered = await box.rendered({ draft: promptDraft('{{.vscode.os}}') });
  expect(rendered).toMatchObject({
    places: [],
    paths: [],
    variables: [],
    messages: [{ content: 'linux', pieces: [] }],
  });
});

test('a key with a point in a value is not taken for the variable of that path', async () => {
  const store = {
    'shenma:environs:deps': { 'a.b': 'of deps', 'g.h': 'of deps' },
    'shenma:environs:deps:a:b': '"of a variable"',
    'shenma:environs:deps:g:h:i': '"in a group"',
  };
  await using box = await promptEngineBox(new MemoryStore(store));
  const draft = promptDraft('{{index .deps "a.b"}}, {{index .deps "g.h"}}');
  const rendered = await box.rendered({ draft, traced: true });
  expect(rendered.messages[0]?.content).toBe('of deps, of deps');
  expect(rendered.variables.map(({ id, key }) => [id, key])).toEqual([['deps', 'shenma:environs:deps']]);
});
