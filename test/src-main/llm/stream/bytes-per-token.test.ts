import { expect, test } from 'vitest';
import type { ModelReply } from '#llm';
import { BytesPerToken } from '../../../../src-main/llm/stream/bytes-per-token.ts';

function reply(bytes: number, tokens: number, more: Partial<ModelReply> = {}): ModelReply {
  const usage = { prompt: 1, completion: tokens, total: tokens + 1 };
  return { model: 'm', text: 'x'.repeat(bytes), calls: [], finish: 'stop', usage, ...more };
}

test('it is 3.25 at first, and the mean of the last five samples later', () => {
  const tokens = new BytesPerToken();
  expect(tokens.mean).toBe(3.25);
  tokens.learnFrom(reply(200, 100));
  expect(tokens.mean).toBeCloseTo((2 + 4 * 3.25) / 5);
  for (let count = 0; count < 5; count++) tokens.learnFrom(reply(400, 100));
  expect(tokens.mean).toBe(4);
});

test('bytes are those of UTF-8', () => {
  const tokens = new BytesPerToken();
  for (let count = 0; count < 5; count++) tokens.learnFrom(reply(0, 100, { text: 'ä'.repeat(100) }));
  expect(tokens.mean).toBe(2);
});

test.each([
  ['too short', reply(99, 10)],
  ['without tokens', reply(200, 0)],
  ['without usage', reply(200, 10, { usage: undefined })],
  ['a refusal', reply(200, 10, { refusal: 'no' })],
  ['with a call', reply(200, 10, { calls: [{ callId: 'a', tool: 't', arguments: '{}' }] })],
  ['with a thought', reply(200, 10, { reasoning: 'hm' })],
  ['with a thought that is not shown', reply(200, 10, { reasoningTokens: 8 })],
  ['with a thought in a form of its own', reply(200, 10, { thinking: [{ type: 'redacted_thinking', data: 'x' }] })],
])('a reply that is %s teaches nothing', (_, one) => {
  const tokens = new BytesPerToken();
  tokens.learnFrom(one);
  expect(tokens.mean).toBe(3.25);
});
