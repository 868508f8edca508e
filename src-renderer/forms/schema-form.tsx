/**
 * A form made from a JSON Schema, for "try it" and for the questions of MCP servers:
 *
 *     const form = useSchemaForm(subject.schema, 'value');   // taken once: another schema needs another `key` above
 *     <SchemaForm form={form} label="Values for weather" />
 *     // when the person wants to go on:
 *     if (!form.isValid) form.showProblems();                // every problem beside its field
 *     else decide({ verdict: 'allow', form: form.value as Record<string, unknown> });   // or, without 'value', `form.json`, its text
 *
 * It has no button and is no `<form>`: both are the caller's. A valid `value` is an object.
 */
import { useId } from 'react';
import { Button } from '../ui/button.tsx';
import { FieldFrame, notesOf } from './field-frame.tsx';
import { ObjectFields } from './object-fields.tsx';
import styles from './schema-form.module.css';
import { problemText, type SchemaFormState } from './use-schema-form.ts';

export { type SchemaFormState, useSchemaForm } from './use-schema-form.ts';

export interface SchemaFormProps {
  readonly form: SchemaFormState;
  /** The accessible name of the whole, such as `Arguments of get_weather`. */
  readonly label: string;
}

/** The fields of the schema; any of it can be written as JSON instead. */
export function SchemaForm({ form, label }: SchemaFormProps) {
  const isJson = form.mode === 'json';
  const isEmpty =
    !isJson && Object.keys(form.schema.properties ?? {}).length === 0 && form.schema.additionalProperties === false;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend that is seen.
    <div className={styles.form} role="group" aria-label={label}>
      {isEmpty ? <p className={styles.hint}>It takes nothing.</p> : undefined}
      {isJson ? <Json form={form} /> : <ObjectFields form={form} schema={form.schema} path={[]} value={form.value} />}
      {isJson ? undefined : <WholeProblem form={form} />}
      {form.hasFields ? (
        <Button
          size="small"
          variant="ghost"
          className={styles.mode}
          onClick={() => form.setMode(isJson ? 'fields' : 'json')}
        >
          {isJson ? 'Show as a form' : 'Write as JSON'}
        </Button>
      ) : undefined}
    </div>
  );
}

function WholeProblem({ form }: { readonly form: SchemaFormState }) {
  const problem = form.problemAt([]);
  return problem === undefined ? undefined : (
    <p className={styles.problem} role="alert">
      {problem}
    </p>
  );
}

function Json({ form }: { readonly form: SchemaFormState }) {
  const id = useId();
  const [first] = form.problems;
  const problem = form.stays ?? (first && problemText(first));
  const frame = { id, name: 'JSON', problem, isNeeded: false };
  return (
    <FieldFrame {...frame}>
      <textarea
        id={id}
        {...notesOf(frame)}
        className={styles.text}
        data-json=""
        rows={8}
        spellCheck={false}
        value={form.json}
        onChange={(event) => form.setJson(event.target.value)}
      />
    </FieldFrame>
  );
}
