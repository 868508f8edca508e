import { actors, results } from './events/event-facets.ts';
import { ContentHash } from './events/ledger-values.ts';
import { AnyLedgerEvent } from './ledger.ts';
import { count, flag, integer, optionalInteger, optionalText, text, texts } from './schema/plain-schemas.ts';
import { EventId, procedure, SessionId, stream, Timestamp } from './schema/procedure.ts';
import * as z from './schema/zod.ts';

export const ActivityQuery = z.object({
  session: SessionId.optional(),
  types: texts.optional(),
  tool: optionalText,
  /** Part of a path the event is about, in any case. */
  path: text.max(1000).optional(),
  actor: z.enum(actors).optional(),
  result: z.enum(results).optional(),
  /** Start of the period (inclusive); `until` is its end (exclusive). */
  since: Timestamp.optional(),
  until: Timestamp.optional(),
  /** Every word must occur, in any case, in the event, its id or the output it kept. */
  text: text.max(500).optional(),
  /** Events older than this one, for paging. */
  before: z.object({ at: Timestamp, id: EventId }).optional(),
  limit: integer.min(1).max(500).default(100),
});
export type ActivityQuery = z.input<typeof ActivityQuery>;

export const activityContract = {
  /** Newest first, over all sessions or one. */
  query: procedure
    .input(ActivityQuery)
    .output(z.object({ events: z.array(AnyLedgerEvent), more: flag, warnings: texts })),
  /** Every event as it is appended, from the moment of asking. */
  appended: stream(AnyLedgerEvent),
  /** Causes of the event, oldest first and ending with the event itself, and the events it led to. */
  chain: procedure
    .input(z.object({ session: SessionId, id: EventId }))
    .output(z.object({ causes: z.array(AnyLedgerEvent), effects: z.array(AnyLedgerEvent) })),
  /** A piece of kept content, decoded as UTF-8 with replacement. */
  content: procedure
    .input(
      z.object({
        hash: ContentHash,
        offset: count.default(0),
        limit: integer.max(1_000_000).default(200_000),
      }),
    )
    .output(z.object({ text: text, bytes: integer, nextOffset: optionalInteger })),
  /** The file's text in pieces; the reader joins them. */
  exported: stream(text).input(z.object({ session: SessionId.optional(), format: z.enum(['json', 'markdown']) })),
  /** Reads a session's file again and checks every line, the chain of hashes, and that nothing that was written is missing. */
  verify: procedure.input(z.object({ session: SessionId })).output(z.object({ events: integer, problems: texts })),
};
