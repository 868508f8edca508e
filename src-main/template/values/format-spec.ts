import { runeCount } from './text.ts';

/** One verb of a format with what stands between it and its `%`. */
export interface FormatSpec {
  /** One character. */
  readonly verb: string;
  readonly minus: boolean;
  readonly plus: boolean;
  readonly sharp: boolean;
  readonly space: boolean;
  readonly zero: boolean;
  /** `%#v`: as Go source; `sharp` is off then. */
  readonly isGoSyntax: boolean;
  /** 0 if there is none. */
  readonly width: number;
  /** -1 if there is none. */
  readonly precision: number;
}

export const DEFAULT_SPEC: FormatSpec = {
  verb: 'v',
  minus: false,
  plus: false,
  sharp: false,
  space: false,
  zero: false,
  isGoSyntax: false,
  width: 0,
  precision: -1,
};

const BLANKS = Array.from({ length: 128 }, (_, count) => ' '.repeat(count));

function blanks(count: number): string {
  return BLANKS[count] ?? ' '.repeat(count);
}

export function padTo(text: string, spec: FormatSpec): string {
  return spec.width === 0 ? text : pad(text, spec, spec.zero ? '0' : ' ');
}

/** Pads with blanks even under the flag `0`. */
export function paddedWithBlanks(text: string, spec: FormatSpec): string {
  return spec.width === 0 ? text : pad(text, spec, ' ');
}

function pad(text: string, spec: FormatSpec, filler: string): string {
  // No character is longer than two units.
  if (text.length >= 2 * spec.width) return text;
  const missing = spec.width - runeCount(text);
  if (missing <= 0) return text;
  const filling = filler === ' ' ? blanks(missing) : filler.repeat(missing);
  return spec.minus ? text + filling : filling + text;
}
