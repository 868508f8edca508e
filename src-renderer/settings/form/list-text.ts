import { quotedText } from '../../text/quoted-text.ts';

/** A list as it is typed: commas between the items, and double quotes around one that has a comma, quotes or blanks at its ends. */
export function listText(list: readonly unknown[]): string {
  return list.map((item) => itemText(String(item))).join(', ');
}

/** Items of a typed list; empty ones are left out. */
export function listOf(text: string): string[] {
  const items = text.match(/\s*"(?:[^"\\]|\\.)*"\s*(?=,|$)|[^,]+/g) ?? [];
  return items.map((item) => quotedText(item.trim()) ?? item.trim()).filter((item) => item !== '');
}

function itemText(item: string): string {
  return /[,"\n\r]/.test(item) || item !== item.trim() ? JSON.stringify(item) : item;
}
