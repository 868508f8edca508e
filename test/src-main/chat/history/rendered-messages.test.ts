import { expect, test } from 'vitest';
import type { LedgerEventData } from '#contract';
import { renderedUserMessages } from '../../../../src-main/chat/history/rendered-messages.ts';

const PUSHED = { kind: 'push', label: 'ls', text: 'The user ran `ls`.' } as const;
const IMAGE = { hash: 'a'.repeat(64), type: 'image/png', bytes: 3 } as const;

const sent = (
  messages: NonNullable<LedgerEventData<'message.user'>['rendered']>['messages'],
  more: Partial<LedgerEventData<'message.user'>> = {},
) => renderedUserMessages({ text: 'x', rendered: { event: 'e1', messages, isExact: false }, ...more });

test('what waits goes before the last message of the user in a prompt', () => {
  const messages = [
    { role: 'user', content: 'One' } as const,
    { role: 'assistant', content: 'Yes?' } as const,
    { role: 'user', content: 'Two' } as const,
  ];
  const said = sent(messages, { pending: [PUSHED], images: [IMAGE] });
  expect(said[0]).toEqual({ role: 'user', text: 'One' });
  expect(said[2]).toMatchObject({ role: 'user', text: expect.stringMatching(/^The user ran[\s\S]+\nTwo$/) });
  expect(said[2]).toMatchObject({ images: [IMAGE] });
});

test('what waits goes along with a prompt that has no message of the user, in one of its own', () => {
  const system = { role: 'system', content: 'Be brief.' } as const;
  expect(sent([system])).toEqual([{ role: 'system', text: 'Be brief.' }]);
  expect(sent([system], { pending: [PUSHED, { ...PUSHED, text: 'And `pwd`.' }], images: [IMAGE] })).toEqual([
    { role: 'system', text: 'Be brief.' },
    { role: 'user', text: 'The user ran `ls`.\n\n---\n\nAnd `pwd`.', images: [IMAGE] },
  ]);
  expect(sent([system], { images: [IMAGE] }).at(-1)).toEqual({ role: 'user', text: '', images: [IMAGE] });
});

test('what waits goes before the beginning of an answer with which a prompt ends', () => {
  const [system, begun] = [
    { role: 'system', content: 'List.' } as const,
    { role: 'assistant', content: '| a |' } as const,
  ];
  expect(sent([system, begun], { pending: [PUSHED] })).toEqual([
    { role: 'system', text: 'List.' },
    { role: 'user', text: PUSHED.text },
    { role: 'assistant', text: '| a |', calls: [] },
  ]);
});
