import { useEffect, useMemo, useRef, useState } from 'react';
import { CodeField } from '../../editor/code-field.tsx';
import type { CodeHandle } from '../../editor/code-types.ts';
import { pathKey, valueAt } from '../../forms/draft-value.ts';
import { losesDigits } from '../../forms/form-problems.ts';
import { withGrowingTexts } from '../../forms/growing-texts.ts';
import { ObjectFields } from '../../forms/object-fields.tsx';
import { useSchemaForm } from '../../forms/schema-form.tsx';
import { jsonWithTexts, type TypedField } from '../../forms/typed-fields.ts';
import { useLayout } from '../../state/layout.tsx';
import { useSettings } from '../../state/settings.tsx';
import { type ArgsSchema, markedProblem, parsedArgs } from '../record.ts';
import styles from './arguments-pane.module.css';
import { argsKeys } from './use-workbench.ts';

export interface ArgumentsProps {
  /** JSON text as it is typed. */
  readonly args: string;
  readonly onChange: (json: string) => void;
}

/** The arguments as JSON. */
export function ArgumentsJson(props: ArgumentsProps & { readonly onReady: (handle: CodeHandle | undefined) => void }) {
  const { args, onChange, onReady } = props;
  const { appearance } = useSettings();
  const parsed = useMemo(() => parsedArgs(args), [args]);
  const problems = useMemo(() => markedProblem(parsed), [parsed]);
  return (
    <div className={styles.json}>
      <div className={styles.editor}>
        <CodeField
          label="Arguments"
          language="json"
          text={args}
          fontSize={appearance.font_size}
          problems={problems}
          onChange={onChange}
          onReady={onReady}
        />
      </div>
      {'problem' in parsed ? (
        <p className={styles.problem} role="alert">
          {parsed.problem}
        </p>
      ) : undefined}
    </div>
  );
}

export interface ArgumentsFormProps extends ArgumentsProps {
  readonly id: string;
  readonly schema: ArgsSchema;
  /** The argument whose field is to have the focus, until it has it. */
  readonly wanted: string | undefined;
  readonly onFocused: () => void;
}

/** The arguments as a form made from the parameters of the prompt; what is filled in is the same as the JSON. */
export function ArgumentsForm(props: ArgumentsFormProps) {
  const { args, schema, wanted } = props;
  const parsed = useMemo(() => parsedArgs(args), [args]);
  const undeclared = useUndeclared(schema, 'value' in parsed ? parsed.value : {}, wanted);
  const formSchema = useMemo(() => formSchemaOf(schema, undeclared), [schema, undeclared]);
  if ('problem' in parsed) {
    return (
      <p className={styles.problem} role="alert">
        The form comes back once the JSON is fixed. {parsed.problem}
      </p>
    );
  }
  if (losesDigits(parsed.value)) {
    return (
      <p className={styles.problem} role="alert">
        A number in the JSON is too large for the form, which would change its digits.
      </p>
    );
  }
  return <Fields key={JSON.stringify(formSchema)} {...props} schema={formSchema} value={parsed.value} />;
}

/**
 * Texts that no parameter declares: those that were given before, and what was asked for; emptied ones stay to be
 * filled in again.
 */
function useUndeclared(
  schema: ArgsSchema,
  value: Readonly<Record<string, unknown>>,
  wanted: string | undefined,
): readonly string[] {
  const [given] = useState(() => Object.keys(value).filter((name) => typeof value[name] === 'string'));
  const [asked, setAsked] = useState<readonly string[]>([]);
  const isNew = wanted !== undefined && !asked.includes(wanted);
  if (isNew) setAsked([...asked, wanted]);
  return useMemo(() => {
    const declared = argsProperties(schema);
    return [...new Set([...given, ...asked])].filter((name) => !Object.hasOwn(declared, name));
  }, [schema, given, asked]);
}

function argsProperties({ properties }: ArgsSchema): Readonly<Record<string, unknown>> {
  return typeof properties === 'object' && properties !== null ? { ...properties } : {};
}

/** Adds fields for texts that no parameter declares. */
function formSchemaOf(schema: ArgsSchema, undeclared: readonly string[]): ArgsSchema {
  const declared = argsProperties(schema);
  const added = undeclared.map((name) => [name, { type: 'string', description: 'No parameter declares it.' }]);
  const additionalProperties = schema.additionalProperties ?? Object.keys(declared).length === 0;
  const properties = { ...declared, ...Object.fromEntries(added) };
  return withGrowingTexts({ ...schema, properties, additionalProperties });
}

interface FieldsProps extends ArgumentsFormProps {
  readonly value: Readonly<Record<string, unknown>>;
}

/** Text of a field that is no JSON yet, and the JSON of the value beside it; none where there is no value. */
interface KeptText extends TypedField {
  readonly beside?: string | undefined;
}

const jsonAt = (value: unknown, { path }: TypedField): string | undefined => JSON.stringify(valueAt(value, path));

/** Adds to the texts that say no value yet the values beside them, as the JSON has them. */
function keptTexts(texts: readonly TypedField[], json: string): readonly KeptText[] | undefined {
  const value: unknown = JSON.parse(json);
  const kept = texts.filter(({ problem, text }) => problem !== undefined && text.trim() !== '');
  return kept.length === 0 ? undefined : kept.map((one) => ({ ...one, beside: jsonAt(value, one) }));
}

/** The kept texts that the JSON still has the same values for: others were written in the JSON since. */
function stillFitting(kept: readonly KeptText[], value: unknown): readonly TypedField[] {
  return kept.filter((one) => one.problem !== undefined && one.beside === jsonAt(value, one));
}

function Fields({ id, schema, value, wanted, onFocused, onChange }: FieldsProps) {
  const form = useSchemaForm(schema);
  const begun = useRef(false);
  const [kept, setKept] = useLayout<readonly KeptText[] | undefined>(argsKeys(id).unfinished, undefined);
  // The form begins with what the JSON says, and with what is no JSON yet.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once; afterwards the form is what is typed in.
  useEffect(() => form.begin(value, stillFitting(kept ?? [], value)), []);
  const filled = JSON.stringify(form.value);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of a text, but not how the form begins.
  useEffect(() => {
    if (begun.current) setKept(keptTexts(form.texts, filled));
  }, [form.texts]);
  const latest = useRef({ value, onChange });
  latest.current = { value, onChange };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text says whether the value is another.
  useEffect(() => {
    if (!begun.current) {
      begun.current = true;
      return;
    }
    if (filled === JSON.stringify(latest.current.value)) return;
    // A number too large for a value keeps its digits; what is no JSON yet is no argument yet.
    const exact = form.texts.filter(({ problem }) => problem === undefined);
    latest.current.onChange(jsonWithTexts(form.value, exact, 2));
  }, [filled]);
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (wanted === undefined) return;
    focusField(container.current, wanted);
    onFocused();
  }, [wanted, onFocused]);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend that is seen.
    <div ref={container} className={styles.form} role="group" aria-label="Arguments form">
      {Object.keys(form.schema.properties ?? {}).length === 0 ? (
        <p className={styles.note}>
          The prompt names no parameters. Fields added here are there as .args in the template.
        </p>
      ) : undefined}
      <ObjectFields form={form} schema={form.schema} path={[]} value={form.value} />
    </div>
  );
}

function focusField(container: HTMLElement | null, name: string): void {
  const places = [...(container?.querySelectorAll<HTMLElement>('[data-field]') ?? [])];
  const place = places.find(({ dataset }) => dataset.field === pathKey([name]));
  const field = place?.querySelector<HTMLElement>('input, textarea, select') ?? place?.querySelector('button');
  field?.focus();
  field?.scrollIntoView?.({ block: 'nearest' });
}
