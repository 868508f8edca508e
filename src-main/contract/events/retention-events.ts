import { count, flag, text } from '../schema/plain-schemas.ts';
import * as z from '../schema/zod.ts';

/** Kinds of data in the data folder that may be left without any reference. */
export const RemovableKind = z.enum([
  /** The record of a deleted session. */
  'session',
  /** Kept bytes: old contents of files, outputs, pictures. */
  'content',
  /** A folder of a workspace as it was at one moment. */
  'tree',
  /** Last state of a workspace whose folder is gone. */
  'seen',
  /** Origin of an opened folder that is gone. */
  'base',
  /** A layer of an image, laid out to be read. */
  'reading',
  /** A copy of a workspace that was dropped, or that no record knows. */
  'branch',
  /** File that a crash left half written. */
  'temporary',
]);
export type RemovableKind = z.infer<typeof RemovableKind>;

export const RemovedKind = z.object({ kind: RemovableKind, count, bytes: count });
export type RemovedKind = z.infer<typeof RemovedKind>;

export const RetentionFailure = z.object({ kind: RemovableKind, name: text, why: text });
export type RetentionFailure = z.infer<typeof RetentionFailure>;

const Sweep = z.object({
  workspace: text,
  /** Id of the sweep, which its begin and its end share. */
  sweep: text,
});

/** Events about sweeps, in the record of the app's first workspace. */
export const retentionEvents = {
  /** Things that nothing refers to are about to be removed for good. */
  'retention.swept': Sweep.extend({
    by: z.enum(['person', 'setting']),
    kinds: z.array(RemovedKind),
    /** Sessions, branches and other things with a name; the first 500. */
    names: z.array(z.object({ kind: RemovableKind, name: text })),
  }),
  /** Result of a sweep; missing if the app ended before it did. */
  'retention.ended': Sweep.extend({
    removed: z.array(RemovedKind),
    failed: z.array(RetentionFailure),
    /** Things that were used in the meantime, and stay. */
    left: count,
    wasCancelled: flag,
  }),
} as const;
