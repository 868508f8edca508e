import { useCallback, useMemo, useState } from 'react';
import { isPlainObject } from '#contract/plain-object';
import {
  initialValue,
  isWithin,
  pathKey,
  pathText,
  type ValuePath,
  withNothingAt,
  withoutItemAt,
  withValueAt,
} from './draft-value.ts';
import { type FormProblem, LOSES_DIGITS, losesDigits, problemsIn } from './form-problems.ts';
import { fieldKind, type JsonSchema, resolveSchema } from './json-schema.ts';
import type { FormContent } from './kept-content.ts';
import {
  jsonWithTexts,
  type ReadText,
  type TypedField,
  textAt,
  withoutItem,
  withoutTextsIn,
  withTextAt,
} from './typed-fields.ts';

/** A form that is being filled in. */
export interface SchemaFormState {
  readonly schema: JsonSchema;
  /** The whole document, into which references lead. */
  readonly root: JsonSchema;
  /** Form's value; not an object as long as the JSON is wrong. */
  readonly value: unknown;
  /** Value as JSON, as it was typed where it was typed: large numbers keep their digits. */
  readonly json: string;
  /** Everything that was filled in; another object only where something was. */
  readonly content: FormContent;
  readonly problems: readonly FormProblem[];
  readonly isValid: boolean;
  /** Whether it has fields; otherwise it is JSON alone. */
  readonly hasFields: boolean;
  readonly mode: 'fields' | 'json';
  /** Goes over to the other way to fill it in; JSON that has no place in fields stays, see {@link stays}. */
  readonly setMode: (mode: 'fields' | 'json') => void;
  /** Reason why the JSON cannot be shown as fields, after that was asked for. */
  readonly stays: string | undefined;
  readonly setJson: (text: string) => void;
  readonly setAt: (path: ValuePath, value: unknown) => void;
  /** Text of a field, as it was typed there; `undefined` if its value came otherwise. */
  readonly textAt: (path: ValuePath) => string | undefined;
  /** Takes the text of a field and what it says; text that is no value yet stays beside the value. */
  readonly typeAt: (path: ValuePath, text: string, read: ReadText) => void;
  /** Everything that was typed in such fields, by which another form takes it over with {@link begin}. */
  readonly texts: readonly TypedField[];
  readonly begin: (value: unknown, texts: readonly TypedField[]) => void;
  /** Removes an item of the list at `path`. */
  readonly removeItem: (path: ValuePath, index: number) => void;
  /** Problem to show beside a field: after it was left, or after {@link showProblems}. */
  readonly problemAt: (path: ValuePath) => string | undefined;
  /** The same for a field that is all there is of what lies below it. */
  readonly problemWithin: (path: ValuePath) => string | undefined;
  readonly touch: (path: ValuePath) => void;
  /** Says everything that is wrong; call it when the person wants to go on. */
  readonly showProblems: () => void;
}

interface TypedText {
  readonly text: string;
  readonly value: unknown;
  readonly problem: string | undefined;
}

/** Part of a form that is sent: its text keeps the digits of large numbers, its value does not. */
export type SentPart = 'json' | 'value';

const STAYS = 'A number in it is too large for a field, which would change its digits: it can only be written as JSON.';

/**
 * The state of a form made from `schema`, which is taken as it is at first: give another schema another `key`. It begins with `begun`,
 * else with the schema's defaults.
 */
export function useSchemaForm(
  given: Readonly<Record<string, unknown>>,
  sent: SentPart = 'json',
  begun?: FormContent,
): SchemaFormState {
  // A schema comes from outside: what in it is not as JSON Schema has it, no control is made of.
  const [schema] = useState(() => resolveSchema(given as JsonSchema, given as JsonSchema));
  const [root] = useState(given as JsonSchema);
  const hasFields = fieldKind(schema) === 'object';
  const fields = useFieldValues(() => begun ?? { value: initialValue(schema, root) ?? {}, texts: [] });
  const { value, texts } = fields;
  const [typed, setTyped] = useState<TypedText | undefined>(() => {
    const text = begun?.json ?? (hasFields ? undefined : '{}');
    return text === undefined ? undefined : typedFrom(text);
  });
  const content = useMemo(() => ({ value, texts, json: typed?.text }), [value, texts, typed]);
  const [stays, setStays] = useState<string | undefined>(undefined);
  const now = typed === undefined ? value : typed.value;
  const problems = useMemo(() => {
    if (typed?.problem !== undefined) return [{ path: [], message: typed.problem }];
    const found = problemsIn(now, schema, root);
    if (typed === undefined) return [...unfinishedIn(texts), ...found];
    return found.flatMap((one) => (one.message === LOSES_DIGITS ? asTyped(one, sent) : one));
  }, [typed, now, schema, root, texts, sent]);

  const setMode = (mode: 'fields' | 'json') => {
    if (mode === 'json') return setTyped(typedFrom(jsonWithTexts(value, texts, 2)));
    if (typed === undefined || !isPlainObject(typed.value)) return;
    if (losesDigits(typed.value)) return setStays(STAYS);
    fields.setAt([], typed.value);
    setTyped(undefined);
  };
  return {
    schema,
    root,
    ...fields,
    value: now,
    json: typed === undefined ? jsonWithTexts(value, texts) : typed.text,
    content,
    problems,
    isValid: problems.length === 0,
    hasFields,
    mode: typed === undefined ? 'fields' : 'json',
    setMode,
    stays,
    setJson: (text) => {
      setStays(undefined);
      setTyped(typedFrom(text));
    },
    ...useShownProblems(problems),
  };
}

/** The value of the fields, and what is typed in those that are written as text. */
function useFieldValues(initial: () => Pick<FormContent, 'value' | 'texts'>) {
  const [begun] = useState(initial);
  const [value, setValue] = useState(begun.value);
  const [texts, setTexts] = useState(begun.texts);
  const setAt = useCallback((path: ValuePath, next: unknown) => {
    setTexts((all) => withoutTextsIn(all, path));
    setValue((before: unknown) => withValueAt(before, path, next));
  }, []);
  return {
    value,
    texts,
    setAt,
    begin: (next: unknown, typed: readonly TypedField[]) => {
      setTexts(typed);
      setValue(next);
    },
    textAt: (path: ValuePath) => textAt(texts, path),
    typeAt: (path: ValuePath, text: string, read: ReadText) => {
      setTexts((all) => withTextAt(all, path, text, read));
      if (read.isEmptied === true) setValue((before: unknown) => withNothingAt(before, path));
      else if (read.problem === undefined) setValue((before: unknown) => withValueAt(before, path, read.value));
    },
    removeItem: (path: ValuePath, index: number) => {
      setTexts((all) => withoutItem(all, path, index));
      setValue((before: unknown) => withoutItemAt(before, path, index));
    },
  };
}

/** Chooses the problems that are shown: those of fields that were left, or all. */
function useShownProblems(problems: readonly FormProblem[]) {
  const [touched, setTouched] = useState<ReadonlySet<string> | 'all'>(new Set<string>());
  const isShown = (path: ValuePath) => touched === 'all' || touched.has(pathKey(path));
  return {
    problemAt: (path: ValuePath) => {
      const key = pathKey(path);
      return isShown(path) ? problems.find((one) => pathKey(one.path) === key)?.message : undefined;
    },
    problemWithin: (path: ValuePath) => {
      const found = isShown(path) ? problems.find((one) => isWithin(one.path, path)) : undefined;
      return found && problemText({ ...found, path: found.path.slice(path.length) });
    },
    touch: (path: ValuePath) => setTouched((known) => (known === 'all' ? known : new Set([...known, pathKey(path)]))),
    showProblems: () => setTouched('all'),
  };
}

/** Problem with its place, where that is not the whole. */
export function problemText({ path, message }: FormProblem): string {
  return path.length === 0 ? message : `${pathText(path)}: ${message}`;
}

function unfinishedIn(texts: readonly TypedField[]): FormProblem[] {
  return texts.flatMap(({ path, problem }) => (problem === undefined ? [] : [{ path, message: problem }]));
}

/** Large number that was typed as JSON already. */
function asTyped(problem: FormProblem, sent: SentPart): FormProblem[] {
  return sent === 'json'
    ? []
    : [{ ...problem, message: 'A number this large would lose digits, so it cannot be sent.' }];
}

function typedFrom(text: string): TypedText {
  try {
    const value: unknown = JSON.parse(text);
    return { text, value, problem: isPlainObject(value) ? undefined : 'Write one object, such as {"city": "Oslo"}.' };
  } catch (error) {
    return {
      text,
      value: undefined,
      problem: `This is not JSON: ${error instanceof Error ? error.message : String(error)}`,
    };
  }
}
