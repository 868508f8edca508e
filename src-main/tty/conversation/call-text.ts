import type { ConversationItem } from '#contract';
import { textStart } from '#contract/text-ends';
import { bold, muted } from '../screen/style.ts';
import { safeText } from '../screen/text-width.ts';

type ToolItem = Extract<ConversationItem, { kind: 'tool' }>;

/** Most of a result that is printed; the rest is counted. */
const MAX_LINES = 12;
const MAX_CHARACTERS = 1500;
/** Most of a call's arguments that is shown, in UTF-16 units. */
const MAX_ARGUMENTS_UNITS = 160;

/** A text for the terminal, its first line and what comes below it; `rest` ends with how much is left out, and how that is seen. */
export function shortenedText(text: string, how = ''): { first: string; rest: string } {
  const whole = text.trimEnd();
  const shown = textStart(whole.split('\n').slice(0, MAX_LINES).join('\n'), MAX_CHARACTERS);
  const [first = '', ...rest] = shown.split('\n');
  const more = shown.length < whole.length ? [muted(`${leftText(whole, shown)}${how}`)] : [];
  return { first: safeText(first), rest: [...rest.map(safeText), ...more].join('\n') };
}

/** A result, shortened. */
export function callResultText(result: string, number: number, isFailed: boolean): { first: string; rest: string } {
  return shortenedText(isFailed ? errorIn(result) : result, `: ${howToSee(number)}`);
}

function leftText(whole: string, shown: string): string {
  const lines = whole.split('\n').length - shown.split('\n').length;
  return `… ${lines > 0 ? count(lines, 'more line') : count(whole.length - shown.length, 'more character')}`;
}

/** Note below an output of which only a part was shown. */
export function partText(number: number, bytes: number): string {
  return `[a part of ${bytes.toLocaleString('en')} bytes: ${howToSee(number)}]`;
}

const howToSee = (number: number) => `show ${number}, or Ctrl+O for the last result`;

const count = (many: number, what: string) => `${many.toLocaleString('en')} ${what}${many === 1 ? '' : 's'}`;

/** Whether a result is nothing but what went wrong. */
export const isErrorAnswer = (result: string): boolean => errorIn(result) !== result;

/** Extracts the error from data. */
function errorIn(result: string): string {
  try {
    const value: unknown = JSON.parse(result);
    if (typeof value !== 'object' || value === null || !('error' in value)) return result;
    return typeof value.error === 'string' && Object.keys(value).length === 1 ? value.error : result;
  } catch {
    return result;
  }
}

/** Describes a call on one line: its command, else its arguments; empty if there are none. */
export function argumentsText({ command, ran, sent }: ToolItem): string {
  const text = (command?.command ?? ran ?? sent).replace(/\s+/g, ' ').trim();
  if (text === '' || text === '{}') return '';
  return ` ${text.length > MAX_ARGUMENTS_UNITS ? `${textStart(text, MAX_ARGUMENTS_UNITS)}…` : text}`;
}

/** Describes the outcome of a call that failed, with the first line of the reason. */
export function outcomeText({ tool, state, result }: ToolItem): string {
  const [first = ''] = (result ?? '').split('\n');
  return `${bold(safeText(tool))} ${state}${first === '' ? '' : `: ${safeText(first)}`}`;
}

export function exitMark({ exitCode, signal }: { exitCode?: number | undefined; signal?: string | undefined }): string {
  return exitCode === undefined ? `[ended by ${signal ?? 'a signal'}]` : `[exit code ${exitCode}]`;
}
