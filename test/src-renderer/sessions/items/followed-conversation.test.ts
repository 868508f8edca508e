import { expect, test } from 'vitest';
import type { ConversationUpdate } from '#contract';
import { emptyConversation } from '../../../../src-renderer/sessions/items/conversation-state.ts';
import { followConversation } from '../../../../src-renderer/sessions/items/followed-conversation.ts';
import { reply } from '../session-workbench.tsx';

const replies = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => reply({ id: `m${from + at}`, text: `Reply ${from + at}` }));
const ids = (updates: readonly ConversationUpdate[]) =>
  updates.reduce(followConversation, emptyConversation).map(({ id }) => id);

test.each([
  ['one that had come whole', [{ kind: 'earlier', items: replies(1, 140) }]],
  ['one of which only the newest had come', []],
  ['one of which a part had come', [{ kind: 'earlier', items: replies(100, 140) }]],
] as const)('a conversation that comes again in place of %s has each item once', (_, before) => {
  const came = [{ kind: 'snapshot', items: replies(141, 200) }, ...before] as const;
  const again = [
    { kind: 'snapshot', items: replies(146, 205) },
    { kind: 'earlier', items: replies(90, 145) },
    { kind: 'earlier', items: replies(1, 89) },
  ] as const;
  expect(ids([...came, ...again] as ConversationUpdate[])).toEqual(replies(1, 205).map(({ id }) => id));
});
