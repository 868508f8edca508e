import type { PathTable, SpanPlace, Spans } from '../api.ts';
import { ENTRY_WIDTH, pathKeyText } from '../path-table.ts';
import { callOrigin, NOWHERE, type Origin, ROOT } from './origins.ts';

/** Numbers that a piece takes. */
const WIDTH = 3;

/** Size in array elements: 4 MB. */
const MAX_POOLED = 1_000_000;

/** Numbers of pieces that are handed over as a list; a multiple of `WIDTH`. */
const MAX_LISTED = 512 * WIDTH;
/** Numbers of paths that are. */
const MAX_LISTED_PATHS = 512;
const NO_NUMBERS = new Int32Array(0);

/**
 * Most paths, beyond which values have no origin: a loop that writes nothing may iterate over more than memory should
 * hold. As paths: 32 MB.
 */
const MAX_PATHS = 2 ** 22;

/** The latest recorder, for the next execution: growing again each time is a good part of what tracing costs. */
let spare: Recorder | undefined;

const NO_KEYS: string[] = [];
const NOTHING: TracedPlaces = { places: [], names: [] };

/** Places that pieces of the output can come from. */
export interface TracedPlaces {
  readonly places: readonly SpanPlace[];
  readonly names: readonly string[];
}

/** Places of a text and of the action behind it. */
export interface TwoPlaces {
  readonly text: number;
  readonly value: number;
}

/** Notes which piece of the output came from which place. */
export class Recorder {
  /** Origin of the latest call, by the place of the call in its program. */
  latestCalls: Origin[] = [];
  #traced = NOTHING;
  /** Paths that were known before. */
  #fixed: PathTable = { entries: [], names: [], keys: [] };
  /** The latest pieces: a list is written and copied sooner than a typed array as long as it is short. */
  readonly #latest: number[] = new Array<number>(MAX_LISTED).fill(0);
  #length = 0;
  /** Earlier pieces. */
  #pieces: Int32Array = NO_NUMBERS;
  #moved = 0;
  /** End of the latest piece. */
  #end = 0;
  /** Entries of the `PathTable`. */
  #entries: Int32Array = new Int32Array(64 * ENTRY_WIDTH);
  #paths = 0;
  #keys = NO_KEYS;
  #indexed: (readonly (string | bigint)[])[] = [];
  #calls = 0;

  private constructor() {}

  /** Takes a recorder for one execution. */
  static of(traced: TracedPlaces, fixed: PathTable): Recorder {
    const recorder = spare ?? new Recorder();
    spare = undefined;
    recorder.#traced = traced;
    recorder.#fixed = fixed;
    recorder.#paths = fixed.entries.length / ENTRY_WIDTH;
    return recorder;
  }

  /** A call starts; the next ones have higher numbers. */
  startCall(call: number): void {
    this.latestCalls[call] = callOrigin(this.#calls);
    this.#calls += 1;
  }

  /** Notes the keys that the latest `index` at this place looked up. */
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
    if (at === this.#fixed.entries.length) this.#goOn();
    if (at + ENTRY_WIDTH > this.#entries.length) {
      if (path >= MAX_PATHS) return NOWHERE;
      this.#entries = grow(this.#entries);
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
    const entries = this.#all;
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
    const table = this.#table(this.#all);
    return pathKeyText(table, one) === pathKeyText(table, other);
  }

  /** Adds what was written since the last piece. */
  add(end: number, place: number, origin: Origin): void {
    if (end === this.#end) return;
    this.#end = end;
    if (this.#length === MAX_LISTED) this.#move();
    const at = this.#length;
    const pieces = this.#latest;
    pieces[at] = end;
    pieces[at + 1] = place;
    pieces[at + 2] = origin;
    this.#length = at + WIDTH;
  }

  /** A text up to `middle`, and what a value wrote behind it. */
  addTwo(middle: number, end: number, places: TwoPlaces, origin: Origin): void {
    const at = this.#length;
    if (at + 2 * WIDTH > MAX_LISTED || middle === this.#end || middle === end) {
      this.add(middle, places.text, NOWHERE);
      this.add(end, places.value, origin);
      return;
    }
    this.#end = end;
    const pieces = this.#latest;
    pieces[at] = middle;
    pieces[at + 1] = places.text;
    pieces[at + 2] = NOWHERE;
    pieces[at + 3] = end;
    pieces[at + 4] = places.value;
    pieces[at + 5] = origin;
    this.#length = at + 2 * WIDTH;
  }

  /** Makes room for more. */
  #move(): void {
    const end = this.#moved + this.#length;
    while (end > this.#pieces.length) this.#pieces = grow(this.#pieces);
    this.#pieces.set(this.#length === MAX_LISTED ? this.#latest : this.#latest.slice(0, this.#length), this.#moved);
    this.#moved = end;
    this.#length = 0;
  }

  #allPieces(): Spans['pieces'] {
    if (this.#moved === 0) return this.#latest.slice(0, this.#length);
    this.#move();
    return this.#pieces.slice(0, this.#moved);
  }

  /** Returns everything noted; nothing more can be added. */
  finish(): Spans {
    const pieces = this.#allPieces();
    const length = this.#paths * ENTRY_WIDTH;
    // Without a path there is no key.
    const paths =
      length === this.#fixed.entries.length ? this.#fixed : this.#table(firstNumbers(this.#entries, length));
    const { places } = this.#traced;
    if (this.#pieces.length + this.#entries.length <= MAX_POOLED) this.#spare();
    return { places, paths, pieces };
  }

  /** Begins with the paths known before execution. */
  #goOn(): void {
    const { entries } = this.#fixed;
    while (entries.length > this.#entries.length) this.#entries = grow(this.#entries);
    this.#entries.set(entries);
  }

  get #all(): PathTable['entries'] {
    const { entries } = this.#fixed;
    return this.#paths * ENTRY_WIDTH === entries.length ? entries : this.#entries;
  }

  #spare(): void {
    this.#length = 0;
    this.#moved = 0;
    this.#end = 0;
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
function firstNumbers(numbers: Int32Array, length: number): Int32Array | readonly number[] {
  if (length > MAX_LISTED_PATHS) return numbers.slice(0, length);
  const list = new Array<number>(length);
  for (let at = 0; at < length; at++) list[at] = numbers[at] ?? 0;
  return list;
}

function grow(numbers: Int32Array): Int32Array {
  const larger = new Int32Array(Math.max(2 * MAX_LISTED, numbers.length * 2));
  larger.set(numbers);
  return larger;
}
