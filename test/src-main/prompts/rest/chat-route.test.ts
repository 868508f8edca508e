import { describe, expect, onTestFinished, test } from 'vitest';
import { Deferred } from '#core/async/deferred';
import { sha256 } from '#core/text/sha256';
import type { ChatRecord, LlmPort, OutgoingChat } from '../../../../src-main/prompts/rest/rest-ports.ts';
import { failureBody } from '../../../support/failure-body.ts';
import { MemoryStore } from '../../../support/prompt-engine-box.ts';
import { restBox } from '../../../support/rest-box.ts';
import { promptRecord } from '../../../support/rest-fixture.ts';
import { json, stubServer } from '../../../support/stub-server.ts';

test.each([1, 'true', {}])('a chat whose stream is %j is refused before a model is asked', async (stream) => {
  await using llm = await stubServer(json({ choices: [] }));
  const target = { baseUrl: llm.url, apiKey: '', model: 'm' };
  await using box = await restBox({ store: 'folder', llm: { resolve: async () => target } });
  await box.put(promptRecord('fine'));
  const answer = await box.post('/api/prompts/demo.p/chat', { stream });
  expect([answer.status, answer.json]).toEqual([400, failureBody(400, 'invalid request body')]);
  expect(llm.requests).toEqual([]);
  expect((await box.post('/api/prompts/demo.p/chat', { stream: null })).status).toBe(200);
});

describe('a chat with a prompt of a store that does not tell of changes', () => {
  test('finds what another program has just written', async () => {
    const [store, llm] = await blindStore();
    await using box = await restBox({ store, llm });
    for (const [key, value] of Object.entries(promptRecord('new'))) store.put(key, value);
    expect(await box.post('/api/prompts/demo.p/chat', {})).toMatchObject({ status: 200 });
  });

  test('finds at once what was not there when everything was read a moment ago', async () => {
    const [store, llm] = await blindStore(promptRecord('old'));
    await using box = await restBox({ store, llm });
    store.data.delete(KEY);
    await expect.poll(async () => (await box.get('/api/prompts')).json).toEqual([]);
    for (const [key, value] of Object.entries(promptRecord('new'))) store.put(key, value);
    expect(await box.post('/api/prompts/demo.p/chat', {})).toMatchObject({ status: 200 });
  });

  test('has the version on the record that was rendered, not that before the key was asked for', async () => {
    const [store, { resolve }] = await blindStore(promptRecord('old'));
    const asked: OutgoingChat[] = [];
    const record: ChatRecord = {
      asked: async (chat) => {
        asked.push(chat);
        return async () => {};
      },
    };
    const llm: LlmPort = {
      resolve: async (...what) => {
        for (const [key, value] of Object.entries(promptRecord('new'))) store.put(key, value);
        await box.engine.refresh();
        return await resolve(...what);
      },
    };
    await using box = await restBox({ store, llm, record });
    await box.post('/api/prompts/demo.p/chat', {});
    expect(asked.map(({ rendered }) => rendered.messages[0]?.content)).toEqual(['new']);
    expect(asked.map(({ prompt }) => [prompt.record.prompt, prompt.stored, prompt.hash])).toEqual([
      ['new', JSON.stringify(promptRecord('new')[KEY]), sha256(JSON.stringify(promptRecord('new')[KEY]))],
    ]);
  });

  test('has no model asked for a client that left while the store was read', async () => {
    const [store, { resolve }] = await blindStore(promptRecord('fine'));
    const hasLeft = new Deferred<boolean>();
    const llm: LlmPort = {
      resolve: async (model, signal) => {
        hasLeft.resolve(signal?.aborted === true);
        return await resolve(model, signal);
      },
    };
    await using box = await restBox({ store, llm });
    const isRead = new Deferred<void>();
    const client = new AbortController();
    store.read = () => {
      isRead.resolve();
      return new Promise(() => {});
    };
    const leaving = fetch(`${box.url}/api/prompts/demo.p/chat`, { method: 'POST', body: '{}', signal: client.signal });
    await isRead.promise;
    client.abort();
    await expect(leaving).rejects.toThrow('aborted');
    expect(await hasLeft.promise).toBe(true);
  });
});

const KEY = 'shenma:templates:demo:p';

/** A store with these records, and a model that answers. */
async function blindStore(records: Readonly<Record<string, unknown>> = {}): Promise<[MemoryStore, LlmPort]> {
  const store = new MemoryStore(records);
  store.state.set({ ...store.state.value, isWatched: false });
  const server = await stubServer(json({ choices: [] }));
  onTestFinished(() => server[Symbol.asyncDispose]());
  return [store, { resolve: async () => ({ baseUrl: server.url, apiKey: '', model: 'm' }) }];
}
