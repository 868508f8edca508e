import { type ComponentPropsWithRef, type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';
import styles from './text-field.module.css';

export interface TextFieldProps extends ComponentPropsWithRef<'input'> {
  /** Shown above the field; without one, give an `aria-label`. */
  readonly label?: string;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
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
        <input
          autoComplete="off"
          spellCheck={false}
          {...(describedBy === '' ? {} : { 'aria-describedby': describedBy })}
          {...(error === undefined ? {} : { 'aria-invalid': true })}
          {...rest}
          id={fieldId}
          type={type}
          className={styles.input}
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
