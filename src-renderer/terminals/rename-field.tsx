import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import styles from './tab-bar.module.css';

export interface RenameFieldProps {
  readonly title: string;
  /** The new title, empty for the program's own; `undefined` if nothing is to change. */
  readonly onFinish: (title: string | undefined) => void;
}

/** Takes the place of a tab's name; Enter keeps what was typed, Esc does not. A name left as it was stays the program's own. */
export function RenameField({ title, onFinish }: RenameFieldProps) {
  const [text, setText] = useState(title);
  // The program may give the terminal another one while this is typed.
  const [before] = useState(title);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.select(), []);
  const finish = () => onFinish(text.trim() === before.trim() ? undefined : text.trim());
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    // Enter and Esc are an input method's own while it composes a word.
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') finish();
    else if (event.key === 'Escape') onFinish(undefined);
  };
  return (
    <input
      ref={field}
      className={styles.rename}
      aria-label="Terminal name"
      maxLength={200}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onKeyDown={onKeyDown}
      onBlur={finish}
    />
  );
}
