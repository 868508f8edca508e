import type { AnyLedgerEvent, FileState } from '#contract';
import { textStart } from '#contract/text-ends';
import { formatBytes } from '../ui/format.ts';
import { limitsLine, peakLine } from '../ui/limit-words.ts';
import { PeakUsage, RunLimits } from '../ui/schemas.ts';

/** Kept bytes that an event points to. */
export interface KeptContent {
  readonly label: string;
  readonly hash: string;
}

const MAX_FACT = 4000;

/** Names of fields whose own name says too little. */
const NAMES: Readonly<Record<string, string>> = {
  alongside: 'At the same time as',
  alive: 'Running at that time',
  by: 'Made by',
  heldBy: 'Contained by',
  peak: 'At its highest',
  shared: 'Who may have made it',
};

/** Lists the fields of an event as text; lists of text a line each, nested values as JSON. */
export function eventFacts({ data }: AnyLedgerEvent): readonly (readonly [name: string, value: string])[] {
  return Object.entries(data).flatMap(([name, value]) => {
    const text = usageWords(name, value) ?? fieldText(value);
    return text === '' ? [] : [[NAMES[name] ?? fieldLabel(name), text] as const];
  });
}

/** Describes the limits of a command, and the most that it used. */
function usageWords(name: string, value: unknown): string | undefined {
  if (name === 'limits') {
    const { data } = RunLimits.safeParse(value);
    return data && limitsLine(data);
  }
  if (name !== 'peak') return undefined;
  const { data } = PeakUsage.safeParse(value);
  return data && peakLine(data);
}

function fieldText(value: unknown): string {
  if (value === undefined || value === '') return '';
  const file = fileWords(value);
  if (file !== undefined) return file;
  if (isListOfText(value)) return fieldText(value.join('\n'));
  const text = typeof value === 'string' ? value : JSON.stringify(value, undefined, 1);
  const start = textStart(text, MAX_FACT);
  const left = text.length - start.length;
  return left > 0 ? `${start}\n… ${left} more characters in the raw event` : text;
}

function isListOfText(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}

/** A file's state in one line, such as `file, 506 B, mode 755, SHA-256 19f73a44a570…`. */
function fileWords(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || !('mode' in value) || !('size' in value)) return undefined;
  const { kind, size, mode, hash, notKept } = value as FileState;
  if (typeof size !== 'number' || typeof mode !== 'number') return undefined;
  const content = hash === undefined ? (notKept ?? '') : `SHA-256 ${hash.slice(0, 12)}…`;
  return [kind, formatBytes(size), `mode ${mode.toString(8)}`, content].filter(Boolean).join(', ');
}

/** `exitCode` → `Exit code`. */
function fieldLabel(name: string): string {
  const spaced = name.replace(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`);
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}

/** The whole output of a command, a file before and after. */
export function keptContentsOf({ type, data }: AnyLedgerEvent): readonly KeptContent[] {
  if (type === 'command.ran') return keptContent('All output', data.spool);
  if (type === 'approval.decided') return keptRules(data.judged);
  if (type === 'rule.saved' || type === 'rule.removed') return keptRules(data);
  if (type === 'file.changed')
    return [...keptContent('File before', data.before), ...keptContent('File after', data.after)];
  return [];
}

/** Lists the rules as they were when the decision was made. */
function keptRules(holder: unknown): KeptContent[] {
  if (typeof holder !== 'object' || holder === null || !('rules' in holder)) return [];
  return typeof holder.rules === 'string' ? [{ label: 'Rules then', hash: holder.rules }] : [];
}

function keptContent(label: string, holder: unknown): KeptContent[] {
  if (typeof holder !== 'object' || holder === null || !('hash' in holder)) return [];
  return typeof holder.hash === 'string' ? [{ label, hash: holder.hash }] : [];
}

/** Whether a person's or a built-in rule made it, or it made one. */
export function isAboutRule({ type, data }: AnyLedgerEvent): boolean {
  if (type === 'rule.saved') return true;
  return type === 'approval.decided' && data.by === 'rule';
}

/** Whether the bytes from before a file change are kept, so that they can be put back. */
export function canUndo({ type, data }: AnyLedgerEvent): boolean {
  if (type !== 'file.changed') return false;
  if (data.change === 'created') return true;
  const { before } = data;
  return typeof before === 'object' && before !== null && !('notKept' in before && before.notKept !== undefined);
}
