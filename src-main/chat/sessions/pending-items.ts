import type { ListedItem, PendingItem } from '#contract';
import { AppError } from '#core/app-error';
import { KeyedMutex } from '#core/async/mutex';
import { listedItem } from '#core/text/listed-item';
import type { ModelMessage } from '#llm';
import type { ChatOptions } from '../chat-options.ts';
import type { SharedConversations } from '../conversation/shared-conversations.ts';
import type { SessionLocks } from '../turn/session-locks.ts';

interface PendingOptions extends Pick<ChatOptions, 'ledger'> {
  readonly conversations: SharedConversations;
  readonly locks: SessionLocks;
}

/** Items that wait for a session's next message, and the model's view of the session. */
export class PendingItems {
  readonly #options: PendingOptions;
  readonly #drops = new KeyedMutex();

  constructor(options: PendingOptions) {
    this.#options = options;
  }

  async add(session: string, item: PendingItem): Promise<void> {
    await (await this.#options.ledger.session(session)).append('push.added', { item });
  }

  /**
   * Takes out the item at a place of the list, if it is still the one that was `seen` there.
   * @throws AppError NOT_FOUND if there is no such item; CONFLICT if it is another, and while a turn runs
   */
  async drop(session: string, index: number, seen?: ListedItem): Promise<void> {
    await this.#drops.run(session, async () => {
      const record = await this.#options.ledger.session(session);
      const item = (await this.list(session))[index];
      // Looked at last, so that no turn has taken the item by the time that its end is written.
      this.#options.locks.refuse(session);
      if (item === undefined) {
        throw new AppError('NOT_FOUND', 'There is no such item any more', { where: String(index) });
      }
      if (seen !== undefined && !isListedAs(item, seen)) {
        throw new AppError('CONFLICT', 'Another item stands at this place by now', {
          where: String(index),
          advice: 'Look at the list, and take it out there',
        });
      }
      await record.append('push.dropped', { index });
    });
  }

  async list(session: string): Promise<PendingItem[]> {
    const held = await this.#options.conversations.hold(session);
    const items = held.conversation.pending(this.#options.locks.has(session));
    held.release();
    return items;
  }

  /** @throws AppError CONFLICT while a turn runs */
  async reset(session: string): Promise<void> {
    this.#options.locks.refuse(session);
    await (await this.#options.ledger.session(session)).append('history.reset', {});
  }

  /** Describes the model's view and the pending items, for people. */
  async history(session: string): Promise<string> {
    const held = await this.#options.conversations.hold(session);
    const { conversation } = held;
    const messages = conversation.messages().map(shownMessage);
    const waiting = conversation.pending(this.#options.locks.has(session));
    held.release();
    const items = waiting.map(({ kind, label, text }) => `[waiting: ${kind}, ${label}]\n${text}`);
    return [...messages, ...items].join('\n\n') || 'The history is empty.';
  }
}

function isListedAs(item: PendingItem, seen: ListedItem): boolean {
  const { kind, label, digest } = listedItem(item);
  return kind === seen.kind && label === seen.label && digest === seen.digest;
}

function shownMessage(message: ModelMessage): string {
  if (message.role === 'tool') return `[tool ${message.callId}]\n${message.content}`;
  if (message.role !== 'assistant') return `[${message.role}]\n${message.text}`;
  const calls = message.calls.map((call) => `${call.tool} ${call.arguments} (${call.callId})`);
  return [`[assistant]`, ...(message.text === '' ? [] : [message.text]), ...calls].join('\n');
}
