import { expect, test } from 'vitest';
import type { ConversationItem, ConversationUpdate } from '#contract';
import { newestFirst } from '../../../../src-main/chat/conversation/newest-first.ts';
import { reduceConversation } from '../../../../src-renderer/sessions/items/conversation-state.ts';
import { arrayOf } from '../../../support/array-of.ts';

const items = Array.from({ length: 600 }, (_, index): ConversationItem => {
  return { kind: 'user', id: `u${index}`, at: 0, text: `Message ${index}` };
});
const changed: ConversationItem = { kind: 'user', id: 'u3', at: 0, text: 'Changed meanwhile' };

async function* updates(): AsyncGenerator<ConversationUpdate, void> {
  yield { kind: 'snapshot', items: [...items] };
  yield { kind: 'item', item: changed };
}

test('the newest items come first, then those before them, and what has changed meanwhile after all of it', async () => {
  const sent = await arrayOf(newestFirst(updates(), 10));
  expect(sent.map((one) => [one.kind, 'items' in one ? one.items.length : 1])).toEqual([
    ['snapshot', 10],
    ['earlier', 250],
    ['earlier', 250],
    ['earlier', 90],
    ['item', 1],
  ]);
  expect(sent.reduce(reduceConversation, [])).toEqual(items.with(3, changed));
});

test('a short conversation is sent at once', async () => {
  expect((await arrayOf(newestFirst(updates(), 600))).map(({ kind }) => kind)).toEqual(['snapshot', 'item']);
});
