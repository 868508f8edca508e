import { type FormatSpec, padTo } from './format-spec.ts';
import { canBackquote, quote } from './quote.ts';
import { bytesOfText, firstRunes } from './text.ts';

function cutToPrecision(text: string, spec: FormatSpec): string {
  return spec.precision >= 0 ? firstRunes(text, spec.precision) : text;
}

function quotedString(text: string, spec: FormatSpec): string {
  const shown = cutToPrecision(text, spec);
  if (spec.sharp && canBackquote(shown)) return padTo(`\`${shown}\``, spec);
  return padTo(quote(shown, spec.plus), spec);
}

function hexadecimal(text: string, spec: FormatSpec): string {
  const bytes = bytesOfText(text);
  const digits = bytes.toString('hex', 0, spec.precision >= 0 ? spec.precision : bytes.length);
  const groups = spec.space ? (digits.match(/../gu) ?? []) : [digits];
  const prefix = spec.sharp && digits !== '' ? '0x' : '';
  const shown = groups.map((group) => prefix + group).join(' ');
  return padTo(spec.verb === 'X' ? shown.toUpperCase() : shown, spec);
}

/** @returns undefined if strings have no such verb */
export function formatString(text: string, spec: FormatSpec): string | undefined {
  switch (spec.verb) {
    case 's':
      return padTo(cutToPrecision(text, spec), spec);
    case 'v':
      return spec.isGoSyntax ? quotedString(text, spec) : padTo(cutToPrecision(text, spec), spec);
    case 'q':
      return quotedString(text, spec);
    case 'x':
    case 'X':
      return hexadecimal(text, spec);
    default:
      return undefined;
  }
}
