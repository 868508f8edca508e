import { createElement, Fragment, memo } from 'react';
import { boxText, type TextPart, visibleParts } from './hidden-characters.ts';
import styles from './visible-text.module.css';

/** Text of a model or a program, with every character that would not be seen drawn as a labelled box. */
export const VisibleText = memo(function VisibleText({ text }: { readonly text: string }) {
  const parts = visibleParts(text);
  const [first] = parts;
  if (first === undefined) return undefined;
  if (parts.length === 1 && first.kind === 'text') return first.text;
  return createElement(Fragment, undefined, ...parts.map(shown));
});

function shown(part: TextPart) {
  if (part.kind === 'text') return part.text;
  return (
    <span className={styles.hidden} role="img" aria-label={`${part.name}, ${part.code}`} title={part.name}>
      {boxText(part)}
    </span>
  );
}
