import type { PathTable, SpanPlace, Spans } from '../api.ts';
import { ENTRY_WIDTH, keyText } from '../path-table.ts';
import { callOrigin, NOWHERE, type Origin, ROOT } from './origins.ts';

/** Numbers that a piece takes. */
const WIDTH = 3;

/** In numbers: 4 MB. */
const MAX_POOLED = 1_000_000;

/** Numbers that are handed over as a list. */
const MAX_LISTED = 512;

/** Beyond it values come from nowhere: a loop that writes nothing may go through more than memory should hold. In paths: 32 MB. */
const MAX_PATHS = 2 ** 22;

/** The latest recorder, for the next execution: growing anew each time is a good part of what tracing costs. */
let spare: Recorder | undefined;

const NO_KEYS: string[] = [];

/** What pieces of the output can be said to come from. */
export interface Traced {
  readonly places: readonly SpanPlace[];
  readonly names: readonly string[];
}

/** Notes which piece of the output came from which place. */
export class Recorder {
  /** Origin of the latest call, by the place of the call in its program. */
  latestCalls: Origin[] = [];
  #traced: Traced;
  #pieces: Int32Array = new Int32Array(64 * WIDTH);
  #length = 0;
  /** Of the latest piece. */
  #end = 0;
  /** Of the `PathTable`. */
  #entries: Int32Array = new Int32Array(64 * ENTRY_WIDTH);
  #paths = 1;
  #keys = NO_KEYS;
  #indexed: (readonly (string | bigint)[])[] = [];
  #calls = 0;

  private constructor(traced: Traced) {
    this.#traced = traced;
    this.#entries[0] = NOWHERE;
  }

  /** For one execution. */
  static of(traced: Traced): Recorder {
    if (spare === undefined) return new Recorder(traced);
    const recorder = spare;
    spare = undefined;
    recorder.#traced = traced;
    return recorder;
  }

  /** A call starts; the next ones have higher numbers. */
  startCall(call: number): void {
    this.latestCalls[call] = callOrigin(this.#calls);
    this.#calls += 1;
  }

  /** What the latest `index` at this place looked up. */
  noteIndex(call: number, keys: readonly (string | bigint)[]): void {
    this.#indexed[call] = keys;
  }

  indexSuffix(call: number): readonly (string | bigint)[] | undefined {
    return this.#indexed[call];
  }

  /** The path that goes on from another one. */
  path(parent: Origin, key: number): Origin {
    const path = this.#paths;
    const at = path * ENTRY_WIDTH;
    if (at + ENTRY_WIDTH > this.#entries.length) {
      if (path >= MAX_PATHS) return NOWHERE;
      this.#entries = grown(this.#entries);
    }
    const entries = this.#entries;
    entries[at] = parent;
    entries[at + 1] = key;
    this.#paths = path + 1;
    return path;
  }

  /** Number of a key as the data has it. */
  key(text: string): number {
    if (this.#paths >= MAX_PATHS) return 0;
    if (this.#keys === NO_KEYS) this.#keys = [];
    return this.#keys.push(text) - 1;
  }

  /** Whether two paths lead to the same. */
  isSame(one: Origin, other: Origin): boolean {
    const entries = this.#entries;
    let [a, b] = [one, other];
    while (a !== b) {
      if (a === ROOT || b === ROOT) return false;
      if (!this.#isSameKey(entries[a * ENTRY_WIDTH + 1] ?? 0, entries[b * ENTRY_WIDTH + 1] ?? 0)) return false;
      a = entries[a * ENTRY_WIDTH] ?? 0;
      b = entries[b * ENTRY_WIDTH] ?? 0;
    }
    return true;
  }

  #isSameKey(one: number, other: number): boolean {
    if (one === other || one >= 0 || other >= 0) return one === other;
    const table = this.#table(this.#entries);
    return keyText(table, one) === keyText(table, other);
  }

  /** What was written since the last piece. */
  add(end: number, place: number, origin: Origin): void {
    if (end === this.#end) return;
    this.#end = end;
    const at = this.#length;
    if (at + WIDTH > this.#pieces.length) this.#pieces = grown(this.#pieces);
    this.#length = at + WIDTH;
    const pieces = this.#pieces;
    pieces[at] = end;
    pieces[at + 1] = place;
    pieces[at + 2] = origin;
  }

  /** What was noted; nothing more can be. */
  finish(): Spans {
    const pieces = kept(this.#pieces, this.#length);
    const paths = this.#table(kept(this.#entries, this.#paths * ENTRY_WIDTH));
    const { places } = this.#traced;
    if (this.#pieces.length + this.#entries.length <= MAX_POOLED) this.#spare();
    return { places, paths, pieces };
  }

  #spare(): void {
    this.#length = 0;
    this.#end = 0;
    this.#paths = 1;
    this.#keys = NO_KEYS;
    if (this.#indexed.length > 0) this.#indexed = [];
    if (this.#calls > 0) this.latestCalls = [];
    this.#calls = 0;
    spare = this;
  }

  #table(entries: PathTable['entries']): PathTable {
    return { entries, names: this.#traced.names, keys: this.#keys };
  }
}

/** The first ones; a list is made sooner than a typed array where they are few. */
function kept(numbers: Int32Array, length: number): Int32Array | readonly number[] {
  if (length > MAX_LISTED) return numbers.slice(0, length);
  const list = new Array<number>(length);
  for (let at = 0; at < length; at++) list[at] = numbers[at] ?? 0;
  return list;
}

function grown(numbers: Int32Array): Int32Array {
  const larger = new Int32Array(numbers.length * 2);
  larger.set(numbers);
  return larger;
}
