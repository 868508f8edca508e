import type { ConversationItems } from '../items/conversation-state.ts';
import { type EntryHits, HitCounter } from './entry-hits.ts';

export interface SearchPorts {
  readonly sought: string;
  /** Element below which entries are drawn. */
  readonly list: Element;
  readonly entries: () => ConversationItems;
  /** Draws an entry and brings it into view. */
  readonly show: (id: string) => void;
  /** Called with every match that is drawn, the current one, and whether to bring it into view. */
  readonly onMarks: (all: readonly Range[], current: Range | undefined, isNew: boolean) => void;
}

/** Position among the matches: `at` from 1, 0 if there is none. */
export interface MatchPlace {
  readonly count: number;
  readonly at: number;
}

/** Goes through the matches of a conversation, also those in entries that are not drawn. */
export class ConversationSearch {
  readonly #ports: SearchPorts;
  readonly #counter: HitCounter;
  #hits: readonly EntryHits[] = [];
  #at = 0;
  /** The current match is still to be brought into view. */
  #isWanted = false;
  /** Whether the search has a position, which it keeps. */
  #isBegun = false;

  constructor(ports: SearchPorts) {
    this.#ports = ports;
    this.#counter = new HitCounter(ports.sought);
  }

  /** Looks, and again whenever something has changed. `isWhole`: the closed parts of what is drawn are there, too. */
  look(isWhole: boolean): MatchPlace {
    const isBegun = this.#isBegun;
    this.#isBegun ||= isWhole;
    return isBegun ? this.#again(isWhole) : this.#begin(isWhole);
  }

  /** Begins with the newest, which is nearest to what one reads. */
  #begin(isWhole: boolean): MatchPlace {
    this.#count(isWhole);
    this.#at = this.#total;
    this.#isWanted = true;
    return this.#go();
  }

  /** Stays where it is. */
  #again(isWhole: boolean): MatchPlace {
    const before = this.#located();
    this.#count(isWhole);
    const first = this.#hits.findIndex(({ id }) => id === before?.hits.id);
    if (before && first !== -1) {
      const nth = Math.min(before.nth, (this.#hits[first]?.count ?? 1) - 1);
      this.#at = this.#countBefore(first) + nth + 1;
    } else this.#at = Math.min(Math.max(this.#at, 1), this.#total);
    return this.#go();
  }

  step(by: 1 | -1): MatchPlace {
    const count = this.#total;
    this.#isBegun = true;
    this.#at = count === 0 ? 0 : ((this.#at - 1 + by + count) % count) + 1;
    this.#isWanted = true;
    return this.#go();
  }

  get #total(): number {
    return this.#countBefore(this.#hits.length);
  }

  #countBefore(index: number): number {
    return this.#hits.slice(0, index).reduce((sum, { count }) => sum + count, 0);
  }

  #count(isWhole: boolean): void {
    const { entries, list } = this.#ports;
    this.#hits = this.#counter.in(entries(), list, isWhole);
  }

  #located(): { readonly hits: EntryHits; readonly nth: number } | undefined {
    let nth = this.#at - 1;
    for (const hits of this.#hits) {
      if (nth >= 0 && nth < hits.count) return { hits, nth };
      nth -= hits.count;
    }
    return undefined;
  }

  #go(): MatchPlace {
    const located = this.#located();
    const current = located?.hits.ranges?.[located.nth];
    const isNew = this.#isWanted && current !== undefined;
    this.#ports.onMarks(
      this.#hits.flatMap(({ ranges = [] }) => ranges),
      current,
      isNew,
    );
    if (isNew || !located) this.#isWanted = false;
    // Once it is drawn, what follows changes tells of it.
    else if (this.#isWanted) this.#ports.show(located.hits.id);
    return { count: this.#total, at: this.#at };
  }
}
