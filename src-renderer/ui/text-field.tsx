import { type ComponentPropsWithRef, type ReactNode, useId, useState } from 'react';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';
import styles from './text-field.module.css';

export interface TextFieldProps extends ComponentPropsWithRef<'input'> {
  /** Shown above the field; without one, give an `aria-label`. */
  readonly label?: string;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  /** Whether its text may have several lines, such as commands; else only one that has them already keeps them. */
  readonly takesLines?: boolean;
}

export function TextField({ label, hint, error, className, id, type = 'text', ...rest }: TextFieldProps) {
  const own = useId();
  const fieldId = id ?? own;
  const isSearch = type === 'search';
  const notes = [hint === undefined ? '' : `${fieldId}-hint`, error === undefined ? '' : `${fieldId}-error`];
  const describedBy = notes.filter(Boolean).join(' ');
  return (
    <div className={classNames(styles.field, className)}>
      {label === undefined ? undefined : (
        <label className={styles.label} htmlFor={fieldId}>
          {label}
        </label>
      )}
      <span className={styles.box} data-search={isSearch ? '' : undefined}>
        {isSearch ? <Icon name="search" size={14} /> : undefined}
        <TextControl
          autoComplete="off"
          spellCheck={false}
          {...(describedBy === '' ? {} : { 'aria-describedby': describedBy })}
          {...(error === undefined ? {} : { 'aria-invalid': true })}
          {...rest}
          id={fieldId}
          type={type}
        />
      </span>
      {hint === undefined ? undefined : (
        <p className={styles.hint} id={`${fieldId}-hint`}>
          {hint}
        </p>
      )}
      {error === undefined ? undefined : (
        <p className={styles.error} id={`${fieldId}-error`} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}

const MAX_ROWS = 8;

/** The field itself: of several lines where its text has them, for a field of one line would drop the breaks once it is typed into. */
function TextControl({
  takesLines = false,
  ...props
}: ComponentPropsWithRef<'input'> & Pick<TextFieldProps, 'takesLines'>) {
  const { type, value } = props;
  const lines = type === 'text' && typeof value === 'string' ? value.split(/\r\n|[\r\n]/).length : 1;
  // It stays so when the last break is taken out, since another field would lose the focus.
  const [isLong, setLong] = useState(takesLines || lines > 1);
  if (lines > 1 && !isLong) setLong(true);
  if (!isLong) return <input {...props} className={styles.input} />;
  const { type: _, ...rest } = props as ComponentPropsWithRef<'textarea'> & { readonly type?: string };
  return <textarea {...rest} rows={Math.min(lines, MAX_ROWS)} className={classNames(styles.input, styles.long)} />;
}
