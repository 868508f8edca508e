import type { ConversationItems } from '../items/conversation-state.ts';
import { indexAt, type ScrollPlace } from './drawn-range.ts';
import type { EntryHeights } from './entry-heights.ts';

interface ConversationView {
  readonly view: HTMLElement;
  readonly list: HTMLElement;
  readonly entries: ConversationItems;
  /** Whether the view follows the end. */
  readonly sticks: boolean;
}

/** Place of a reader, which stays in view while what is above it is drawn or grows. */
export class KeptPlace {
  readonly #heights: EntryHeights;
  #at: ScrollPlace = 'end';
  /** Position to which the view was scrolled from here, not by a person. */
  #broughtTo = -1;
  /** Position of the view when it was last examined. */
  #seenAt: number | undefined;

  constructor(heights: EntryHeights) {
    this.#heights = heights;
  }

  go(place: ScrollPlace): void {
    this.#at = place;
    this.#seenAt = undefined;
  }

  /** The view is not shown: where it will be scrolled to when it is again is no person's doing. */
  unseen(): void {
    this.#seenAt = undefined;
  }

  /** Brings the place back to where it was in view, and leaves it where it was scrolled to since, also before that is an event. */
  restore(view: HTMLElement, list: HTMLElement): void {
    const box = boxOf(list, this.#at);
    if (!box || this.#at === 'end') return;
    const by = scrolledSince(view, this.#seenAt);
    if (by !== 0) this.#at = { ...this.#at, offset: this.#at.offset - by };
    this.#seenAt = view.scrollTop;
    const moved = topIn(view, box) - this.#at.offset;
    if (Math.abs(moved) < 1) return;
    view.scrollTop += moved;
    this.#broughtTo = view.scrollTop;
    this.#seenAt = view.scrollTop;
  }

  /** The place after something has changed; another one only where a person has scrolled, or it is gone. */
  follow({ view, list, entries, sticks }: ConversationView, isScrolled: boolean): ScrollPlace {
    this.#seenAt = view.scrollTop;
    const isByPerson = isScrolled && Math.abs(view.scrollTop - this.#broughtTo) >= 1;
    if (sticks) this.#at = 'end';
    else if (isByPerson || !boxOf(list, this.#at)) this.#at = findPlace(view, list, entries, this.#heights);
    return this.#at;
  }
}

/** Distance by which the view was scrolled, in pixels; a view that lost its end was not. */
function scrolledSince(view: HTMLElement, before: number | undefined): number {
  const by = before === undefined ? 0 : view.scrollTop - before;
  const isCutOff = by < 0 && view.scrollTop >= view.scrollHeight - view.clientHeight - 1;
  return Math.abs(by) < 1 || isCutOff ? 0 : by;
}

/** The first entry that begins in view, so that whatever grows above it does not move it; else the one that fills the view. */
function findPlace(
  view: HTMLElement,
  list: HTMLElement,
  entries: ConversationItems,
  heights: EntryHeights,
): ScrollPlace {
  const edge = view.getBoundingClientRect().top;
  let place: ScrollPlace | undefined;
  for (const box of list.querySelectorAll<HTMLElement>(':scope > [data-entry]')) {
    const { top, bottom } = box.getBoundingClientRect();
    if (top >= edge + view.clientHeight) break;
    if (bottom > edge) place = { id: box.dataset.entry ?? '', offset: top - edge };
    if (top >= edge) break;
  }
  return place ?? placeInGap(-topIn(view, list), entries, heights);
}

/** Finds the place within the space of entries that are not drawn. */
function placeInGap(y: number, entries: ConversationItems, heights: EntryHeights): ScrollPlace {
  const tops = heights.tops(entries);
  const index = indexAt(tops, y);
  const entry = entries[index];
  return entry === undefined ? 'end' : { id: entry.id, offset: (tops[index] ?? 0) - y };
}

function boxOf(list: HTMLElement, place: ScrollPlace): Element | null {
  return place === 'end' ? null : list.querySelector(`:scope > [data-entry="${CSS.escape(place.id)}"]`);
}

const topIn = (view: HTMLElement, element: Element) =>
  element.getBoundingClientRect().top - view.getBoundingClientRect().top;
