/** Contents of the data folder, and which of them are unreferenced and can be removed. */

import { RemovableKind, RemovedKind, RetentionFailure } from './events/retention-events.ts';
import { count, number, optionalCount, text, texts } from './schema/plain-schemas.ts';
import { procedure, stream, Timestamp } from './schema/procedure.ts';
import * as z from './schema/zod.ts';

/** Kinds of what lies in the data folder: those that can be removed, and the records of sessions that are there. */
export const StorageKind = z.enum([...RemovableKind.options, 'record']);
export type StorageKind = z.infer<typeof StorageKind>;

/** Disk usage of one kind. Trees count as kept contents here: they are in one store. */
export const StorageUse = z.object({ kind: StorageKind, count, bytes: count });
export type StorageUse = z.infer<typeof StorageUse>;

/** Removable item, or many of one kind. */
export const RetentionItem = z.object({
  id: text,
  kind: RemovableKind,
  /** A title, a path, or what the many are. */
  name: text,
  count,
  bytes: count,
  /** Time at which the most recently used part of it was last used. */
  lastUsedAt: Timestamp,
  /** Reason why nothing needs it, as a sentence without its end. */
  reason: text,
});
export type RetentionItem = z.infer<typeof RetentionItem>;

/** Item that stays although it is no longer needed, and why. */
export const RetainedItem = z.object({ kind: RemovableKind, name: text, why: text });
export type RetainedItem = z.infer<typeof RetainedItem>;

export const RetentionPlan = z.object({
  /** Names what was shown; it is forgotten when the app ends, and when many others were made. */
  id: text,
  madeAt: Timestamp,
  items: z.array(RetentionItem),
  stays: z.array(RetainedItem),
});
export type RetentionPlan = z.infer<typeof RetentionPlan>;

/** A sweep under way: how many of how many things are done, then what it came to. */
export const RetentionWork = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('progress'), done: count, all: optionalCount }),
  z.object({
    kind: z.literal('ended'),
    removed: z.array(RemovedKind),
    /** Items that could not be removed. */
    failed: z.array(RetentionFailure),
    /** Things that were used in the meantime, and stay. */
    left: count,
  }),
]);
export type RetentionWork = z.infer<typeof RetentionWork>;

export const retentionContract = {
  /** Reads the disk usage of each kind. */
  usage: procedure.output(z.array(StorageUse)),
  /**
   * Plans the removal of what is unreferenced. `olderThanDays` selects only what was not used for so long; `untilBytes`
   * selects the oldest, until the rest takes no more than that. Removes nothing.
   */
  plan: procedure
    .input(z.object({ olderThanDays: number.min(0).max(36_500).optional(), untilBytes: optionalCount }))
    .output(RetentionPlan),
  /**
   * Removes what a plan showed, as far as it is still not referred to; nothing of it comes back. What it is about to
   * remove is on the record first. Who leaves the stream cancels it: what is removed by then is gone, and the record
   * says how far it came. Fails with NOT_FOUND for a plan that is not known any more, CONFLICT while another sweep
   * runs, UNAVAILABLE if it cannot be recorded.
   */
  sweep: stream(RetentionWork).input(z.object({ plan: text, items: texts.min(1).max(100_000) })),
};
