import { type ClipboardEvent, useEffect, useRef, useState } from 'react';
import { FieldFrame } from './field-frame.tsx';
import { type LeafFieldProps, useFrame } from './leaf-frame.ts';
import styles from './schema-form.module.css';

const INPUT_TYPES: Readonly<Record<string, string>> = { date: 'date', email: 'email', uri: 'url' };
/** Format of our own: a text of any length, whose box grows with it. */
export const GROWING = 'sigma-growing-text';
/** Length above which texts get a box of several lines. */
const LONG = 200;
const LINE_BREAK = /[\n\r]/;

export function TextLeaf(props: LeafFieldProps) {
  const { form, schema, path, value } = props;
  const { frame, control } = useFrame(props);
  const text = typeof value === 'string' ? value : '';
  const isGrowing = schema.format === GROWING;
  const [isLong, setLong] = useState(
    isGrowing || text.length > LONG || LINE_BREAK.test(text) || (schema.maxLength ?? 0) > LONG,
  );
  const area = useRef<HTMLTextAreaElement>(null);
  /** Place behind a text that was pasted. */
  const [pastedTo, setPastedTo] = useState<number | undefined>(undefined);
  useEffect(() => {
    if (pastedTo === undefined) return;
    area.current?.focus();
    area.current?.setSelectionRange(pastedTo, pastedTo);
  }, [pastedTo]);
  const type = INPUT_TYPES[schema.format ?? ''] ?? 'text';
  const shown = { value: text, placeholder: typeof schema.default === 'string' ? schema.default : undefined };
  const set = (next: string) => form.setAt(path, next === '' ? undefined : next);
  /** A field of one line would drop the breaks of several: the box becomes one of several lines, too. */
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    // As a box of several lines has it: its value has no carriage returns.
    const pasted = event.clipboardData.getData('text/plain').replace(/\r\n?/g, '\n');
    if (type !== 'text' || !LINE_BREAK.test(pasted.trim())) return;
    event.preventDefault();
    const { selectionStart, selectionEnd } = event.currentTarget;
    const before = text.slice(0, selectionStart ?? text.length) + pasted;
    set(before + text.slice(selectionEnd ?? text.length));
    setLong(true);
    setPastedTo(before.length);
  };
  return (
    <FieldFrame {...frame}>
      {isLong ? (
        <textarea
          {...control}
          ref={area}
          {...shown}
          className={styles.text}
          rows={isGrowing ? textRows(text || shown.placeholder) : 4}
          data-growing={isGrowing || undefined}
          onChange={(event) => set(event.target.value)}
        />
      ) : (
        <input
          {...control}
          className={styles.input}
          type={type}
          autoComplete="off"
          spellCheck={false}
          {...shown}
          onPaste={paste}
          onChange={(event) => set(event.target.value)}
        />
      )}
    </FieldFrame>
  );
}

const MAX_ROWS = 12;

/** Number of rows, for browsers that do not size a box by its content themselves. */
function textRows(text = ''): number {
  return Math.min(text.split('\n').length, MAX_ROWS);
}
