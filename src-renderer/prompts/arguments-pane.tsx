import { useEffect, useMemo, useRef } from 'react';
import { CodeField } from '../editor/code-field.tsx';
import { withGrowingTexts } from '../forms/growing-texts.ts';
import { ObjectFields } from '../forms/object-fields.tsx';
import { useSchemaForm } from '../forms/schema-form.tsx';
import { useSettings } from '../state/settings.tsx';
import styles from './arguments-pane.module.css';
import { type ArgsSchema, parsedArgs } from './record.ts';

export interface ArgumentsProps {
  /** JSON text as it is typed. */
  readonly args: string;
  readonly schema: ArgsSchema;
  readonly onChange: (json: string) => void;
}

/** The arguments as JSON. */
export function ArgumentsJson({ args, onChange }: ArgumentsProps) {
  const { appearance } = useSettings();
  const parsed = useMemo(() => parsedArgs(args), [args]);
  return (
    <div className={styles.json}>
      <div className={styles.editor}>
        <CodeField label="Arguments" language="json" text={args} fontSize={appearance.font_size} onChange={onChange} />
      </div>
      {'problem' in parsed ? (
        <p className={styles.problem} role="alert">
          {parsed.problem}
        </p>
      ) : undefined}
    </div>
  );
}

/** The arguments as a form made from the parameters of the prompt; what is filled in is the same as the JSON. */
export function ArgumentsForm(props: ArgumentsProps) {
  const parsed = useMemo(() => parsedArgs(props.args), [props.args]);
  const isBroken = 'problem' in parsed;
  const text = JSON.stringify(props.schema);
  if (isBroken) {
    return (
      <p className={styles.problem} role="alert">
        The form comes back when the JSON is mended. {parsed.problem}
      </p>
    );
  }
  return <Fields key={text} {...props} value={parsed.value} />;
}

interface FieldsProps extends ArgumentsProps {
  readonly value: Readonly<Record<string, unknown>>;
}

function Fields({ schema, value, onChange }: FieldsProps) {
  const form = useSchemaForm(useMemo(() => withGrowingTexts(schema), [schema]));
  const begun = useRef(false);
  const setAt = useRef(form.setAt);
  setAt.current = form.setAt;
  // The form begins with what the JSON says.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once; afterwards the form is what is typed in.
  useEffect(() => setAt.current([], value), []);
  const filled = JSON.stringify(form.value);
  const latest = useRef({ value, onChange });
  latest.current = { value, onChange };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text says whether the value is another.
  useEffect(() => {
    if (!begun.current) {
      begun.current = true;
      return;
    }
    if (filled !== JSON.stringify(latest.current.value))
      latest.current.onChange(JSON.stringify(form.value, undefined, 2));
  }, [filled]);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend that is seen.
    <div className={styles.form} role="group" aria-label="Arguments form">
      {Object.keys(form.schema.properties ?? {}).length === 0 ? (
        <p className={styles.note}>
          The prompt names no parameters. Fields added here are there as .args in the template.
        </p>
      ) : undefined}
      <ObjectFields form={form} schema={form.schema} path={[]} value={form.value} />
    </div>
  );
}
