import { type ComponentPropsWithRef, type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';
import styles from './select-field.module.css';

export interface SelectChoice {
  readonly value: string;
  readonly label: string;
}

export interface SelectFieldProps extends Omit<ComponentPropsWithRef<'select'>, 'onChange' | 'children'> {
  readonly label: string;
  /** The label is for screen readers only, as in a row of filters. */
  readonly isLabelHidden?: boolean;
  readonly choices: readonly SelectChoice[];
  /** Shown below the field. */
  readonly hint?: ReactNode;
  readonly onChange: (value: string) => void;
}

export function SelectField({
  label,
  isLabelHidden,
  choices,
  hint,
  onChange,
  className,
  id,
  ...rest
}: SelectFieldProps) {
  const own = useId();
  const fieldId = id ?? own;
  const hintId = `${fieldId}-hint`;
  return (
    <div className={classNames(styles.field, className)}>
      <label className={isLabelHidden ? styles.spoken : styles.label} htmlFor={fieldId}>
        {label}
      </label>
      <select
        {...(hint === undefined ? {} : { 'aria-describedby': hintId })}
        {...rest}
        id={fieldId}
        className={styles.select}
        onChange={(event) => onChange(event.target.value)}
      >
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
      {hint === undefined ? undefined : (
        <p className={styles.hint} id={hintId}>
          {hint}
        </p>
      )}
    </div>
  );
}
