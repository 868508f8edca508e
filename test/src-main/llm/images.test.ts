import { expect, test } from 'vitest';
import { tellingOfImages } from '../../../src-main/llm/failures/refused-images.ts';
import { scriptedModelServer } from '../../support/scripted-model-server.ts';
import { ask, clientFor } from './model-fixture.ts';

const PNG = { hash: 'a'.repeat(64), type: 'image/png', bytes: 3, name: 'cat.png' } as const;
const REQUEST = {
  messages: [
    { role: 'user', text: 'What is it?', images: [{ ...PNG, data: 'AAEC' }, PNG] },
    { role: 'user', text: 'Well?' },
  ],
  tools: [],
} as const;

test('images are sent as parts with data URLs, one that is gone is named, and no tools are no member', async () => {
  await using server = await scriptedModelServer([{ text: 'A cat' }]);
  await using client = clientFor(server.baseUrl);
  await ask(client, REQUEST);
  const body = server.requests[0]?.body as Record<string, unknown>;
  expect(body.messages).toEqual([
    {
      role: 'user',
      content: [
        { type: 'text', text: 'What is it?' },
        { type: 'image_url', image_url: { url: 'data:image/png;base64,AAEC' } },
        { type: 'text', text: '[An image that is not shown here: cat.png]' },
      ],
    },
    { role: 'user', content: 'Well?' },
  ]);
  expect(body).not.toHaveProperty('tools');
});

test.each([
  [{ error: { message: 'image input is not supported' } }, true],
  [{ error: { message: 'no such vision model' } }, true],
  [{ error: { message: 'context is too long' } }, false],
  [{ error: { message: 'no such revision' } }, false],
])('a refusal of %j is told as one of the images: %s', async (body, isAboutImages) => {
  await using server = await scriptedModelServer([{ status: 400, body: JSON.stringify(body) }]);
  await using client = clientFor(server.baseUrl);
  const { failure } = await ask(client, { ...REQUEST, messages: REQUEST.messages.slice(0, 1) });
  expect(failure?.message.startsWith('The model does not take images: ')).toBe(isAboutImages);
  expect(failure?.message).toContain(body.error.message);
});

test('an address with such a word in it does not make a refusal one of the images', () => {
  const said = 'context is too long';
  const message = `${said} (400 from https://vision.example/v1/chat/completions)`;
  const failure = { code: 'bad-request', message, retryable: false, status: 400 } as const;
  const request = { ...REQUEST, messages: [...REQUEST.messages] };
  const told = { ...failure, origin: { kind: 'answer', said } as const };
  expect(tellingOfImages(told, request)).toEqual(told);
});

test('images of earlier messages are named in words to a model that refuses them, from then on at once', async () => {
  const refusal = { status: 400, body: '{"error":{"message":"this model has no vision"}}' };
  await using server = await scriptedModelServer([refusal, { text: 'Well' }, { text: 'Again' }]);
  await using client = clientFor(server.baseUrl);
  expect((await ask(client, REQUEST)).failure).toBeUndefined();
  expect((await ask(client, REQUEST)).failure).toBeUndefined();
  const sent = server.requests.map(({ body }) => JSON.stringify((body as { messages: unknown }).messages));
  expect(sent.map((text) => text.includes('image_url'))).toEqual([true, false, false]);
  expect(sent[1]?.match(/not shown here: cat.png/g)).toHaveLength(2);
});

test('images are sent again where leaving them out did not help: the refusal was about something else', async () => {
  const refusal = { status: 400, body: '{"error":{"message":"the image of this container is gone"}}' };
  await using server = await scriptedModelServer([refusal, refusal, { text: 'Well' }]);
  await using client = clientFor(server.baseUrl);
  expect((await ask(client, REQUEST)).failure?.message).toContain('container is gone');
  expect((await ask(client, REQUEST)).text).toBe('Well');
  const sent = server.requests.map(({ body }) => JSON.stringify(body).includes('image_url'));
  expect(sent).toEqual([true, false, true]);
});
