import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { IconButton } from '../ui/button.tsx';
import styles from './find-bar.module.css';
import type { FindInTerminal, FindResults } from './find-in-terminal.ts';
import { useObserved } from './use-observed.ts';

export interface FindBarProps {
  readonly find: FindInTerminal;
  /** What to begin with, such as the selected word. */
  readonly initial: string;
  readonly onClose: () => void;
}

/** Enter finds the next, Shift+Enter the one before, Esc goes back to the terminal. */
export function FindBar({ find, initial, onClose }: FindBarProps) {
  const [text, setText] = useState(initial);
  const results = useObserved(find.results);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);
  useEffect(() => () => find.end(), [find]);
  const change = (value: string) => {
    setText(value);
    find.next(value, true);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') {
      if (event.shiftKey) find.previous(text);
      else find.next(text);
    } else if (event.key === 'Escape') onClose();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <search className={styles.bar} aria-label="Find in terminal" onKeyDown={onKeyDown}>
      <input
        ref={field}
        className={styles.field}
        type="text"
        aria-label="Find"
        placeholder="Find"
        spellCheck={false}
        value={text}
        onChange={(event) => change(event.target.value)}
      />
      <output className={styles.count} aria-live="polite">
        {text === '' ? '' : wordsFor(results)}
      </output>
      <IconButton label="Previous match" icon="chevron-up" size="small" onClick={() => find.previous(text)} />
      <IconButton label="Next match" icon="chevron-down" size="small" onClick={() => find.next(text)} />
      <IconButton label="Close find" icon="close" size="small" onClick={onClose} />
    </search>
  );
}

function wordsFor(results: FindResults | undefined): string {
  if (!results || results.count === 0) return 'No match';
  return results.at > 0 ? `${results.at} of ${results.count}` : `${results.count}+`;
}
