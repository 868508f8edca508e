import type { Decision, Subject } from '#contract';
import type { Prompter } from '../editing/prompter.ts';
import type { ReadResult } from '../editing/reading.ts';
import { muted, red } from '../screen/style.ts';
import { safeText } from '../screen/text-width.ts';

interface FormField {
  readonly type?: unknown;
  readonly title?: unknown;
  readonly description?: unknown;
  readonly enum?: unknown;
  readonly oneOf?: unknown;
  readonly anyOf?: unknown;
  readonly items?: unknown;
  readonly default?: unknown;
}

/** Asks for the values of a form one by one: Enter leaves one out or takes its default, Ctrl+C refuses the whole form. */
export async function askForm(
  { schema }: Extract<Subject, { kind: 'form' }>,
  prompter: Prompter,
  signal: AbortSignal,
): Promise<Decision | 'withdrawn'> {
  const { properties = {}, required = [] } = schema as {
    properties?: Record<string, FormField>;
    required?: readonly string[];
  };
  const form: Record<string, unknown> = {};
  prompter.print(muted('Ctrl+C declines.'));
  using question = prompter.question();
  for (const [name, field] of Object.entries(properties)) {
    const isNeeded = required.includes(name) && field.default === undefined;
    const read = () => question.read({ prompt: { text: fieldPrompt(name, field, isNeeded) }, signal });
    const answer = await untilItFits(read, (text) => fieldValue(text, field, isNeeded), prompter);
    if (answer === 'withdrawn') return 'withdrawn';
    if (answer === 'declined') return { verdict: 'refuse' };
    if (answer.value !== undefined) form[name] = answer.value;
  }
  return { verdict: 'allow', form };
}

type Value = { readonly value: unknown };
type AnswerProblem = { readonly problem: string };

async function untilItFits(
  read: () => Promise<ReadResult>,
  valueIn: (text: string) => Value | AnswerProblem,
  prompter: Prompter,
): Promise<Value | 'declined' | 'withdrawn'> {
  for (;;) {
    const answer = await read();
    if (answer.kind === 'withdrawn') return 'withdrawn';
    if (answer.kind === 'interrupt' || answer.kind === 'end') return 'declined';
    // A key that means something elsewhere is no answer.
    if (answer.kind !== 'line') continue;
    const value = valueIn(answer.text.trim());
    if ('value' in value) return value;
    prompter.print(red(value.problem));
  }
}

function fieldValue(text: string, field: FormField, isNeeded: boolean): Value | AnswerProblem {
  if (text === '') return isNeeded ? { problem: 'It is needed' } : { value: field.default };
  const { type } = field;
  const choices = fieldChoices(field);
  if (choices !== undefined) return findChoice(text, choices);
  if (type === 'array') return listValue(text, field);
  if (type === 'boolean') return booleanValue(text);
  if (type === 'number' || type === 'integer') return numberValue(text, type === 'integer');
  return type === 'string' || type === undefined ? { value: text } : jsonValue(text);
}

/** A choice by what it is, or by what it is called. */
function findChoice(text: string, choices: readonly FieldChoice[]): Value | AnswerProblem {
  const found = choices.find(({ value }) => String(value) === text) ?? choices.find(({ title }) => title === text);
  return found ? { value: found.value } : { problem: `Choose one of ${fieldChoicesText(choices)}` };
}

function listValue(text: string, { items }: FormField): Value | AnswerProblem {
  const values: unknown[] = [];
  for (const part of text.split(',').map((one) => one.trim())) {
    if (part === '') continue;
    const one = fieldValue(part, (items ?? {}) as FormField, true);
    if ('problem' in one) return one;
    values.push(one.value);
  }
  return { value: values };
}

function jsonValue(text: string): Value | AnswerProblem {
  try {
    const value: unknown = JSON.parse(text);
    return losesDigits(value) ? { problem: LOSES_DIGITS } : { value };
  } catch {
    return { problem: 'That is no JSON' };
  }
}

const LOSES_DIGITS = 'A number this large would lose digits: type a smaller one, or Ctrl+C to decline the form';

/** Whether a number in a value is not the one that was typed. */
function losesDigits(value: unknown): boolean {
  if (typeof value === 'number')
    return !Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value));
  return typeof value === 'object' && value !== null && Object.values(value).some(losesDigits);
}

interface FieldChoice {
  readonly value: unknown;
  readonly title?: string;
}

/** Choices of a field, if listed: plain, or each with a title. */
function fieldChoices({ enum: plain, oneOf, anyOf }: FormField): readonly FieldChoice[] | undefined {
  if (Array.isArray(plain)) return plain.map((value) => ({ value }));
  const titled = oneOf ?? anyOf;
  if (!Array.isArray(titled)) return undefined;
  const choices = titled.filter((one) => typeof one === 'object' && one !== null && 'const' in one);
  return choices.length === 0
    ? undefined
    : choices.map((one) => ({ value: one.const, ...(typeof one.title === 'string' && { title: one.title }) }));
}

const fieldChoicesText = (choices: readonly FieldChoice[]) =>
  safeText(
    choices.map(({ value, title }) => (title === undefined ? String(value) : `${String(value)} = ${title}`)).join(', '),
  );

function booleanValue(text: string): Value | AnswerProblem {
  if (/^(y|yes|true)$/i.test(text)) return { value: true };
  return /^(n|no|false)$/i.test(text) ? { value: false } : { problem: 'Answer yes or no' };
}

function numberValue(text: string, isWhole: boolean): Value | AnswerProblem {
  const number = Number(text);
  const isFine = Number.isFinite(number) && (!isWhole || Number.isInteger(number));
  if (!isFine) return { problem: `That is no ${isWhole ? 'whole ' : ''}number` };
  return losesDigits(number) ? { problem: LOSES_DIGITS } : { value: number };
}

function fieldPrompt(name: string, field: FormField, isNeeded: boolean): string {
  const about = [field.title, field.description].filter((one) => typeof one === 'string').join(', ');
  const standard = field.default === undefined ? '' : ` [${valueText(field.default)}]`;
  return safeText(`${name}${isNeeded ? '*' : ''}${about === '' ? '' : `: ${about}`}${hintOf(field)}${standard} `);
}

/** Writes a value as it would be typed. */
function valueText(value: unknown): string {
  if (Array.isArray(value)) return value.map(valueText).join(', ');
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
}

function hintOf(field: FormField): string {
  const isList = field.type === 'array';
  const choices = fieldChoices(isList ? ((field.items ?? {}) as FormField) : field);
  const hints = [...(choices ? [fieldChoicesText(choices)] : []), ...(isList ? ['several with commas'] : [])];
  if (field.type === 'object') hints.push('as JSON');
  return hints.length === 0 ? '' : ` (${hints.join('; ')})`;
}
