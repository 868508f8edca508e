import { ENTRY_WIDTH } from '../path-table.ts';
import { NOWHERE, type Origin } from './origins.ts';

/** The root alone. */
const ROOT_ENTRY: readonly number[] = [NOWHERE, 0];

/** Paths that a text itself tells, each once: they have their numbers before it is executed, and `Recorder` goes on from them. */
export class FixedPaths {
  /** As in `PathTable`. Executions hand it over as it is, so it stays as it is once the text is compiled. */
  readonly entries: readonly number[];
  readonly #entries: number[];
  readonly #known = new Map<string, Origin>();

  constructor() {
    this.#entries = [...ROOT_ENTRY];
    this.entries = this.#entries;
  }

  /** The path that goes on from another one. */
  path(parent: Origin, key: number): Origin {
    const step = `${parent} ${key}`;
    const known = this.#known.get(step);
    if (known !== undefined) return known;
    const path = this.#entries.push(parent, key) / ENTRY_WIDTH - 1;
    this.#known.set(step, path);
    return path;
  }
}
