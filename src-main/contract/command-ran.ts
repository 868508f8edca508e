import { z } from 'zod';
import { BoxStrength } from './box.ts';
import { ContentHash, PeakUsage, StopReason } from './ledger-values.ts';
import { ContainmentStep, RunLimits } from './limits.ts';

/** Data of `command.ran`: a command that has ended, and what came of it. */
export const CommandRan = z.object({
  command: z.string(),
  cwd: z.string(),
  exitCode: z.int().optional(),
  signal: z.string().optional(),
  stopReason: StopReason,
  durationMs: z.number(),
  limits: RunLimits,
  peak: PeakUsage.optional(),
  /** How its processes were held together. */
  heldBy: ContainmentStep.optional(),
  /** What is shown and sent: the head and the tail, with a line between them that says what was left out. */
  output: z.string(),
  outputBytes: z.int(),
  /**
   * All of the output that was kept, stdout and stderr as they arrived, in the content store: its size in bytes, whether all that
   * was printed is in it, and how many secrets were blanked in it, which `outputBytes` still counts as they were printed.
   */
  spool: z
    .object({ hash: ContentHash, bytes: z.int(), complete: z.boolean(), redacted: z.int().positive().optional() })
    .optional(),
  /** Files the command changed follow as `file.changed`; this says what was not watched, and why. */
  notWatched: z.array(z.string()),
  /** Other commands that ran in the same workspace at some moment of this one's time, whose changes may be among its own. */
  alongside: z.array(z.string()).optional(),
  /** Why its end is not known: the app ended first, and this was recorded when it started again. */
  interrupted: z.string().optional(),
  /** The sandbox it ran in; absent where there was none. */
  sandbox: BoxStrength.optional(),
  /** Lines of its output that say that the sandbox refused it something. */
  refusedByBox: z.array(z.string()).optional(),
  /** The shell of the Shell Adapter it ran in. */
  shell: z.string().optional(),
  /** The guard ran the first part alone and its filters on all of its output. `exitCode` is what bash reports for the whole line. */
  split: z
    .object({
      producer: z.string(),
      filter: z.string(),
      removed: z.array(z.string()),
      producerExitCode: z.int().optional(),
      treatment: z.enum(['filtered', 'empty', 'slow', 'filter-failed', 'not-filtered']),
      /** What stopped its filters, where that was not their end. */
      filterStopReason: StopReason.optional(),
      filterExitCode: z.int().optional(),
      /** Duration of the filter, in milliseconds. */
      filterMs: z.number().optional(),
      /** What the person is told. */
      notice: z.string(),
    })
    .optional(),
});
