import { Button, IconButton } from '../ui/button.tsx';
import { TextField } from '../ui/text-field.tsx';
import styles from './attach-dialog.module.css';
import type { NamedValue } from './attach-draft.ts';

export interface PairsFieldProps {
  /** One of them: `Header`, `Variable`. */
  readonly label: string;
  readonly hint: string;
  readonly pairs: readonly NamedValue[];
  readonly problem: string | undefined;
  readonly onChange: (pairs: readonly NamedValue[]) => void;
}

/** Names and values; values may be secrets, so they are not shown. */
export function PairsField({ label, hint, pairs, problem, onChange }: PairsFieldProps) {
  const change = (index: number, next: Partial<NamedValue>) =>
    onChange(pairs.map((pair, place) => (place === index ? { ...pair, ...next } : pair)));
  return (
    <fieldset className={styles.pairs}>
      <legend className={styles.legend}>{label}s</legend>
      {pairs.map(({ name, value }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have nothing else, and hold nothing of their own.
        <div key={index} className={styles.pair}>
          <TextField
            aria-label={`Name of ${label.toLowerCase()} ${index + 1}`}
            placeholder="Name"
            value={name}
            onChange={(event) => change(index, { name: event.target.value })}
          />
          <TextField
            aria-label={`Value of ${label.toLowerCase()} ${index + 1}`}
            placeholder="Value"
            type="password"
            value={value}
            onChange={(event) => change(index, { value: event.target.value })}
          />
          <IconButton
            label={`Remove ${label.toLowerCase()} ${index + 1}`}
            icon="close"
            onClick={() => onChange(pairs.filter((_, place) => place !== index))}
          />
        </div>
      ))}
      <p className={styles.hint}>{hint}</p>
      {problem === undefined ? undefined : (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      <Button size="small" onClick={() => onChange([...pairs, { name: '', value: '' }])}>
        Add {label.toLowerCase()}
      </Button>
    </fieldset>
  );
}
