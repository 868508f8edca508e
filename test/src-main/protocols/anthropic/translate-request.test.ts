import { expect, test } from 'vitest';
import { translateRequest } from '../../../../src-main/protocols/anthropic/translate-request.ts';

const THINKING = { type: 'thinking', thinking: 'hm', signature: 'EqQB' };
const user = (content: string) => ({ role: 'user', content });

test.each([
  ['of white space', ' \n'],
  ['none', null],
])('thinking is not sent alone, with %s as its text', (_, content) => {
  const alone = { role: 'assistant', content, thinking_blocks: [THINKING] };
  expect(translateRequest({ model: 'm', messages: [user('a'), alone, user('b')] })).toMatchObject({
    request: {
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'a' },
            { type: 'text', text: 'b' },
          ],
        },
      ],
    },
  });
});

test('thinking before a call alone is sent', () => {
  const calls = [{ id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } }];
  const calling = { role: 'assistant', content: '', tool_calls: calls, thinking_blocks: [THINKING] };
  const result = { role: 'tool', tool_call_id: 'c', content: 'r' };
  expect(translateRequest({ model: 'm', messages: [user('a'), calling, result] })).toMatchObject({
    request: { messages: [{ role: 'user' }, { content: [THINKING, { type: 'tool_use' }] }, { role: 'user' }] },
  });
});

test.each([
  ['max', { effort: 'max' }],
  ['xhigh', { effort: 'xhigh' }],
  ['high', { effort: 'high' }],
  ['minimal', undefined],
  ['none', undefined],
  [' ', undefined],
  [7, undefined],
  [null, undefined],
])('an effort of %j goes to the service as %j', (effort, expected) => {
  const translated = translateRequest({ model: 'm', messages: [user('a')], reasoning_effort: effort });
  expect('request' in translated && translated.request.output_config).toEqual(expected);
});
