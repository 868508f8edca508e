import type { PromptMessage, PromptRecord } from '#contract';
import { isPlainObject } from '#contract/plain-object';
import type { TextProblem } from '../editor/code-types.ts';
import { type JsonProblem, jsonProblem } from '../forms/json-problem.ts';

/** The texts of a record as messages: a `prompt` is one of the user. */
export function recordMessages(record: PromptRecord): readonly PromptMessage[] {
  if (isSingle(record)) return [{ role: 'user', content: record.prompt ?? '' }];
  return record.messages ?? [];
}

/** Whether its text is one `prompt` rather than messages. */
export function isSingle({ prompt, messages }: PromptRecord): boolean {
  return (prompt !== undefined && prompt !== '') || messages === undefined || (messages.length === 0 && prompt === '');
}

export function withText(record: PromptRecord, index: number, content: string): PromptRecord {
  if (isSingle(record)) return { ...record, prompt: content };
  return withMessages(record, (messages) =>
    messages.map((message, place) => (place === index ? { ...message, content } : message)),
  );
}

export function withMessages(
  record: PromptRecord,
  step: (messages: readonly PromptMessage[]) => readonly PromptMessage[],
): PromptRecord {
  return { ...record, messages: [...step(record.messages ?? [])] };
}

export function moveItem<T>(list: readonly T[], from: number, to: number): readonly T[] {
  const next = [...list];
  next.splice(to, 0, ...next.splice(from, 1));
  return next;
}

export function isSameRecord(one: PromptRecord, other: PromptRecord): boolean {
  return canonicalJson(one) === canonicalJson(other);
}

/** JSON that is written alike whatever the order in which members were set. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    isPlainObject(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  );
}

export type ArgsSchema = Readonly<Record<string, unknown>>;

/** JSON Schema of the args, whichever of its three forms the parameters have. */
export function schemaOf({ parameters }: PromptRecord): ArgsSchema {
  if (Array.isArray(parameters)) {
    return {
      type: 'object',
      properties: Object.fromEntries(parameters.map(({ name, required: _, ...schema }) => [name, schema])),
      required: parameters.filter(({ required }) => required === true).map(({ name }) => name),
    };
  }
  const isSchema = typeof parameters.type === 'string' || isPlainObject(parameters.properties);
  if (isSchema) return { ...parameters, type: 'object' };
  return { type: 'object', properties: parameters };
}

/** Args as JSON that show what the prompt makes: the first example of each parameter that has one. */
export function exampleOf({ properties }: ArgsSchema): string {
  if (!isPlainObject(properties)) return '{}';
  const examples = Object.entries(properties).flatMap(([name, schema]) => {
    const { examples: all } = isPlainObject(schema) ? schema : {};
    return Array.isArray(all) && all.length > 0 ? [[name, all[0]]] : [];
  });
  return examples.length === 0 ? '{}' : JSON.stringify(Object.fromEntries(examples), undefined, 2);
}

/** Result of parsing JSON: a value, or why there is none and the place of the error. */
export type ParseResult<T> = { readonly value: T } | { readonly problem: string; readonly place?: JsonProblem };

export function parsedJson(text: string): ParseResult<unknown> {
  const place = jsonProblem(text);
  if (place === undefined) return { value: JSON.parse(text) };
  return { problem: `This is not JSON. Line ${place.line}, column ${place.column}: ${place.message}.`, place };
}

/** Args must be one object; none is an empty one. */
export function parsedArgs(text: string): ParseResult<Record<string, unknown>> {
  if (text.trim() === '') return { value: {} };
  const parsed = parsedJson(text);
  if ('problem' in parsed) return parsed;
  return isPlainObject(parsed.value)
    ? { value: parsed.value }
    : { problem: 'Write one object, such as {"who": "Ada"}.' };
}

/** Problems that the editor marks. */
export function markedProblem(parsed: ParseResult<unknown>): readonly TextProblem[] {
  const place = 'problem' in parsed ? parsed.place : undefined;
  if (place === undefined) return NO_PROBLEMS;
  const { line, column, message } = place;
  return [{ severity: 'error', message, line, column, endLine: line, endColumn: column + 1 }];
}

const NO_PROBLEMS: readonly TextProblem[] = [];
