import { expect, test } from 'vitest';
import { fromOpenAi, toOpenAi } from '../../../../src-main/chat/history/openai-messages.ts';
import type { OpenAiMessage } from '../../../../src-main/chat/history/pair-check.ts';

const CAT = { hash: 'a'.repeat(64), type: 'image/png', bytes: 12, name: 'c & d.png' } as const;
const DOG = { hash: 'b'.repeat(64), type: 'image/jpeg', bytes: 3 } as const;

test('images come back from a workspace\u2019s function by reference, without their bytes', () => {
  const message = { role: 'user', text: 'see', images: [CAT, DOG] } as const;
  const made = toOpenAi([message]);
  expect(made).toMatchObject([{ role: 'user', content: [{ type: 'text', text: 'see' }, { type: 'image_url' }, {}] }]);
  expect(fromOpenAi(made)).toEqual([message]);
});

test.each([
  'https://example.com/cat.png',
  'data:image/png;base64,AAAA',
  'sigma-image:../../etc/passwd',
  `sigma-image:${CAT.hash}`,
  `sigma-image:${CAT.hash}?type=text/html&bytes=3`,
  `sigma-image:${CAT.hash}?type=image/png&bytes=-1`,
  `sigma-image:${CAT.hash}?type=image/png&bytes=x`,
  7,
])('an image that is no reference of ours is left out: %s', (url) => {
  const content = [{ type: 'text', text: 'a' }, { type: 'image_url', image_url: { url } }, { type: 'image_url' }];
  expect(fromOpenAi([{ role: 'user', content } as OpenAiMessage])).toEqual([{ role: 'user', text: 'a' }]);
});
