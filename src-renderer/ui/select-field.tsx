import { type ComponentPropsWithRef, useId } from 'react';
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
  readonly onChange: (value: string) => void;
}

export function SelectField({ label, isLabelHidden, choices, onChange, className, id, ...rest }: SelectFieldProps) {
  const own = useId();
  const fieldId = id ?? own;
  return (
    <div className={classNames(styles.field, className)}>
      <label className={isLabelHidden ? styles.spoken : styles.label} htmlFor={fieldId}>
        {label}
      </label>
      <select {...rest} id={fieldId} className={styles.select} onChange={(event) => onChange(event.target.value)}>
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    </div>
  );
}
