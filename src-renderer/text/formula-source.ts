import { hiddenCharactersIn } from '#contract/hidden-characters';

/** The marks that open a formula, with those that close it. */
export const CLOSED_BY = { $: '$', $$: '$$', '\\(': '\\)', '\\[': '\\]' } as const;
export type FormulaOpening = keyof typeof CLOSED_BY;

/** A longer source is shown as it is, in characters. */
export const MAX_SOURCE = 4000;

/** A formula as it stands in Markdown. */
export interface FormulaSource {
  readonly opening: FormulaOpening;
  /** Text between the delimiters. */
  readonly tex: string;
  /** The character behind the closing mark; '' at the end. */
  readonly next: string;
  /** Whether nothing else is on its lines. */
  readonly isAlone: boolean;
}

/** Whether a text between marks is meant as a formula: prices, variables of a shell, and escaped brackets stand between such marks, too. */
export function isFormula({ opening, tex, next, isAlone }: FormulaSource): boolean {
  if (tex.trim() === '' || tex.length > MAX_SOURCE || hidesSomething(tex)) return false;
  if (opening === '\\(') return true;
  if (opening === '$' && (/^\s|\s$/.test(tex) || /[\w{(]/.test(next))) return false;
  if (isAlone && /\n|^\s*[a-z]\s*$/i.test(tex)) return true;
  return looksLikeTex(tex, opening !== '\\[');
}

/** Signs of mathematics, or one letter; words beside signs that prose has as well are prose. */
function looksLikeTex(tex: string, mayBeLetter: boolean): boolean {
  if (/^\s*[a-z]\s*$/i.test(tex)) return mayBeLetter;
  if (/\\[a-z]/i.test(tex)) return true;
  return /[\\^_{}=+<>-]/.test(tex) && (tex.match(/(?<![_^a-z{])[a-z]{2,}/gi)?.length ?? 0) <= 1;
}

/** Commands that leave something out of sight, put it over something else, or make characters that do not stand in the source. */
const HIDING =
  /\\(?:[hv]?phantom|smash|(?:text)?color|[f]?colorbox|char|(?:math)?[lrc]lap|m?kern|m?skip|hskip|hspace|raisebox|href|url|includegraphics|html[a-zA-Z]*|rule)(?![a-zA-Z])/;

const hidesSomething = (tex: string) => HIDING.test(tex) || !hiddenCharactersIn(tex).next().done;
