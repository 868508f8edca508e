import type { createChat } from '#chat';
import type { RewindPort } from '#console';
import type { ConversationItem } from '#contract';
import { textStart } from '#contract/text-ends';
import { AppError } from '#core/app-error';
import type { createRewind } from '#rewind';

/** Parts of the feature that the built-in `rewind` of Shell mode uses. */
export type RewindByLine = Pick<ReturnType<typeof createRewind>, 'plan' | 'run' | 'pack'>;

const MAX_TITLE = 100;

/** Finds messages by their number in the conversation, for lines that name it. */
export function rewindByLine(
  chat: Pick<ReturnType<typeof createChat>, 'conversation'>,
  rewind: () => RewindByLine,
): RewindPort {
  const itemsOf = async (session: string): Promise<readonly ConversationItem[]> => {
    for await (const update of await chat.conversation(session)) if (update.kind === 'snapshot') return update.items;
    return [];
  };
  return {
    messages: async (session) => (await itemsOf(session)).flatMap(itemPlace),
    lastRewind: async (session) => {
      const items = await itemsOf(session);
      return items.findLast((item) => item.kind === 'notice' && item.rewind?.canRedo === true)?.id;
    },
    pack: async (session, { message, image }) => {
      for await (const work of rewind().pack({ session, message, image })) {
        if (work.kind === 'ended') return [`${work.summary}: ${image}`, ...work.remarks].join('\n');
      }
      throw new AppError('CANCELLED', 'Packing was cancelled');
    },
    plan: (session, target, signal) => rewind().plan(session, target, signal),
    run: (session, target, { withFiles, signal }) =>
      rewind().run({ session, target, withFiles, confirmed: [], stop: false, signal }),
  };
}

function itemPlace(item: ConversationItem) {
  if (item.kind !== 'user' || item.rewound !== undefined || item.notSent !== undefined) return [];
  const title = item.text.replace(/\s+/g, ' ').trim();
  return [{ id: item.id, title: title.length > MAX_TITLE ? `${textStart(title, MAX_TITLE)}…` : title || '(images)' }];
}
