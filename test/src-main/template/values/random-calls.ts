import { canonicalText, wellFormed } from '../../../../src-main/template/values/index.ts';
import { Complex, type TemplateValue, Uint8 } from '../../../../src-main/template/values.ts';
import type { Call } from './go-oracle.ts';

/** Characters that Unicode 13 had, which is what the oracle's tables know. */
const CHARACTERS = [
  ...'abcXYZ019 %[]"\'`\\<>&=/+\t\n\r\0\u0007\u007f',
  ...'éñ\u0301٣世界\u00a0\u00ad\u200b\u2028\ufeff\ufffd\ue000ﬁ😀👩\u{e0001}\u{10ffff}',
  '\udcff',
  '\udc80',
  '\udce4',
  '\udcb8',
];
const VERBS = [...'vTtbcdoOqxXUeEfFgGsp%!wzé', ''];
const COMPARISONS = ['eq', 'ne', 'lt', 'le', 'gt', 'ge'];
const FLAGS = [...'+-# 0'];
const DIRECTIVE_PARTS = [
  '*',
  '[1]',
  '[2]',
  '[0]',
  '[9]',
  '[x]',
  '[',
  '.',
  '.*',
  '.[2]*',
  '[3]*',
  '12',
  '.3',
  '1000002',
];

/** Calls of the template's functions at random, the same ones for the same seed. */
export class RandomCalls {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  #random(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  #below(limit: number): number {
    return Math.floor(this.#random() * limit);
  }

  #pick<T>(choices: readonly T[]): T {
    return choices[this.#below(choices.length)] as T;
  }

  #many<T>(most: number, make: () => T): T[] {
    return Array.from({ length: this.#below(most + 1) }, make);
  }

  text(): string {
    return canonicalText(this.#many(6, () => this.#pick(CHARACTERS)).join(''));
  }

  /** All magnitudes, and those where rounding has ties. */
  float(): number {
    const sign = this.#pick([1, -1]);
    switch (this.#below(8)) {
      case 0:
        return sign * this.#pick([0, 1, 0.5, 1e6, 1e21, 1e22, 1e23, 5e-324, Number.MAX_VALUE, Infinity, NaN]);
      case 1:
        return (sign * this.#below(100_000)) / 2 ** this.#below(12);
      case 2:
        return sign * Number(`${this.#below(1e6)}e${this.#below(40) - 20}`);
      case 3:
        return (sign * Math.round(this.#random() * 2 ** 53)) / this.#pick([1, 10, 1000, 2 ** 20]);
      case 4:
        return sign * (this.#below(1000) + 0.5) * 10 ** this.#below(24);
      case 5:
        return sign * this.#below(2_000_000);
      default: {
        const view = new DataView(new ArrayBuffer(8));
        view.setUint32(0, this.#below(2 ** 32));
        view.setUint32(4, this.#below(2 ** 32));
        return view.getFloat64(0);
      }
    }
  }

  #int(): bigint {
    const edges = [0n, 1n, -1n, 3n, 0x7fffffffffffffffn, -0x8000000000000000n, 0xd800n, 0x10ffffn, 0x110000n, 0x1f600n];
    const small = BigInt(this.#below(300) - 100);
    return this.#pick([small, small, this.#pick(edges), BigInt(this.#below(2 ** 32)) << BigInt(this.#below(31))]);
  }

  value(depth = 2): TemplateValue {
    switch (this.#below(depth > 0 ? 11 : 9)) {
      case 0:
        return null;
      case 1:
        return this.#pick([true, false]);
      case 2:
        return new Uint8(this.#below(256));
      case 3:
        return new Complex(this.float(), this.float());
      case 4:
      case 5:
        return this.float();
      case 6:
      case 7:
        return this.text();
      case 8:
        return this.#int();
      case 9:
        return this.#many(3, () => this.value(depth - 1));
      default:
        // The keys travel as JSON, which has no single bytes.
        return Object.fromEntries(
          this.#many(3, () => [wellFormed(this.text()), this.value(depth - 1)] as const).filter(
            ([key]) => key !== '__proto__',
          ),
        );
    }
  }

  #directive(): string {
    const flags = this.#many(2, () => this.#pick(FLAGS)).join('');
    const width = this.#pick(['', '', `${this.#below(20)}`]);
    const precision = this.#pick(['', '', '.', `.${this.#below(6)}`, `.${this.#below(40)}`, `.${this.#below(400)}`]);
    const odd = this.#below(6) === 0 ? this.#many(3, () => this.#pick(DIRECTIVE_PARTS)).join('') : '';
    return `%${flags}${width}${precision}${odd}${this.#pick(VERBS)}`;
  }

  printf(): Call {
    const parts = this.#many(3, () => this.#directive() + this.#pick(['', ' ', '|', this.text()]));
    // Addresses are Go's own.
    const depth = parts.some((part) => part.includes('p')) ? 0 : 2;
    const args = parts.map(() => this.value(depth));
    if (this.#below(10) === 0) args.push(this.value(depth));
    return { name: 'printf', args: [canonicalText(parts.join('')), ...args] };
  }

  /** One number under the verbs for numbers with a fraction. */
  floatFormat(): Call {
    const digits = this.#pick(['', `.${this.#below(25)}`, `.${this.#below(5)}`]);
    return {
      name: 'printf',
      args: [`%${this.#pick(['', '', '#', '+'])}${digits}${this.#pick([...'efgGbx'])}`, this.float()],
    };
  }

  shortest(): Call {
    return { name: 'print', args: [this.float()] };
  }

  #similar(value: TemplateValue): TemplateValue {
    if (typeof value === 'string') return this.#pick([value, this.text(), value + this.text()]);
    return typeof value === 'number' ? this.#pick([value, this.float()]) : this.value(1);
  }

  comparison(): Call {
    const left = this.value(1);
    return {
      name: this.#pick(COMPARISONS),
      args: [left, this.#pick<TemplateValue>([this.#similar(left), this.value(1), left])],
    };
  }

  /** `index`, `slice` and `len` of what may fit. */
  access(): Call {
    const item = this.#pick<TemplateValue>([this.text(), this.text(), this.value()]);
    const name = this.#pick(['index', 'slice', 'len']);
    const index = () => this.#pick<TemplateValue>([0n, 1n, 2n, BigInt(this.#below(12)), new Uint8(1), this.value(0)]);
    return { name, args: [item, ...(name === 'len' ? [] : this.#many(2, index))] };
  }

  printing(): Call {
    const name = this.#pick(['print', 'println', 'html', 'js', 'urlquery', 'not']);
    return {
      name,
      args:
        name === 'not' ? ([this.value()] satisfies TemplateValue[]) : this.#many<TemplateValue>(4, () => this.value()),
    };
  }
}
