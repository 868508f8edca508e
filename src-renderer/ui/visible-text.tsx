import { createElement, Fragment, memo } from 'react';
import { blankRunsIn } from '#contract/blank-runs';
import { boxText, type TextPart, visibleParts } from './hidden-characters.ts';
import styles from './visible-text.module.css';

/** Text of a model or a program, with every character that would not be seen, and runs of blanks that push text out of sight, as a labelled box. */
export const VisibleText = memo(function VisibleText({ text }: { readonly text: string }) {
  const parts = visibleParts(text).flatMap(cutAtBlanks);
  const [first] = parts;
  if (first === undefined) return undefined;
  if (parts.length === 1 && first.kind === 'text') return first.text;
  return createElement(Fragment, undefined, ...parts.map(visiblePart));
});

/** Text that begins far to the right or far below would be overlooked. */
function cutAtBlanks(part: TextPart): TextPart[] {
  if (part.kind === 'hidden') return [part];
  const parts: TextPart[] = [];
  let from = 0;
  for (const { index, length, words } of blankRunsIn(part.text)) {
    parts.push({ kind: 'text', text: part.text.slice(from, index) });
    parts.push({ kind: 'hidden', code: words, name: 'a run of blanks', count: 1 });
    from = index + length;
  }
  return from === 0 ? [part] : [...parts, { kind: 'text', text: part.text.slice(from) }];
}

function visiblePart(part: TextPart) {
  if (part.kind === 'text') return part.text;
  return (
    <span className={styles.hidden} role="img" aria-label={`${part.name}, ${part.code}`} title={part.name}>
      {boxText(part)}
    </span>
  );
}
