import { memo } from 'react';
import { blankRunsIn } from '#contract/blank-runs';
import { boxText, MAX_BOXES, type TextPart, visibleParts } from './hidden-characters.ts';
import styles from './visible-text.module.css';

/** Text of a model or a program, with every character that would not be seen, and runs of blanks that push text out of sight, as a labelled box. */
export const VisibleText = memo(function VisibleText({ text }: { readonly text: string }) {
  const parts = cutAtBlanks(visibleParts(text));
  const [first] = parts;
  if (first === undefined) return undefined;
  if (parts.length === 1 && first.kind === 'text') return first.text;
  return parts.map(visiblePart);
});

/** Text that begins far to the right or far below would be overlooked. Beyond the most boxes, runs are written out in the text. */
function cutAtBlanks(all: readonly TextPart[]): TextPart[] {
  let boxes = all.filter(({ kind }) => kind === 'hidden').length;
  return all.flatMap((part) => {
    if (part.kind === 'hidden') return [part];
    const parts: TextPart[] = [];
    let from = 0;
    let text = '';
    for (const { index, length, words } of blankRunsIn(part.text)) {
      text += part.text.slice(from, index);
      from = index + length;
      if (boxes >= MAX_BOXES) text += `[${words}]`;
      else {
        parts.push({ kind: 'text', text }, { kind: 'hidden', code: words, name: 'a run of blanks', count: 1 });
        text = '';
        boxes += 1;
      }
    }
    return from === 0 ? [part] : [...parts, { kind: 'text', text: text + part.text.slice(from) }];
  });
}

function visiblePart(part: TextPart, place: number) {
  if (part.kind === 'text') return part.text;
  return (
    <span key={place} className={styles.hidden} role="img" aria-label={`${part.name}, ${part.code}`} title={part.name}>
      {boxText(part)}
    </span>
  );
}
