import { ENTRY_WIDTH } from '../path-table.ts';
import type { OriginLookup } from './expression.ts';
import { NOWHERE, type Origin } from './origins.ts';

/** Lookup of an origin that is equal at each execution, since the text alone tells it. */
export function fixedOrigin(origin: Origin): OriginLookup {
  return Object.assign(() => origin, { fixed: origin });
}

/** The root alone. */
const ROOT_ENTRY: readonly number[] = [NOWHERE, 0];

/** Paths that a text itself tells, each once: they have their numbers before it is executed, and `Recorder` goes on from them. */
export class FixedPaths {
  /**
   * Entries in the form of `PathTable`. Executions pass them on by reference, so they do not change once the text is
   * compiled.
   */
  readonly entries: readonly number[];
  readonly #entries: number[];
  /** Known paths by the path that each continues, then by its key. */
  readonly #known: Map<number, Origin>[] = [];
  readonly #origins: OriginLookup[] = [];

  constructor() {
    this.#entries = [...ROOT_ENTRY];
    this.entries = this.#entries;
  }

  /** The path that goes on from another one. */
  path(parent: Origin, key: number): Origin {
    const steps = this.#known[parent] ?? new Map<number, Origin>();
    this.#known[parent] = steps;
    const known = steps.get(key);
    if (known !== undefined) return known;
    const path = this.#entries.push(parent, key) / ENTRY_WIDTH - 1;
    steps.set(key, path);
    return path;
  }

  /** Lookup that is shared by all that come from this path. */
  origin(path: Origin): OriginLookup {
    const origin = this.#origins[path] ?? fixedOrigin(path);
    this.#origins[path] = origin;
    return origin;
  }
}
