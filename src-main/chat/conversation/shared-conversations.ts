import type { Conversation } from './conversation.ts';

export interface Held {
  readonly conversation: Conversation;
  /** To be called once. */
  release(): void;
}

interface Entry {
  readonly opening: Promise<Conversation>;
  holders: number;
}

/** One conversation a session, in memory while a reader or a turn holds it. */
export class SharedConversations {
  readonly #open: (session: string) => Promise<Conversation>;
  readonly #entries = new Map<string, Entry>();

  constructor(open: (session: string) => Promise<Conversation>) {
    this.#open = open;
  }

  async hold(session: string): Promise<Held> {
    const entry = this.#entries.get(session) ?? { opening: this.#open(session), holders: 0 };
    this.#entries.set(session, entry);
    entry.holders += 1;
    try {
      return { conversation: await entry.opening, release: () => this.#release(session, entry) };
    } catch (error) {
      this.#release(session, entry);
      throw error;
    }
  }

  #release(session: string, entry: Entry): void {
    entry.holders -= 1;
    if (entry.holders > 0) return;
    if (this.#entries.get(session) === entry) this.#entries.delete(session);
    entry.opening.then((conversation) => conversation[Symbol.dispose]()).catch(() => {});
  }
}
