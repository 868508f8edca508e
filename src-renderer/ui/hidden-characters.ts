import { type HiddenCharacter, hiddenCharactersIn, lookAlikesIn } from '#contract/hidden-characters';

/** A piece of text, or one character that would not be seen. */
export type TextPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'hidden'; readonly code: string; readonly name: string; readonly count: number };

/** Text in the box of a hidden part. */
export function boxText({ code, count }: { readonly code: string; readonly count: number }): string {
  return count === 1 ? code : `${code} ×${count}`;
}

/** Most boxes: more would be slower to draw than anyone could read; the rest are written out in the text. */
export const MAX_BOXES = 2000;

/** Cuts the text where a character would be there without being seen; a run of the same one is one part. */
export function visibleParts(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  let boxes = 0;
  const add = (part: TextPart) => {
    const before = parts.at(-1);
    if (part.kind === 'text') {
      if (before?.kind === 'text') parts[parts.length - 1] = { kind: 'text', text: before.text + part.text };
      else parts.push(part);
    } else if (before?.kind === 'hidden' && before.code === part.code) {
      parts[parts.length - 1] = { ...before, count: before.count + 1 };
    } else if (boxes < MAX_BOXES) {
      boxes += 1;
      parts.push(part);
    } else add({ kind: 'text', text: `[${part.code}]` });
  };
  for (const { index, length, code, name } of unseenIn(text)) {
    if (index > end) add({ kind: 'text', text: text.slice(end, index) });
    add({ kind: 'hidden', count: 1, code, name });
    end = index + length;
  }
  if (end < text.length) add({ kind: 'text', text: text.slice(end) });
  return parts;
}

/** Writes characters that would not be seen out in brackets, for places that take plain text alone. */
export function bracketedText(text: string): string {
  return visibleParts(text)
    .map((part) => (part.kind === 'text' ? part.text : `[${boxText(part)}]`))
    .join('');
}

/** Finds characters that would not be seen, or taken for others, in order; look-alikes are shown with their code. */
function unseenIn(text: string): Iterable<HiddenCharacter> {
  const alike = [...lookAlikesIn(text)].map((one) => ({
    ...one,
    code: `${text.slice(one.index, one.index + one.length)} ${one.code}`,
  }));
  if (alike.length === 0) return hiddenCharactersIn(text);
  return [...hiddenCharactersIn(text), ...alike].sort((one, other) => one.index - other.index);
}
