import { useId } from 'react';
import { VisibleText } from '../ui/visible-text.tsx';
import { type AnyFieldProps, Group } from './field-group.tsx';
import { type SchemaChoice, ticksOf } from './json-schema.ts';
import styles from './schema-form.module.css';

/** Several of some values: each has its tick. */
export function TicksField({ form, schema, path, name, value, isNeeded, beside }: AnyFieldProps) {
  const choices = ticksOf(schema, form.root) ?? [];
  const chosen = new Set((Array.isArray(value) ? value : []).map((one: unknown) => JSON.stringify(one)));
  const set = (choice: SchemaChoice, isOn: boolean) => {
    const kept = choices.filter((one) => (one === choice ? isOn : chosen.has(JSON.stringify(one.value))));
    form.setAt(path, kept.length === 0 && !isNeeded ? undefined : kept.map((one) => one.value));
    form.touch(path);
  };
  return (
    <Group
      title={schema.title || name}
      description={schema.description}
      problem={form.problemWithin(path)}
      remove={beside}
    >
      {choices.map((choice) => (
        <Tick
          key={JSON.stringify(choice.value)}
          label={choice.label}
          isOn={chosen.has(JSON.stringify(choice.value))}
          onChange={(isOn) => set(choice, isOn)}
        />
      ))}
    </Group>
  );
}

interface TickProps {
  readonly label: string;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}

function Tick({ label, isOn, onChange }: TickProps) {
  const id = useId();
  return (
    <span className={styles.tick}>
      <input id={id} type="checkbox" checked={isOn} onChange={(event) => onChange(event.target.checked)} />
      <label htmlFor={id}>
        <VisibleText text={label} />
      </label>
    </span>
  );
}
