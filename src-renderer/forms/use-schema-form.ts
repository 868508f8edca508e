import { useCallback, useMemo, useState } from 'react';
import { isPlainObject } from '#contract/plain-object';
import { initialValue, pathText, type ValuePath, withValueAt } from './draft-value.ts';
import { type FormProblem, LOSES_DIGITS, problemsIn } from './form-problems.ts';
import { fieldKind, type JsonSchema, resolveSchema } from './json-schema.ts';

/** A form that is being filled in. */
export interface SchemaFormState {
  readonly schema: JsonSchema;
  /** The whole document, into which references lead. */
  readonly root: JsonSchema;
  /** Form's value; not an object as long as the JSON is wrong. */
  readonly value: unknown;
  /** Value as JSON, as it was typed where it was typed: large numbers keep their digits. */
  readonly json: string;
  readonly problems: readonly FormProblem[];
  readonly isValid: boolean;
  /** Whether it has fields; otherwise it is JSON alone. */
  readonly hasFields: boolean;
  readonly mode: 'fields' | 'json';
  readonly setMode: (mode: 'fields' | 'json') => void;
  readonly setJson: (text: string) => void;
  readonly setAt: (path: ValuePath, value: unknown) => void;
  /** Problem to show beside a field: after it was left, or after {@link showProblems}. */
  readonly problemAt: (path: ValuePath) => string | undefined;
  readonly touch: (path: ValuePath) => void;
  /** A field whose text is no value yet says why; `undefined` if it is one again, or gone. */
  readonly setUnfinished: (path: ValuePath, why: string | undefined) => void;
  /** Says everything that is wrong; call it when the person wants to go on. */
  readonly showProblems: () => void;
}

interface TypedText {
  readonly text: string;
  readonly value: unknown;
  readonly problem: string | undefined;
}

/** Part of a form that is sent: its text keeps the digits of large numbers, its value does not. */
type SentPart = 'json' | 'value';

/** The state of a form made from `schema`, which is taken as it is at first: give another schema another `key`. */
export function useSchemaForm(given: Readonly<Record<string, unknown>>, sent: SentPart = 'json'): SchemaFormState {
  // A schema comes from outside: what in it is not as JSON Schema has it, no control is made of.
  const [schema] = useState(() => resolveSchema(given as JsonSchema, given as JsonSchema));
  const [root] = useState(given as JsonSchema);
  const hasFields = fieldKind(schema) === 'object';
  const [value, setValue] = useState<unknown>(() => initialValue(schema, root) ?? {});
  const [typed, setTyped] = useState<TypedText | undefined>(() => (hasFields ? undefined : typedFrom('{}')));
  const [touched, setTouched] = useState<ReadonlySet<string> | 'all'>(new Set<string>());
  const [unfinished, setUnfinishedNow] = useState<readonly FormProblem[]>([]);
  const now = typed === undefined ? value : typed.value;
  const problems = useMemo(() => {
    if (typed?.problem !== undefined) return [{ path: [], message: typed.problem }];
    const found = problemsIn(now, schema, root);
    if (typed === undefined) return [...unfinished, ...found];
    return found.flatMap((one) => (one.message === LOSES_DIGITS ? asTyped(one, sent) : one));
  }, [typed, now, schema, root, unfinished, sent]);
  const setUnfinished = useCallback((path: ValuePath, why: string | undefined) => {
    const place = pathText(path);
    setUnfinishedNow((all) => {
      const others = all.filter((one) => pathText(one.path) !== place);
      return why === undefined ? (others.length === all.length ? all : others) : [...others, { path, message: why }];
    });
  }, []);

  const setMode = (mode: 'fields' | 'json') => {
    if (mode === 'json') setTyped(typedFrom(JSON.stringify(value, undefined, 2)));
    else if (typed !== undefined && isPlainObject(typed.value)) {
      setValue(typed.value);
      setTyped(undefined);
    }
  };
  return {
    schema,
    root,
    value: now,
    json: typed === undefined ? JSON.stringify(value) : typed.text,
    problems,
    isValid: problems.length === 0,
    hasFields,
    mode: typed === undefined ? 'fields' : 'json',
    setMode,
    setJson: (text) => setTyped(typedFrom(text)),
    setAt: (path, next) => setValue((before: unknown) => withValueAt(before, path, next)),
    problemAt: (path) => {
      const place = pathText(path);
      if (touched !== 'all' && !touched.has(place)) return undefined;
      return problems.find((problem) => pathText(problem.path) === place)?.message;
    },
    touch: (path) => setTouched((known) => (known === 'all' ? known : new Set([...known, pathText(path)]))),
    setUnfinished,
    showProblems: () => setTouched('all'),
  };
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
