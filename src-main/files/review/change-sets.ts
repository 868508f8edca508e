/** Changes of a session by turn, each set with its age and how often it was touched. */
export class ChangeSets {
  readonly #sets = new Map<string, { at: number; revision: number; readonly ids: string[] }>();
  readonly #setOf = new Map<string, string>();

  add(id: string, set: string, at: number): void {
    const known = this.#sets.get(set) ?? { at, revision: 0, ids: [] };
    this.#sets.set(set, known);
    const last = known.ids.at(-1);
    known.ids.push(id);
    // Ids rise with time. What is appended while the session is read comes before what was recorded earlier.
    if (last !== undefined && last > id) known.ids.sort();
    known.at = Math.max(known.at, at);
    known.revision++;
    this.#setOf.set(id, set);
  }

  /** Notes that something about a change is not as it was. */
  touch(id: string): void {
    const set = this.#sets.get(this.#setOf.get(id) ?? '');
    if (set) set.revision++;
  }

  setOf(id: string): string | undefined {
    return this.#setOf.get(id);
  }

  /** Ids of its changes, in the order they were made. */
  of(set: string): readonly string[] {
    return this.#sets.get(set)?.ids ?? [];
  }

  /** Rises with whatever happens to the set; -1 for one that is not there. */
  revision(set: string): number {
    return this.#sets.get(set)?.revision ?? -1;
  }

  /** All of them, each with the time of its newest change. */
  *ages(): Iterable<{ readonly turn: string; readonly at: number }> {
    for (const [turn, { at }] of this.#sets) yield { turn, at };
  }
}
