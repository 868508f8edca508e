import { DEFAULT_SPEC, type FormatSpec } from './format-spec.ts';
import { isEscapedByte } from './text.ts';

/** Step applied to the arguments before the verb takes its own. */
export type ArgumentStep =
  /** `[n]`: the next one is this, counted from 0; undefined if it is no number. */
  | { readonly kind: 'index'; readonly index: number | undefined }
  /** `*` */
  | { readonly kind: 'width' | 'precision' };

export interface Directive {
  /** Its verb is empty if the format ends before one. */
  readonly spec: FormatSpec;
  readonly steps: readonly ArgumentStep[];
  /** An index stands where none may. */
  readonly hasBadIndex: boolean;
}

export type FormatPiece = string | Directive;

/** Limit beyond which a number in a format is not one. */
export const MAX_NUMBER = 1e6;

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** Reads one directive, from behind its `%`. */
class DirectiveReader {
  at: number;
  readonly #format: string;
  readonly #spec: Mutable<FormatSpec> = { ...DEFAULT_SPEC };
  readonly #steps: ArgumentStep[] = [];
  #isBad = false;
  /** The last thing was an index. */
  #isAfterIndex = false;

  constructor(format: string, at: number) {
    this.#format = format;
    this.at = at;
  }

  read(): Directive {
    this.#flags();
    this.#index();
    this.#width();
    this.#precision();
    if (!this.#isAfterIndex) this.#index();
    this.#verb();
    return { spec: this.#spec, steps: this.#steps, hasBadIndex: this.#isBad };
  }

  #flags(): void {
    const spec = this.#spec;
    for (; ; this.at++) {
      const flag = this.#format[this.at];
      if (flag === '#') spec.sharp = true;
      else if (flag === '0') spec.zero = !spec.minus;
      else if (flag === '+') spec.plus = true;
      else if (flag === ' ') spec.space = true;
      else if (flag === '-') {
        spec.minus = true;
        spec.zero = false;
      } else return;
    }
  }

  /**
   * @returns undefined if there is no number, or one that is too large: then nothing of the format is left, as in Go
   */
  #number(end: number): number | undefined {
    let value: number | undefined;
    for (; this.at < end; this.at++) {
      const digit = this.#format.charCodeAt(this.at) - 48;
      if (digit < 0 || digit > 9) return value;
      if ((value ?? 0) > MAX_NUMBER) {
        this.at = end;
        return undefined;
      }
      value = (value ?? 0) * 10 + digit;
    }
    return value;
  }

  #index(): void {
    this.#isAfterIndex = false;
    const start = this.at;
    if (this.#format[start] !== '[') return;
    const close = this.#format.indexOf(']', start + 1);
    if (close < 0 || this.#format.length - start < 3) {
      this.at = start + 1;
      this.#steps.push({ kind: 'index', index: undefined });
      return;
    }
    this.at = start + 1;
    const value = this.#number(close);
    this.#isAfterIndex = value !== undefined && this.at === close;
    this.at = close + 1;
    this.#steps.push({ kind: 'index', index: this.#isAfterIndex && value !== undefined ? value - 1 : undefined });
  }

  #width(): void {
    if (this.#format[this.at] === '*') {
      this.at++;
      this.#steps.push({ kind: 'width' });
      this.#isAfterIndex = false;
      return;
    }
    const width = this.#number(this.#format.length);
    if (width === undefined) return;
    this.#spec.width = width;
    if (this.#isAfterIndex) this.#isBad = true;
  }

  #precision(): void {
    if (this.#format[this.at] !== '.' || this.at + 1 >= this.#format.length) return;
    this.at++;
    if (this.#isAfterIndex) this.#isBad = true;
    this.#index();
    if (this.#format[this.at] === '*') {
      this.at++;
      this.#steps.push({ kind: 'precision' });
      this.#isAfterIndex = false;
      return;
    }
    this.#spec.precision = this.#number(this.#format.length) ?? 0;
  }

  #verb(): void {
    const rune = this.#format.codePointAt(this.at);
    const verb = rune === undefined ? '' : String.fromCodePoint(rune);
    this.at += verb.length;
    const spec = this.#spec;
    spec.verb = rune !== undefined && isEscapedByte(rune) ? '\uFFFD' : verb;
    if (verb !== 'v') return;
    spec.isGoSyntax = spec.sharp;
    spec.sharp = false;
    spec.plus = false;
  }
}

/** Texts between the directives, and these. */
export function parseFormat(format: string): FormatPiece[] {
  const pieces: FormatPiece[] = [];
  let at = 0;
  while (at < format.length) {
    const percent = format.indexOf('%', at);
    const end = percent < 0 ? format.length : percent;
    if (end > at) pieces.push(format.slice(at, end));
    if (percent < 0) break;
    const reader = new DirectiveReader(format, percent + 1);
    pieces.push(reader.read());
    at = reader.at;
  }
  return pieces;
}
