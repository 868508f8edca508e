import type { RemovableKind, RemovedKind } from '#contract';

/** Counts things and bytes by kind. */
export class Tally {
  readonly #kinds = new Map<RemovableKind, { count: number; bytes: number }>();

  add(kind: RemovableKind, bytes: number, count = 1): void {
    const known = this.#kinds.get(kind) ?? { count: 0, bytes: 0 };
    this.#kinds.set(kind, { count: known.count + count, bytes: known.bytes + bytes });
  }

  kinds(): RemovedKind[] {
    return [...this.#kinds].map(([kind, { count, bytes }]) => ({ kind, count, bytes }));
  }
}
