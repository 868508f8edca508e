const TOP = 2 ** 24;
const MODEL_BITS = 11;
const MODEL_ONE = 1 << MODEL_BITS;
const MOVE = 5;
const RANGE = 0;
const CODE = 1;

/** LZMA's range decoder: bits by models that learn how likely a 0 is. */
export class RangeDecoder {
  readonly #packed: Buffer;
  #at = 0;
  #end = 0;
  /** The range and the code: as numbers of 32 bits in an array they are no objects, which makes this several times faster. */
  readonly #now = new Uint32Array(2);

  constructor(packed: Buffer) {
    this.#packed = packed;
  }

  start(from: number, end: number): void {
    if (end - from < 5 || this.#packed[from] !== 0) throw new Error('a chunk begins wrongly');
    this.#now[CODE] = this.#packed.readUInt32BE(from + 1);
    this.#now[RANGE] = 0xffff_ffff;
    this.#at = from + 5;
    this.#end = end;
  }

  /** Checks that everything was read, with nothing left over. */
  finish(): void {
    this.#normalize();
    if (this.#now[CODE] !== 0 || this.#at !== this.#end) throw new Error('a chunk ends wrongly');
  }

  bit(models: Uint16Array, at: number): 0 | 1 {
    const now = this.#now;
    if ((now[RANGE] as number) < TOP) this.#normalize();
    const range = now[RANGE] as number;
    const code = now[CODE] as number;
    const model = models[at] as number;
    const bound = Math.imul(range >>> MODEL_BITS, model) >>> 0;
    if (code < bound) {
      now[RANGE] = bound;
      models[at] = model + ((MODEL_ONE - model) >> MOVE);
      return 0;
    }
    now[RANGE] = range - bound;
    now[CODE] = code - bound;
    models[at] = model - (model >> MOVE);
    return 1;
  }

  /** Decodes bits, highest first, each with the model selected by those before it. */
  tree(models: Uint16Array, base: number, bits: number): number {
    let node = 1;
    for (let left = bits; left > 0; left--) node = (node << 1) | this.bit(models, base + node);
    return node - (1 << bits);
  }

  /** The same as `tree`, but with the lowest bit first. */
  reverse(models: Uint16Array, base: number, bits: number): number {
    let node = 1;
    let value = 0;
    for (let at = 0; at < bits; at++) {
      const bit = this.bit(models, base + node);
      node = (node << 1) | bit;
      value |= bit << at;
    }
    return value;
  }

  /** A literal after a match: as long as it is like the byte that the match would have gone on with, by models of that byte. */
  matched(models: Uint16Array, base: number, like: number): number {
    let node = 1;
    let offset = 0x100;
    let rest = like;
    while (node < 0x100) {
      rest <<= 1;
      const expected = rest & offset;
      const bit = this.bit(models, base + offset + expected + node);
      node = (node << 1) | bit;
      offset = bit === 0 ? offset & ~expected : expected;
    }
    return node & 0xff;
  }

  /** Decodes equiprobable bits; up to 26. */
  direct(bits: number): number {
    const now = this.#now;
    let value = 0;
    for (let left = bits; left > 0; left--) {
      this.#normalize();
      const range = (now[RANGE] as number) >>> 1;
      const code = now[CODE] as number;
      const bit = code >= range ? 1 : 0;
      now[RANGE] = range;
      if (bit === 1) now[CODE] = code - range;
      value = value * 2 + bit;
    }
    return value;
  }

  #normalize(): void {
    const now = this.#now;
    const range = now[RANGE] as number;
    if (range >= TOP) return;
    if (this.#at >= this.#end) throw new Error('a chunk is cut off');
    now[RANGE] = range << 8;
    now[CODE] = ((now[CODE] as number) << 8) | (this.#packed[this.#at++] as number);
  }
}
