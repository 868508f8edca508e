import { FieldFrame } from './field-frame.tsx';
import { type LeafFieldProps, useFrame } from './leaf-frame.ts';
import styles from './schema-form.module.css';
import { readJson, readNumber } from './typed-fields.ts';

export function NumberField(props: LeafFieldProps) {
  const { form, schema, path, value } = props;
  const { frame, control } = useFrame(props);
  return (
    <FieldFrame {...frame}>
      <input
        {...control}
        className={styles.input}
        type="text"
        inputMode="decimal"
        autoComplete="off"
        placeholder={typeof schema.default === 'number' ? String(schema.default) : undefined}
        // What is half typed, such as `-`, stays in the field.
        value={form.textAt(path) ?? (value === undefined ? '' : String(value))}
        onChange={(event) => form.typeAt(path, event.target.value, readNumber(event.target.value))}
      />
    </FieldFrame>
  );
}

/** Field for values that no control fits. Text that is not JSON stays in the field, and is marked as such. */
export function JsonField(props: LeafFieldProps) {
  const { form, path, value } = props;
  const { frame, control } = useFrame(props);
  return (
    <FieldFrame {...frame} name={`${frame.name} as JSON`}>
      <textarea
        {...control}
        className={styles.text}
        data-json=""
        rows={3}
        spellCheck={false}
        value={form.textAt(path) ?? (value === undefined ? '' : JSON.stringify(value, undefined, 2))}
        onChange={(event) => form.typeAt(path, event.target.value, readJson(event.target.value))}
      />
    </FieldFrame>
  );
}
