import type { ConversationItems, SessionItem } from '../items/conversation-state.ts';
import { entryText } from '../items/entry-text.ts';
import { foldCase, textMatches } from './text-matches.ts';

/** Matches in one entry. */
export interface EntryHits {
  readonly id: string;
  readonly count: number;
  /** Ranges of the hits; absent if the entry is not drawn. */
  readonly ranges?: readonly Range[];
}

/** Matches of one text in a conversation of which a part is drawn: there as they stand, elsewhere as the words have it. */
export class HitCounter {
  readonly #sought: string;
  /** Number of hits in entries that are not drawn; in those drawn before, the number counted then. */
  readonly #counts = new WeakMap<SessionItem, number>();

  constructor(sought: string) {
    this.#sought = sought;
  }

  /** Entries that have some, in order. `isWhole`: what is closed is drawn, too. */
  in(entries: ConversationItems, list: Element, isWhole: boolean): EntryHits[] {
    if (this.#sought === '') return [];
    const boxes = new Map(
      [...list.querySelectorAll<HTMLElement>('[data-entry]')].map((box) => [box.dataset.entry, box]),
    );
    return entries
      .map((entry): EntryHits => {
        const box = boxes.get(entry.id);
        if (box === undefined) return { id: entry.id, count: this.#countOf(entry) };
        const ranges = textMatches(box, this.#sought);
        if (isWhole) this.#counts.set(entry, ranges.length);
        return { id: entry.id, count: ranges.length, ranges };
      })
      .filter(({ count }) => count > 0);
  }

  #countOf(entry: SessionItem): number {
    const known = this.#counts.get(entry);
    if (known !== undefined) return known;
    const count = foldCase(entryText(entry)).split(foldCase(this.#sought)).length - 1;
    this.#counts.set(entry, count);
    return count;
  }
}
