import type { Conversation } from './conversation.ts';

/** Time for which an unused conversation is kept for the next user, in milliseconds. */
const KEPT_MS = 30_000;
/** Number of conversations that are kept, however long they are. */
const ALWAYS_KEPT = 2;
/** Most items that the kept ones have together, where there are more of them. */
const MAX_ITEMS = 1000;

export interface ConversationLease {
  readonly conversation: Conversation;
  /** Releases the conversation; to be called once. */
  release(): void;
}

interface SharedConversation {
  readonly opening: Promise<Conversation>;
  holders: number;
  /** Length of the conversation when it was last let go of. */
  items: number;
  /** Timer that runs while the conversation is unused. */
  timer: NodeJS.Timeout | undefined;
}

/**
 * One conversation a session, in memory while a reader or a turn holds it. Between the turns of a session that nobody
 * reads it is kept for a moment, so that its record is not read again for each of them; then its memory is given back.
 */
export class SharedConversations implements Disposable {
  readonly #open: (session: string) => Promise<Conversation>;
  readonly #entries = new Map<string, SharedConversation>();
  /** Sessions whose conversation is unused, the longest kept first. */
  readonly #kept = new Set<string>();
  #isDisposed = false;

  constructor(open: (session: string) => Promise<Conversation>) {
    this.#open = open;
  }

  async hold(session: string): Promise<ConversationLease> {
    const entry = this.#entries.get(session) ?? {
      opening: this.#open(session),
      holders: 0,
      items: 0,
      timer: undefined,
    };
    this.#entries.set(session, entry);
    this.#kept.delete(session);
    clearTimeout(entry.timer);
    entry.holders += 1;
    try {
      const conversation = await entry.opening;
      const release = () => {
        entry.items = conversation.items.length;
        this.#release(session, entry);
      };
      return { conversation, release };
    } catch (error) {
      // What could not be read is read again by whoever comes next.
      if (this.#entries.get(session) === entry) this.#entries.delete(session);
      throw error;
    }
  }

  /** Releases a session whose record no longer exists, unless it is in use. */
  forget(session: string): void {
    if (this.#kept.has(session)) this.#drop(session);
  }

  [Symbol.dispose](): void {
    this.#isDisposed = true;
    for (const session of [...this.#kept]) this.#drop(session);
  }

  #release(session: string, entry: SharedConversation): void {
    entry.holders -= 1;
    if (entry.holders > 0 || this.#entries.get(session) !== entry) return;
    this.#kept.add(session);
    if (this.#isDisposed) {
      this.#drop(session);
      return;
    }
    entry.timer = setTimeout(() => this.#drop(session), KEPT_MS).unref();
    this.#dropOldest();
  }

  #dropOldest(): void {
    const size = (session: string) => this.#entries.get(session)?.items ?? 0;
    let items = [...this.#kept].reduce((sum, session) => sum + size(session), 0);
    for (const oldest of this.#kept) {
      if (this.#kept.size <= ALWAYS_KEPT || items <= MAX_ITEMS) return;
      items -= size(oldest);
      this.#drop(oldest);
    }
  }

  #drop(session: string): void {
    const entry = this.#entries.get(session);
    this.#entries.delete(session);
    this.#kept.delete(session);
    clearTimeout(entry?.timer);
    entry?.opening.then((conversation) => conversation[Symbol.dispose]()).catch(() => {});
  }
}
