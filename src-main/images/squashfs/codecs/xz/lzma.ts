import { copyMatch } from '../copy-match.ts';
import { RangeDecoder } from './range-decoder.ts';

/** Number of bits of the place, the place of a literal and the byte before it that choose among models. */
export interface Properties {
  readonly literal: number;
  readonly place: number;
  readonly position: number;
}

interface Chunk {
  readonly from: number;
  readonly end: number;
  readonly to: number;
  readonly until: number;
}

const STATES = 12;
const PLACES = 16;
const MIN_MATCH = 2;

/** Models in one array, at these places. A length has 2 choices, 16 × 8 low, 16 × 8 middle and 256 high ones. */
const LENGTH_SIZE = 2 + PLACES * 8 * 2 + 256;
const IS_MATCH = 0;
const IS_REP = IS_MATCH + STATES * PLACES;
const IS_REP0 = IS_REP + STATES;
const IS_REP1 = IS_REP0 + STATES;
const IS_REP2 = IS_REP1 + STATES;
const IS_REP0_LONG = IS_REP2 + STATES;
const SLOTS = IS_REP0_LONG + STATES * PLACES;
const DISTANCES = SLOTS + 4 * 64;
const ALIGN = DISTANCES + 128;
const MATCH_LENGTH = ALIGN + 16;
const REP_LENGTH = MATCH_LENGTH + LENGTH_SIZE;
const LITERALS = REP_LENGTH + LENGTH_SIZE;
const LITERAL_SIZE = 0x300;

/** LZMA as LZMA2 has it: chunks of known size, and no mark at the end. */
export class Lzma {
  readonly #out: Buffer;
  readonly #range: RangeDecoder;
  #models = new Uint16Array(LITERALS + LITERAL_SIZE * 16);
  #properties: Properties = { literal: 3, place: 0, position: 2 };
  #state = 0;
  #distances: [number, number, number, number] = [0, 0, 0, 0];
  #dictionaryStart = 0;
  #to = 0;
  /** The rest of a match that does not fit into its chunk has no place to go. */
  #until = 0;

  constructor(packed: Buffer, out: Buffer) {
    this.#out = out;
    this.#range = new RangeDecoder(packed);
  }

  startDictionary(at: number): void {
    this.#dictionaryStart = at;
  }

  setProperties(properties: Properties): void {
    this.#properties = properties;
  }

  resetState(): void {
    this.#models.fill(1024);
    this.#state = 0;
    this.#distances = [0, 0, 0, 0];
  }

  unpack({ from, end, to, until }: Chunk): void {
    this.#range.start(from, end);
    this.#to = to;
    this.#until = until;
    const models = this.#models;
    const range = this.#range;
    const placeMask = (1 << this.#properties.position) - 1;
    while (this.#to < until) {
      const place = (this.#to - this.#dictionaryStart) & placeMask;
      if (range.bit(models, IS_MATCH + this.#state * PLACES + place) === 0) this.#literal();
      else if (range.bit(models, IS_REP + this.#state) === 0) this.#match(place);
      else this.#repeat(place);
    }
    range.finish();
  }

  #literal(): void {
    const { literal, place } = this.#properties;
    const out = this.#out;
    const at = this.#to - this.#dictionaryStart;
    const before = at === 0 ? 0 : (out[this.#to - 1] as number);
    const context = ((at & ((1 << place) - 1)) << literal) + (before >> (8 - literal));
    const base = LITERALS + LITERAL_SIZE * context;
    const byte =
      this.#state < 7
        ? this.#range.tree(this.#models, base, 8)
        : this.#range.matched(this.#models, base, this.#byteAt(this.#distances[0]));
    out[this.#to++] = byte;
    this.#state = this.#state < 4 ? 0 : this.#state < 10 ? this.#state - 3 : this.#state - 6;
  }

  #match(place: number): void {
    const [first, second, third] = this.#distances;
    const length = this.#length(MATCH_LENGTH, place);
    this.#state = this.#state < 7 ? 7 : 10;
    this.#distances = [this.#distance(length), first, second, third];
    this.#copy(length);
  }

  #repeat(place: number): void {
    const models = this.#models;
    const range = this.#range;
    const state = this.#state;
    const [first, second, third, fourth] = this.#distances;
    if (range.bit(models, IS_REP0 + state) === 0) {
      if (range.bit(models, IS_REP0_LONG + state * PLACES + place) === 0) {
        this.#state = state < 7 ? 9 : 11;
        this.#copy(1);
        return;
      }
    } else if (range.bit(models, IS_REP1 + state) === 0) this.#distances = [second, first, third, fourth];
    else if (range.bit(models, IS_REP2 + state) === 0) this.#distances = [third, first, second, fourth];
    else this.#distances = [fourth, first, second, third];
    const length = this.#length(REP_LENGTH, place);
    this.#state = state < 7 ? 8 : 11;
    this.#copy(length);
  }

  #length(base: number, place: number): number {
    const models = this.#models;
    const range = this.#range;
    if (range.bit(models, base) === 0) return MIN_MATCH + range.tree(models, base + 2 + place * 8, 3);
    if (range.bit(models, base + 1) === 0) {
      return MIN_MATCH + 8 + range.tree(models, base + 2 + PLACES * 8 + place * 8, 3);
    }
    return MIN_MATCH + 16 + range.tree(models, base + 2 + PLACES * 16, 8);
  }

  /** A distance of 0 is the byte before. */
  #distance(length: number): number {
    const models = this.#models;
    const range = this.#range;
    const slot = range.tree(models, SLOTS + Math.min(length - MIN_MATCH, 3) * 64, 6);
    if (slot < 4) return slot;
    const bits = (slot >> 1) - 1;
    const base = (2 | (slot & 1)) * 2 ** bits;
    if (slot < 14) return base + range.reverse(models, DISTANCES + base - slot, bits);
    return base + range.direct(bits - 4) * 16 + range.reverse(models, ALIGN, 4);
  }

  #copy(length: number): void {
    const distance = this.#distances[0] + 1;
    if (distance > this.#to - this.#dictionaryStart) throw new Error('a match leads outside');
    if (this.#to + length > this.#until) throw new Error('a match is longer than its chunk');
    this.#to = copyMatch(this.#out, this.#to, { distance, length });
  }

  #byteAt(distance: number): number {
    if (distance >= this.#to - this.#dictionaryStart) throw new Error('a distance leads outside');
    return this.#out[this.#to - distance - 1] as number;
  }
}
