import { useEffect, useRef, useState } from 'react';
import styles from './code-field.module.css';
import type { CodeHandle, CodeProps, TextRange } from './code-types.ts';
import { useEditor } from './editor-loader.tsx';
import { asEditorText, fromEditorText } from './line-endings.ts';

export interface CodeFieldProps extends CodeProps {
  /** Awaited before the editor is shown; must be the same function each time. */
  readonly prepare?: () => Promise<void>;
}

/** A text that is edited in Monaco, or in a plain field as long as that is not there; it is never exchanged under a person's hands. */
export function CodeField({ prepare, ...props }: CodeFieldProps) {
  const { parts, problem, onFailed } = useEditor(prepare);
  const [isFocused, setIsFocused] = useState(false);
  const isReady = parts !== undefined;
  const [isPlain, setIsPlain] = useState(!isReady);
  useEffect(() => {
    if (!isReady) setIsPlain(true);
    else if (!isFocused) setIsPlain(false);
  }, [isReady, isFocused]);
  const Editor = parts?.CodeEditor;
  return (
    <div className={props.maxLines === undefined ? styles.fills : styles.grows}>
      {Editor === undefined || isPlain ? (
        <PlainCode {...props} onFocused={setIsFocused} />
      ) : (
        <Editor {...props} onFailed={onFailed} />
      )}
      {problem === undefined ? undefined : (
        <p className={styles.note} role="status">
          Without colours and completion, since the editor did not load: {problem}
        </p>
      )}
    </div>
  );
}

function PlainCode(props: CodeProps & { readonly onFocused: (isFocused: boolean) => void }) {
  const { label, text, onChange, onCursor, isReadOnly = false, maxLines, problems = [], onReady } = props;
  const field = useRef<HTMLTextAreaElement>(null);
  const latest = useRef(onReady);
  latest.current = onReady;
  useEffect(() => {
    if (field.current !== null) latest.current?.(handleOf(field.current));
    return () => latest.current?.(undefined);
  }, []);
  const tell = (element: HTMLTextAreaElement) => {
    const before = element.value.slice(0, element.selectionStart).split('\n');
    onCursor?.(before.length, (before.at(-1)?.length ?? 0) + 1);
  };
  return (
    <textarea
      ref={field}
      className={styles.plain}
      aria-label={label}
      aria-invalid={problems.some(({ severity }) => severity === 'error') || undefined}
      spellCheck={false}
      readOnly={isReadOnly}
      {...(maxLines === undefined ? {} : { rows: Math.min(maxLines, Math.max(3, text.split('\n').length)) })}
      value={asEditorText(text)}
      onChange={(event) => onChange?.(fromEditorText(event.target.value, text))}
      onKeyUp={(event) => tell(event.currentTarget)}
      onClick={(event) => tell(event.currentTarget)}
      onFocus={() => props.onFocused(true)}
      onBlur={() => props.onFocused(false)}
    />
  );
}

function handleOf(field: HTMLTextAreaElement): CodeHandle {
  const offset = (line: number, column: number) =>
    field.value
      .split('\n')
      .slice(0, line - 1)
      .reduce((sum, one) => sum + one.length + 1, column - 1);
  return {
    focus: () => field.focus(),
    select: ({ line, column, endLine, endColumn }: TextRange) =>
      field.setSelectionRange(offset(line, column), offset(endLine, endColumn)),
  };
}
