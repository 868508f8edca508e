import { expect, test } from 'vitest';
import {
  extensionRecord,
  MemoryStore,
  promptDraft,
  promptEngineBox,
  toolRecord,
} from '../../../support/prompt-engine-box.ts';

/** Text nested deeper than recursive programs can go. */
const DEEP = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
const FINE = { 'shenma:templates:demo:a': { name: 'a', prompt: 'A' } };
const EXTENSION = JSON.stringify(extensionRecord('x', [{ name: 'q', prompt: 'Q', parameters: { a: 'DEEP' } }]));

test.each([
  ['extension', 'shenma:extensions:zgsm:x', EXTENSION.replace('"DEEP"', DEEP)],
  ['template', 'shenma:templates:demo:d', `{"name":"d","prompt":"D","parameters":{"a":${DEEP}}}`],
  ['tool', 'shenma:tools:d', JSON.stringify(toolRecord({ returns: { default: 'DEEP' } })).replace('"DEEP"', DEEP)],
  ['environ', 'shenma:environs:d', DEEP],
])('an %s that is nested too deeply is a problem of its key, and the others go on', async (kind, key, text) => {
  const store = new MemoryStore({ ...FINE, [key]: text });
  await using box = await promptEngineBox(store);
  await box.engine.refresh();
  const { problems } = box.engine.state.value;
  expect(problems).toMatchObject([{ kind, key, severity: 'error' }]);
  expect(problems[0]?.message).toMatch(/nested more than 512 levels/);
  expect((await box.rendered({ id: 'demo.a', traced: true })).messages[0]?.content).toBe('A');
  store.data.delete(key);
  store.put('shenma:templates:demo:b', { name: 'b', prompt: 'B' });
  await box.engine.refresh();
  expect(box.engine.state.value.problems).toEqual([]);
  expect((await box.rendered({ id: 'demo.b' })).messages[0]?.content).toBe('B');
});

test('a variable of the app that JSON cannot hold is left out', async () => {
  const ring: unknown[] = [];
  ring.push(ring);
  const own = new Map<string, unknown>([
    ['shenma:environs:ring', ring],
    ['shenma:environs:fine', 1],
  ]);
  await using box = await promptEngineBox(new MemoryStore(), { own });
  expect(await box.text('{{if .ring}}ring{{end}}{{.fine}}')).toBe('1');
});

test.each(['{{len .args.a}}', '{{t .args.a}}'])('args that are nested too deeply are refused: %s', async (prompt) => {
  const store = new MemoryStore({ 'shenma:tools:t': toolRecord() });
  await using box = await promptEngineBox(store);
  const failure = await box.failure({ draft: promptDraft(prompt), args: { a: JSON.parse(DEEP) }, traced: true });
  expect(failure).toMatchObject({ status: 400, reason: 'arguments' });
  expect(box.calls).toEqual([]);
});

test('what a tool gives nested too deeply counts as nothing', async () => {
  const store = new MemoryStore({ 'shenma:tools:t': toolRecord() });
  await using box = await promptEngineBox(store, { call: () => JSON.parse(DEEP) as unknown });
  const { messages, calls } = await box.rendered({ draft: promptDraft('[{{t 1}}]'), traced: true });
  expect(messages[0]?.content).toBe('[]');
  expect(calls[0]?.error).toMatch(/nested/);
});
