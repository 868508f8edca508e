import type { TemplateValue } from '../values.ts';
import { sprint } from './print.ts';
import { isPrintable, validRune } from './quote.ts';
import { bytesOfText, canonicalText, isEscapedByte } from './text.ts';

/** The text that `html`, `js` and `urlquery` escape: as `print`, but nil as an action writes it. */
function textOfArguments(args: readonly TemplateValue[]): string {
  const only = args[0];
  if (args.length === 1 && typeof only === 'string') return canonicalText(only);
  return sprint(args.map((value) => (value === undefined || value === null ? '<no value>' : value)));
}

const HTML: Readonly<Record<string, string>> = {
  '\0': '\uFFFD',
  '"': '&#34;',
  "'": '&#39;',
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
};

/** Go's `html`. */
export function escapeHtml(args: readonly TemplateValue[]): string {
  return textOfArguments(args).replace(/[\0"'&<>]/gu, (character) => HTML[character] ?? character);
}

function hex(value: number, width: number): string {
  return value.toString(16).toUpperCase().padStart(width, '0');
}

function escapeJsCharacter(character: string): string {
  if (character === '\\' || character === "'" || character === '"') return `\\${character}`;
  const unit = character.codePointAt(0) ?? 0;
  if (isEscapedByte(unit)) return character;
  const rune = validRune(unit);
  return rune >= 0x80 && isPrintable(rune) ? String.fromCodePoint(rune) : `\\u${hex(rune, 4)}`;
}

/** Go leaves U+007F as it is, though nothing prints it. */
const SPECIAL_IN_JS = /[\\'"<>&=]|[^\p{L}\p{M}\p{N}\p{P}\p{S} \u007f]/gu;

/** Go's `js`. */
export function escapeJs(args: readonly TemplateValue[]): string {
  return textOfArguments(args).replace(SPECIAL_IN_JS, escapeJsCharacter);
}

function escapeQueryBytes(text: string): string {
  let out = '';
  for (const byte of bytesOfText(text)) out += byte === 0x20 ? '+' : `%${hex(byte, 2)}`;
  return out;
}

/** Go's `urlquery`. */
export function escapeQuery(args: readonly TemplateValue[]): string {
  return textOfArguments(args).replace(/[^A-Za-z0-9_.~-]+/gu, escapeQueryBytes);
}
