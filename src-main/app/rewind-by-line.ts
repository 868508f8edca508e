import type { createChat } from '#chat';
import type { RewindPort } from '#console';
import type { ConversationItem } from '#contract';
import type { createRewind } from '#rewind';

/** What the built-in `rewind` of Shell mode asks of the feature. */
export type RewindByLine = Pick<ReturnType<typeof createRewind>, 'plan' | 'run'>;

const MAX_TITLE = 100;

/** Messages by their place in the conversation, for whoever types their number. */
export function rewindByLine(
  chat: Pick<ReturnType<typeof createChat>, 'conversation'>,
  rewind: () => RewindByLine,
): RewindPort {
  const itemsOf = async (session: string): Promise<readonly ConversationItem[]> => {
    for await (const update of await chat.conversation(session)) if (update.kind === 'snapshot') return update.items;
    return [];
  };
  return {
    messages: async (session) => (await itemsOf(session)).flatMap(placeOf),
    lastRewind: async (session) => {
      const items = await itemsOf(session);
      return items.findLast((item) => item.kind === 'notice' && item.rewind?.canRedo === true)?.id;
    },
    plan: (session, target) => rewind().plan(session, target),
    run: (session, target, { withFiles }) => rewind().run({ session, target, withFiles, confirmed: [], stop: false }),
  };
}

function placeOf(item: ConversationItem) {
  if (item.kind !== 'user' || item.rewound !== undefined || item.notSent !== undefined) return [];
  const title = item.text.replace(/\s+/g, ' ').trim();
  return [{ id: item.id, title: title.length > MAX_TITLE ? `${title.slice(0, MAX_TITLE)}…` : title || '(images)' }];
}
