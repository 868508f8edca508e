/** Select Graphic Rendition: the numbers of `ESC [ … m`, after ECMA-48 and xterm's indexed and direct colours. */

/** 0–15 of the palette by index, anything else as a CSS colour made from numbers only. */
export type SgrColour = { readonly index: number } | { readonly css: string };

export interface TextStyle {
  readonly foreground?: SgrColour;
  readonly background?: SgrColour;
  readonly isBold?: boolean;
  readonly isDim?: boolean;
  readonly isItalic?: boolean;
  readonly isUnderlined?: boolean;
  readonly isStruck?: boolean;
  readonly isInverse?: boolean;
}

export const plainStyle: TextStyle = {};

/** The style after the sequence with these parameters; unknown numbers change nothing. */
export function applySgr(style: TextStyle, parameters: string): TextStyle {
  // Private sequences such as `ESC [ > 4 ; 2 m` set keyboard modes.
  if (/[^0-9;:]/.test(parameters)) return style;
  const numbers = parameters.split(';').flatMap(numbersOf);
  let next = style;
  let at = 0;
  while (at < numbers.length) {
    const code = numbers[at] ?? 0;
    if (code === 38 || code === 48) {
      const extended = extendedColour(numbers, at + 1);
      next = withColour(next, code === 38 ? 'foreground' : 'background', extended.colour);
      at = extended.next;
    } else {
      next = withCode(next, code);
      at += 1;
    }
  }
  return Object.keys(next).length === 0 ? plainStyle : next;
}

/** Styles that sequences led to, so that a program which colours every word has each worked out once. */
export class SgrCache {
  readonly #known = new Map<TextStyle, Map<string, TextStyle>>();
  /** Each style once, by its content: many sequences lead to one. */
  readonly #styles = new Map<string, TextStyle>();

  apply(style: TextStyle, parameters: string): TextStyle {
    const own = this.#known.get(style) ?? new Map<string, TextStyle>();
    const next = own.get(parameters) ?? this.#only(applySgr(style, parameters));
    this.#known.set(style, own.set(parameters, next));
    return next;
  }

  #only(style: TextStyle): TextStyle {
    const content = JSON.stringify(style, FIELDS);
    const known = this.#styles.get(content) ?? style;
    this.#styles.set(content, known);
    return known;
  }
}

/** Fields of a style and of its colours, in the order in which they tell styles apart. */
const FIELDS = [
  'foreground',
  'background',
  'index',
  'css',
  'isBold',
  'isDim',
  'isItalic',
  'isUnderlined',
  'isStruck',
  'isInverse',
];

/** The colon form: `38:2:[space]:red:green:blue`, where the colour space is left out, and `4:style` for underlines. */
function numbersOf(parameter: string): readonly number[] {
  const numbers = parameter.split(':').map((part) => (part === '' ? 0 : Number(part)));
  const [code = 0, form] = numbers;
  if (numbers.length === 1) return numbers;
  if (code === 4) return [form === 0 ? 24 : 4];
  if (code !== 38 && code !== 48) return [code];
  return form === 2 && numbers.length > 5 ? [code, 2, ...numbers.slice(3, 6)] : numbers;
}

const SWITCHED_ON: Readonly<Record<number, TextStyle>> = {
  1: { isBold: true },
  2: { isDim: true },
  3: { isItalic: true },
  4: { isUnderlined: true },
  7: { isInverse: true },
  9: { isStruck: true },
};

const SWITCHED_OFF: Readonly<Record<number, readonly (keyof TextStyle)[]>> = {
  22: ['isBold', 'isDim'],
  23: ['isItalic'],
  24: ['isUnderlined'],
  27: ['isInverse'],
  29: ['isStruck'],
  39: ['foreground'],
  49: ['background'],
};

function withCode(style: TextStyle, code: number): TextStyle {
  if (code === 0) return plainStyle;
  if (SWITCHED_ON[code] !== undefined) return { ...style, ...SWITCHED_ON[code] };
  const off = SWITCHED_OFF[code];
  if (off !== undefined) return withoutStyle(style, off);
  if (code >= 30 && code <= 37) return { ...style, foreground: { index: code - 30 } };
  if (code >= 40 && code <= 47) return { ...style, background: { index: code - 40 } };
  if (code >= 90 && code <= 97) return { ...style, foreground: { index: code - 82 } };
  if (code >= 100 && code <= 107) return { ...style, background: { index: code - 92 } };
  return style;
}

function withoutStyle(style: TextStyle, keys: readonly (keyof TextStyle)[]): TextStyle {
  return Object.fromEntries(Object.entries(style).filter(([key]) => !(keys as readonly string[]).includes(key)));
}

function withColour(style: TextStyle, side: 'foreground' | 'background', colour: SgrColour | undefined): TextStyle {
  return colour === undefined ? style : { ...style, [side]: colour };
}

/**
 * Parses the numbers after 38 or 48: `5;index` or `2;red;green;blue` ([ctlseqs,
 * SGR](https://invisible-island.net/xterm/ctlseqs/ctlseqs.html)).
 */
function extendedColour(numbers: readonly number[], at: number): { colour: SgrColour | undefined; next: number } {
  if (numbers[at] === 5) return { colour: indexedColour(numbers[at + 1] ?? 0), next: at + 2 };
  if (numbers[at] !== 2) return { colour: undefined, next: at + 1 };
  const [red = 0, green = 0, blue = 0] = numbers.slice(at + 1, at + 4).map(toByte);
  return { colour: { css: `rgb(${red}, ${green}, ${blue})` }, next: at + 4 };
}

const toByte = (value: number) => Math.min(Math.max(Math.trunc(value), 0), 255);

/** xterm's 256 colours: 16 of the palette, a cube of 6 × 6 × 6, 24 greys. */
function indexedColour(value: number): SgrColour {
  const index = toByte(value);
  if (index < 16) return { index };
  if (index >= 232) return { css: greyColour((index - 232) * 10 + 8) };
  const cube = index - 16;
  const [red, green, blue] = [Math.floor(cube / 36), Math.floor(cube / 6) % 6, cube % 6].map((step) =>
    step === 0 ? 0 : step * 40 + 55,
  );
  return { css: `rgb(${red}, ${green}, ${blue})` };
}

const greyColour = (level: number) => `rgb(${level}, ${level}, ${level})`;
