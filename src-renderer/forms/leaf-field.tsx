import { useEffect, useId, useRef, useState } from 'react';
import { bracketedText } from '../ui/hidden-characters.ts';
import { VisibleText } from '../ui/visible-text.tsx';
import type { ValuePath } from './draft-value.ts';
import { FieldFrame, type FieldFrameProps, FieldNotes, notesOf } from './field-frame.tsx';
import { choicesOf, fieldKind, type JsonSchema, type SchemaChoice } from './json-schema.ts';
import styles from './schema-form.module.css';
import type { SchemaFormState } from './use-schema-form.ts';

export interface LeafFieldProps {
  readonly form: SchemaFormState;
  readonly schema: JsonSchema;
  readonly path: ValuePath;
  readonly name: string;
  readonly value: unknown;
  readonly isNeeded: boolean;
  readonly beside?: FieldFrameProps['beside'];
}

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

function useFrame({ form, schema, path, name, isNeeded, beside }: LeafFieldProps) {
  const id = useId();
  const problem = form.problemAt(path);
  const frame = { id, name: schema.title || name, description: fieldDescription(schema), problem, isNeeded, beside };
  return { frame, control: { id, ...notesOf(frame), onBlur: () => form.touch(path) } };
}

function fieldDescription({ description, pattern }: JsonSchema): string | undefined {
  const form = typeof pattern === 'string' ? `Must match: ${pattern}` : undefined;
  return typeof description !== 'string' ? form : form === undefined ? description : `${description}\n${form}`;
}

const INPUT_TYPES: Readonly<Record<string, string>> = { date: 'date', email: 'email', uri: 'url' };
/** Format of our own: a text of any length, whose box grows with it. */
export const GROWING = 'sigma-growing-text';
/** Length above which texts get a box of several lines. */
const LONG = 200;

function TextLeaf(props: LeafFieldProps) {
  const { form, schema, path, value } = props;
  const { frame, control } = useFrame(props);
  const text = typeof value === 'string' ? value : '';
  const isGrowing = schema.format === GROWING;
  const [isLong] = useState(isGrowing || text.length > LONG || text.includes('\n') || (schema.maxLength ?? 0) > LONG);
  const shown = { value: text, placeholder: typeof schema.default === 'string' ? schema.default : undefined };
  const set = (next: string) => form.setAt(path, next === '' ? undefined : next);
  return (
    <FieldFrame {...frame}>
      {isLong ? (
        <textarea
          {...control}
          {...shown}
          className={styles.text}
          rows={isGrowing ? textRows(text || shown.placeholder) : 4}
          data-growing={isGrowing || undefined}
          onChange={(event) => set(event.target.value)}
        />
      ) : (
        <input
          {...control}
          className={styles.input}
          type={INPUT_TYPES[schema.format ?? ''] ?? 'text'}
          autoComplete="off"
          spellCheck={false}
          {...shown}
          onChange={(event) => set(event.target.value)}
        />
      )}
    </FieldFrame>
  );
}

const MAX_ROWS = 12;

/** Number of rows, for browsers that do not size a box by its content themselves. */
function textRows(text = ''): number {
  return Math.min(text.split('\n').length, MAX_ROWS);
}

function NumberField(props: LeafFieldProps) {
  const { form, schema, path, value } = props;
  const { frame, control } = useFrame(props);
  const [typed, setTyped] = useState('');
  // What is half typed, such as `-`, stays in the field; it is no number yet.
  const isTyped = value === numberIn(typed);
  const set = (text: string) => {
    setTyped(text);
    form.setAt(path, numberIn(text));
  };
  return (
    <FieldFrame {...frame}>
      <input
        {...control}
        className={styles.input}
        type="text"
        inputMode="decimal"
        autoComplete="off"
        placeholder={typeof schema.default === 'number' ? String(schema.default) : undefined}
        value={isTyped ? typed : value === undefined ? '' : String(value)}
        onChange={(event) => set(event.target.value)}
      />
    </FieldFrame>
  );
}

/** The text itself where it is no number, which is then said. */
function numberIn(text: string): number | string | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  return /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(trimmed) && Number.isFinite(Number(trimmed))
    ? Number(trimmed)
    : trimmed;
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

/** Field for values that no control fits. Text that is not JSON stays in the field, and is marked as such. */
function JsonField(props: LeafFieldProps) {
  const { form, path, value } = props;
  const { setUnfinished } = form;
  const { frame, control } = useFrame(props);
  const [text, setText] = useState(() => (value === undefined ? '' : JSON.stringify(value, undefined, 2)));
  const place = useRef(path);
  place.current = path;
  useEffect(() => () => setUnfinished(place.current, undefined), [setUnfinished]);
  const set = (next: string) => {
    setText(next);
    const read = jsonIn(next);
    setUnfinished(path, read.problem);
    if (read.problem === undefined) form.setAt(path, read.value);
  };
  return (
    <FieldFrame {...frame} name={`${frame.name} as JSON`}>
      <textarea
        {...control}
        className={styles.text}
        data-json=""
        rows={3}
        spellCheck={false}
        value={text}
        onChange={(event) => set(event.target.value)}
      />
    </FieldFrame>
  );
}

function jsonIn(text: string): { readonly value?: unknown; readonly problem?: string } {
  if (text.trim() === '') return {};
  try {
    return { value: JSON.parse(text) };
  } catch {
    return { problem: 'This is not JSON yet: texts are in double quotes, as in "Oslo" or ["a", 1].' };
  }
}
