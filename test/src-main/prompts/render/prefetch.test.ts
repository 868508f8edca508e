import { expect, test } from 'vitest';
import { MemoryStore, promptDraft, promptEngineBox, toolRecord } from '../../../support/prompt-engine-box.ts';

const STORE = {
  'shenma:tools:t': toolRecord(),
  'shenma:environs:who': '"root"',
  'shenma:environs:list': [{ a: [1] }],
  'shenma:environs:other': { who: 'inner', list: [{ a: [1] }] },
};

test('a call that is reached with another dot is made with the arguments it has there', async () => {
  await using box = await promptEngineBox(new MemoryStore(STORE));
  const messages = ['{{template "draft.messages.1" .other}}', '{{t .who}}'];
  const draft = { ...promptDraft(''), messages: messages.map((content) => ({ role: 'user' as const, content })) };
  expect((await box.rendered({ draft })).messages.map(({ content }) => content)).toEqual(['<inner>', '<root>']);
  expect(box.calls.map(({ args }) => args)).toEqual([['root'], ['inner']]);
  const again = '{{if .other}}{{template "draft.prompt" .other}}{{end}}{{t .who}}';
  expect(await box.text(again)).toBe('<inner><root>');
});

test('a call that is reached with equal arguments is made once', async () => {
  await using box = await promptEngineBox(new MemoryStore(STORE), { call: () => 'r' });
  const messages = ['{{template "draft.messages.1" .other}}', '{{t .list 1 "x"}}'];
  const draft = { ...promptDraft(''), messages: messages.map((content) => ({ role: 'user' as const, content })) };
  expect((await box.rendered({ draft })).messages.map(({ content }) => content)).toEqual(['r', 'r']);
  expect(box.calls).toHaveLength(2);
});
