import { createHash } from 'node:crypto';
import { z } from 'zod';
import { SessionId, Timestamp } from '#contract';

/** The end of a session's record, and the hash that leads to all of it. */
export interface RecordEnd {
  /** Offset behind the last line. */
  readonly bytes: number;
  /** SHA-256 of the last line, without its newline; an empty string for no line, and for one too long to be read. */
  readonly hash: string;
  /** Time of the last event. */
  readonly at: number;
}

/** The end of a record with the count of its lines. */
export interface RecordHead extends RecordEnd {
  readonly events: number;
}

export const EMPTY_RECORD: RecordEnd = { bytes: 0, hash: '', at: 0 };

const Anchor = z.object({
  v: z.literal(1),
  session: SessionId,
  events: z.int().positive(),
  bytes: z.int().positive(),
  hash: z.string(),
  at: Timestamp,
});
const Summed = Anchor.extend({ sum: z.string() });

/** Writes a head down with a checksum, so that damage to the anchor is not taken for damage to the record. */
export function formatAnchor(session: string, { events, bytes, hash, at }: RecordHead): string {
  const anchor = { v: 1 as const, session, events, bytes, hash, at };
  return `${JSON.stringify({ ...anchor, sum: sumOf(anchor) })}\n`;
}

/** Reads what `formatAnchor` wrote; `undefined` if it is damaged, of another session or of a newer format. */
export function parseAnchor(session: string, text: string): RecordHead | undefined {
  try {
    const { sum, ...anchor } = Summed.parse(JSON.parse(text));
    const { events, bytes, hash, at } = anchor;
    return anchor.session === session && sum === sumOf(anchor) ? { events, bytes, hash, at } : undefined;
  } catch {
    return undefined;
  }
}

function sumOf({ v, session, events, bytes, hash, at }: z.infer<typeof Anchor>): string {
  return createHash('sha256')
    .update(JSON.stringify([v, session, events, bytes, hash, at]))
    .digest('hex');
}
