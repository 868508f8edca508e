import type { Decision, Subject } from '#contract';
import type { Prompter } from './prompter.ts';
import type { Read } from './reading.ts';
import { muted, red } from './style.ts';
import { safeText } from './text-width.ts';

interface Field {
  readonly type?: unknown;
  readonly title?: unknown;
  readonly description?: unknown;
  readonly enum?: unknown;
  readonly default?: unknown;
}

/** Asks for the values of a form one by one: Enter leaves one out or takes its default, Ctrl+C refuses the whole form. */
export async function askForm(
  { schema }: Extract<Subject, { kind: 'form' }>,
  prompter: Prompter,
  signal: AbortSignal,
): Promise<Decision | 'withdrawn'> {
  const { properties = {}, required = [] } = schema as {
    properties?: Record<string, Field>;
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
type Problem = { readonly problem: string };

async function untilItFits(
  read: () => Promise<Read>,
  valueIn: (text: string) => Value | Problem,
  prompter: Prompter,
): Promise<Value | 'declined' | 'withdrawn'> {
  for (;;) {
    const answer = await read();
    if (answer.kind === 'withdrawn') return 'withdrawn';
    if (answer.kind === 'interrupt' || answer.kind === 'end') return 'declined';
    const value = valueIn(answer.kind === 'line' ? answer.text.trim() : '');
    if ('value' in value) return value;
    prompter.print(red(value.problem));
  }
}

function fieldValue(text: string, field: Field, isNeeded: boolean): Value | Problem {
  if (text === '') return isNeeded ? { problem: 'It is needed' } : { value: field.default };
  const { type, enum: choices } = field;
  if (Array.isArray(choices) && !choices.map(String).includes(text)) {
    return { problem: `Choose one of ${safeText(choices.join(', '))}` };
  }
  if (type === 'boolean') return booleanValue(text);
  return type === 'number' || type === 'integer' ? numberValue(text, type === 'integer') : { value: text };
}

function booleanValue(text: string): Value | Problem {
  if (/^(y|yes|true)$/i.test(text)) return { value: true };
  return /^(n|no|false)$/i.test(text) ? { value: false } : { problem: 'Answer yes or no' };
}

function numberValue(text: string, isWhole: boolean): Value | Problem {
  const number = Number(text);
  const isFine = Number.isFinite(number) && (!isWhole || Number.isInteger(number));
  return isFine ? { value: number } : { problem: `That is no ${isWhole ? 'whole ' : ''}number` };
}

function fieldPrompt(name: string, field: Field, isNeeded: boolean): string {
  const about = [field.title, field.description].filter((one) => typeof one === 'string').join(', ');
  const choices = Array.isArray(field.enum) ? ` (${field.enum.join(', ')})` : '';
  const standard = field.default === undefined ? '' : ` [${String(field.default)}]`;
  return safeText(`${name}${isNeeded ? '*' : ''}${about === '' ? '' : `: ${about}`}${choices}${standard} `);
}
