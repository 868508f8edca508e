import type { ConversationItem, LedgerEvent } from '#contract';
import { RewindFold } from '#ledger';
import type { ItemStore } from './item-store.ts';

/** Marks the items that a rewind folds, and says on the notice of each rewind whether it can be redone. */
export class FoldedItems {
  readonly #items: ItemStore;
  readonly #rewinds = new RewindFold();

  constructor(items: ItemStore) {
    this.#items = items;
  }

  /** Notes each event before the items process it. Returns whether it folds or unfolds something. */
  begin(event: LedgerEvent): boolean {
    const isFolded = this.#rewinds.add(event);
    this.#items.startAt(this.#rewinds.place);
    return isFolded;
  }

  /** Applies what changed once the items have processed the event. */
  end({ type }: LedgerEvent, isFolded: boolean): void {
    if (isFolded) this.#markAll();
    if (isFolded || type === 'message.user') this.#tellRewinds(isFolded);
  }

  #markAll(): void {
    for (const item of this.#items.all) {
      const rewound = this.#foldOf(item);
      if (item.rewound === rewound) continue;
      const { rewound: _, ...rest } = item;
      this.#items.put(rewound === undefined ? rest : { ...rest, rewound });
    }
  }

  /** Rewind that folds an item, if any; a message that could not be sent is still with the person. */
  #foldOf(item: ConversationItem): string | undefined {
    if (item.kind === 'user' && item.notSent !== undefined) return undefined;
    return this.#rewinds.at(this.#items.placeOf(item.id))?.id;
  }

  /** Updates the sizes of rewinds, which change only if something is folded or unfolded. */
  #tellRewinds(isFolded: boolean): void {
    for (const { id, data } of this.#rewinds.rewinds) {
      this.#items.update(id, 'notice', (notice) => {
        const known = notice.rewind;
        const rewind = {
          messages: known === undefined || isFolded ? this.#messagesIn(id) : known.messages,
          withFiles: data.withFiles,
          isRedone: this.#rewinds.isRedone(id),
          canRedo: this.#rewinds.whyNotRedoable(id) === undefined,
        };
        const isSame = known?.messages === rewind.messages && known.canRedo === rewind.canRedo;
        return isSame && known.isRedone === rewind.isRedone ? notice : { ...notice, rewind };
      });
    }
  }

  #messagesIn(rewind: string): number {
    return this.#items.all.filter(({ kind, rewound }) => kind === 'user' && rewound === rewind).length;
  }
}
