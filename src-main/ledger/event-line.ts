import { isUtf8 } from 'node:buffer';
import { randomBytes } from 'node:crypto';
import { AnyLedgerEvent, type LedgerEvent, ledgerEvents } from '#contract';
import { sha256 } from '#core/text/sha256';

/** The version of the envelope that is written here. */
export const EVENT_VERSION = 1;

export type ParsedEventLine =
  | { readonly event: AnyLedgerEvent }
  | { readonly problem: string /** Set when a newer Sigma Shell wrote it. */; readonly newerVersion?: number };

/** An event but for the hash of the line before it, which is known only when it is written. */
export interface UnchainedEvent {
  readonly head: Omit<AnyLedgerEvent, 'previous' | 'data'>;
  readonly data: AnyLedgerEvent['data'];
  readonly dataJson: string;
}

export interface EventLine {
  readonly event: AnyLedgerEvent;
  /** Text of the line, without its newline. */
  readonly text: string;
}

/** Hash of a line for `previous` in the next one; the newline is not part of it. */
export function hashOfLine(line: string | Uint8Array): string {
  return sha256(line);
}

export function formatLine({ head, data, dataJson }: UnchainedEvent, previous: string): EventLine {
  const { type, ...rest } = head;
  const envelope = JSON.stringify({ ...rest, previous, type });
  return { event: { ...rest, previous, type, data }, text: `${envelope.slice(0, -1)},"data":${dataJson}}` };
}

export function parseEventLine(bytes: Uint8Array | undefined): ParsedEventLine {
  if (!bytes) return { problem: 'is too long to be an event' };
  if (!isUtf8(bytes)) return { problem: 'is not UTF-8' };
  let value: unknown;
  try {
    value = JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString());
  } catch {
    return { problem: 'is not JSON' };
  }
  const parsed = AnyLedgerEvent.safeParse(value);
  if (parsed.success) return { event: parsed.data };
  const newerVersion = versionOf(value);
  return newerVersion !== undefined && newerVersion > EVENT_VERSION
    ? { problem: `was written by a newer Sigma Shell (format ${newerVersion})`, newerVersion }
    : { problem: 'is not an event' };
}

/** The event as its type says, or `undefined` if the type is unknown or its data is of another shape. */
export function knownEvent(event: AnyLedgerEvent): LedgerEvent | undefined {
  if (!Object.hasOwn(ledgerEvents, event.type)) return undefined;
  const type = event.type as LedgerEvent['type'];
  const parsed = ledgerEvents[type].safeParse(event.data);
  // The schema looked up by `type` has just checked `data`, which TypeScript cannot pair up.
  return parsed.success ? ({ ...event, data: parsed.data } as LedgerEvent) : undefined;
}

const CHANCE_BYTES = 5;
/** Random bytes that are asked for at once. */
const POOL_BYTES = 200 * CHANCE_BYTES;

/** Makes ids that are unique and sort in the order they were made: time, count, chance. */
export function createEventIds(): (at: number) => string {
  let newest = 0;
  let count = 0;
  let pool = Buffer.alloc(0);
  return (at) => {
    count = at > newest ? 0 : count + 1;
    newest = Math.max(newest, at);
    const time = at.toString(16).padStart(12, '0');
    if (pool.length === 0) pool = randomBytes(POOL_BYTES);
    const chance = pool.subarray(0, CHANCE_BYTES).toString('hex');
    pool = pool.subarray(CHANCE_BYTES);
    return `${time}-${count.toString(16).padStart(6, '0')}-${chance}`;
  };
}

function versionOf(value: unknown): number | undefined {
  if (typeof value !== 'object' || value === null || !('v' in value)) return undefined;
  return typeof value.v === 'number' ? value.v : undefined;
}
