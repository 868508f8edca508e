import { expect, test } from 'vitest';
import { failureBody } from '../../../support/failure-body.ts';
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
