import { bracketedText } from '../ui/hidden-characters.ts';
import { VisibleText } from '../ui/visible-text.tsx';
import { FieldFrame, FieldNotes } from './field-frame.tsx';
import { choicesOf, fieldKind, type SchemaChoice } from './json-schema.ts';
import { type LeafFieldProps, useFrame } from './leaf-frame.ts';
import styles from './schema-form.module.css';
import { TextLeaf } from './text-leaf.tsx';
import { JsonField, NumberField } from './typed-leaves.tsx';

/** One value: a text, a number, a choice, a tick, or a piece of JSON. */
export function LeafField(props: LeafFieldProps) {
  switch (fieldKind(props.schema)) {
    case 'switch':
      return props.isNeeded || typeof props.schema.default === 'boolean' ? (
        <TickLeaf {...props} />
      ) : (
        <Select {...props} />
      );
    case 'choice':
      return <Select {...props} />;
    case 'number':
    case 'integer':
      return <NumberField {...props} />;
    case 'text':
      return <TextLeaf {...props} />;
    default:
      return <JsonField {...props} />;
  }
}

const YES_OR_NO = [
  { value: true, label: 'yes' },
  { value: false, label: 'no' },
];

function Select(props: LeafFieldProps) {
  const { form, schema, path, value, isNeeded } = props;
  const { frame, control } = useFrame(props);
  const choices = choicesOf(schema) ?? YES_OR_NO;
  const chosen = choices.findIndex((one) => JSON.stringify(one.value) === JSON.stringify(value));
  return (
    <FieldFrame {...frame}>
      <select
        {...control}
        className={styles.input}
        value={String(chosen)}
        onChange={(event) => form.setAt(path, choices[Number(event.target.value)]?.value)}
      >
        <option value="-1">{isNeeded ? 'Choose…' : notGiven(choices, schema.default)}</option>
        {choices.map(({ label }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: values may be anything, and their order stands.
          <option key={index} value={String(index)}>
            {bracketedText(label)}
          </option>
        ))}
      </select>
    </FieldFrame>
  );
}

/** Label for a value that is not chosen. */
function notGiven(choices: readonly SchemaChoice[], fallback: unknown): string {
  const usual = choices.find((one) => JSON.stringify(one.value) === JSON.stringify(fallback));
  return usual === undefined ? 'not given' : `not given: ${bracketedText(usual.label)}`;
}

function TickLeaf(props: LeafFieldProps) {
  const { form, schema, path, value = schema.default } = props;
  const { frame, control } = useFrame(props);
  return (
    <div className={styles.field}>
      <span className={styles.tick}>
        <input
          {...control}
          type="checkbox"
          checked={value === true}
          onChange={(event) => form.setAt(path, event.target.checked)}
        />
        <label className={styles.label} htmlFor={frame.id}>
          <VisibleText text={frame.name} />
        </label>
        {frame.beside}
      </span>
      <FieldNotes {...frame} />
    </div>
  );
}
