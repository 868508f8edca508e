import type { ConversationItem } from '#contract';

type ItemKind = ConversationItem['kind'];
type ItemOfKind<K extends ItemKind> = Extract<ConversationItem, { kind: K }>;

/** Items in the order they first appeared; what is replaced keeps its place. */
export class ItemStore {
  readonly #items = new Map<string, ConversationItem>();
  /** Place in the record of the event that an item first appeared with. */
  readonly #places = new Map<string, number>();
  #touched = new Set<string>();
  #place = 0;

  get all(): ConversationItem[] {
    return [...this.#items.values()];
  }

  /** Notes the place in the record of the event that is processed next. */
  startAt(place: number): void {
    this.#place = place;
  }

  placeOf(id: string): number {
    return this.#places.get(id) ?? this.#place;
  }

  get(id: string | undefined): ConversationItem | undefined {
    return id === undefined ? undefined : this.#items.get(id);
  }

  put(item: ConversationItem): void {
    this.#note(item.id);
    this.#items.set(item.id, item);
    this.#touched.add(item.id);
  }

  /** Replaces an item as `put` does, but `takeTouched` does not report it. */
  replace(item: ConversationItem): void {
    this.#note(item.id);
    this.#items.set(item.id, item);
  }

  /** Updates an item; does nothing if there is no such item of this kind. */
  update<K extends ItemKind>(id: string | undefined, kind: K, change: (item: ItemOfKind<K>) => ItemOfKind<K>): void {
    const item = this.get(id);
    if (item?.kind === kind) this.put(change(item as ItemOfKind<K>));
  }

  /** Returns the items that were put since the last call. */
  takeTouched(): ConversationItem[] {
    const touched = [...this.#touched].flatMap((id) => this.#items.get(id) ?? []);
    this.#touched = new Set();
    return touched;
  }

  #note(id: string): void {
    if (!this.#places.has(id)) this.#places.set(id, this.#place);
  }
}
