import type { AnyLedgerEvent, FileState } from '#contract';
import { formatBytes } from '../ui/format.ts';

/** Kept bytes that an event points to. */
export interface KeptContent {
  readonly label: string;
  readonly hash: string;
}

const MAX_FACT = 4000;

/** What an event says, field by field, as text; nested values as JSON. */
export function factsOf({ data }: AnyLedgerEvent): readonly (readonly [name: string, value: string])[] {
  return Object.entries(data).flatMap(([name, value]) => {
    const text = textOf(value);
    return text === '' ? [] : [[words(name), text] as const];
  });
}

function textOf(value: unknown): string {
  if (value === undefined || value === '') return '';
  const file = fileWords(value);
  if (file !== undefined) return file;
  const text = typeof value === 'string' ? value : JSON.stringify(value, undefined, 1);
  return text.length > MAX_FACT
    ? `${text.slice(0, MAX_FACT)}\n… ${text.length - MAX_FACT} more characters in the raw event`
    : text;
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
function words(name: string): string {
  const spaced = name.replace(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`);
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}

/** The whole output of a command, a file before and after. */
export function keptContentsOf({ type, data }: AnyLedgerEvent): readonly KeptContent[] {
  if (type === 'command.ran') return kept('All output', data.spool);
  if (type === 'file.changed') return [...kept('File before', data.before), ...kept('File after', data.after)];
  return [];
}

function kept(label: string, holder: unknown): KeptContent[] {
  if (typeof holder !== 'object' || holder === null || !('hash' in holder)) return [];
  return typeof holder.hash === 'string' ? [{ label, hash: holder.hash }] : [];
}

/** Whether the bytes from before a file change are kept, so that they can be put back. */
export function canUndo({ type, data }: AnyLedgerEvent): boolean {
  if (type !== 'file.changed') return false;
  if (data.change === 'created') return true;
  const { before } = data;
  return typeof before === 'object' && before !== null && !('notKept' in before && before.notKept !== undefined);
}
