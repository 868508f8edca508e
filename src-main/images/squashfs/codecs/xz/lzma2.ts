import { Lzma } from './lzma.ts';

const MAX_CONTEXT_BITS = 4;

/** Destination of the output, and its present length. */
export interface OutputBuffer {
  readonly out: Buffer;
  readonly to: number;
}

/** The chunks of LZMA2. What it writes is its dictionary, too, so nothing is kept beside it. */
export class Lzma2 {
  readonly #packed: Buffer;
  readonly #out: Buffer;
  readonly #lzma: Lzma;
  #needsDictionary = true;
  #needsProperties = true;
  #needsState = true;
  /** The next byte that is read. */
  from: number;
  /** End of the output. */
  to: number;

  constructor(packed: Buffer, from: number, { out, to }: OutputBuffer) {
    this.#packed = packed;
    this.#out = out;
    this.#lzma = new Lzma(packed, out);
    this.from = from;
    this.to = to;
  }

  run(): void {
    for (let control = this.#byte(); control !== 0; control = this.#byte()) {
      if (control >= 0x80) this.#unpack(control);
      else if (control <= 2) this.#copy(control === 1);
      else throw new Error('a chunk is not understood');
    }
  }

  #copy(isNewDictionary: boolean): void {
    const size = this.#short() + 1;
    this.#startDictionary(isNewDictionary);
    this.#refuse(size, size);
    this.#packed.copy(this.#out, this.to, this.from, this.from + size);
    this.from += size;
    this.to += size;
  }

  #unpack(control: number): void {
    const size = ((control & 0x1f) << 16) + this.#short() + 1;
    const packedSize = this.#short() + 1;
    const reset = (control >> 5) & 3;
    this.#startDictionary(reset === 3);
    if (reset >= 2) this.#readProperties();
    else if (this.#needsProperties) throw new Error('a chunk comes before its properties');
    if (reset >= 1) this.#lzma.resetState();
    else if (this.#needsState) throw new Error('a chunk comes before its state');
    this.#needsState = false;
    this.#refuse(packedSize, size);
    this.#lzma.unpack({ from: this.from, end: this.from + packedSize, to: this.to, until: this.to + size });
    this.from += packedSize;
    this.to += size;
  }

  #startDictionary(isNew: boolean): void {
    if (isNew) this.#lzma.startDictionary(this.to);
    else if (this.#needsDictionary) throw new Error('the first chunk has no dictionary');
    this.#needsDictionary = false;
  }

  #readProperties(): void {
    const byte = this.#byte();
    const literal = byte % 9;
    const place = Math.floor(byte / 9) % 5;
    const position = Math.floor(byte / 45);
    if (position > 4 || literal + place > MAX_CONTEXT_BITS) throw new Error('the properties are not valid');
    this.#lzma.setProperties({ literal, place, position });
    this.#needsProperties = false;
  }

  #refuse(packedSize: number, size: number): void {
    if (this.from + packedSize > this.#packed.length) throw new Error('a chunk is cut off');
    if (this.to + size > this.#out.length) throw new Error('a chunk is larger than it may be');
  }

  #short(): number {
    return this.#byte() * 256 + this.#byte();
  }

  #byte(): number {
    const byte = this.#packed[this.from++];
    if (byte === undefined) throw new Error('the chunks are cut off');
    return byte;
  }
}
