import { BoxStrength } from '../box.ts';
import { ContainmentStep, RunLimits } from '../limits.ts';
import {
  flag,
  integer,
  number,
  optionalInteger,
  optionalNumber,
  optionalText,
  text,
  texts,
} from '../schema/plain-schemas.ts';
import * as z from '../schema/zod.ts';
import { ContentHash, PeakUsage, StopReason } from './ledger-values.ts';

/** Data of `command.ran`: a command that has ended, and what came of it. */
export const CommandRan = z.object({
  command: text,
  cwd: text,
  exitCode: optionalInteger,
  signal: optionalText,
  stopReason: StopReason,
  durationMs: number,
  limits: RunLimits,
  peak: PeakUsage.optional(),
  /** Containment of its processes. */
  heldBy: ContainmentStep.optional(),
  /** Output that is shown and sent: the head and the tail, with a line between them that says what was left out. */
  output: text,
  outputBytes: integer,
  /**
   * All of the output that was kept, stdout and stderr as they arrived, in the content store: its size in bytes, whether all that
   * was printed is in it, and how many secrets were blanked in it, which `outputBytes` still counts as they were printed.
   */
  spool: z
    .object({ hash: ContentHash, bytes: integer, complete: flag, redacted: integer.positive().optional() })
    .optional(),
  /** Files the command changed follow as `file.changed`; this says what was not watched, and why. */
  notWatched: texts,
  /** Other commands that ran in the same workspace at some moment of this one's time, whose changes may be among its own. */
  alongside: texts.optional(),
  /** Reason why its end is unknown: the app ended first, and this was recorded when it started again. */
  interrupted: optionalText,
  /** The sandbox it ran in; absent if there was none. */
  sandbox: BoxStrength.optional(),
  /** Lines of its output that say that the sandbox refused it something. */
  refusedByBox: texts.optional(),
  /** The shell of the Shell Adapter it ran in. */
  shell: optionalText,
  /** The guard ran the first part alone and its filters on all of its output. `exitCode` is what bash reports for the whole line. */
  split: z
    .object({
      producer: text,
      filter: text,
      removed: texts,
      producerExitCode: optionalInteger,
      treatment: z.enum(['filtered', 'empty', 'slow', 'filter-failed', 'not-filtered']),
      /** Reason why its filters stopped, unless they ended by themselves. */
      filterStopReason: StopReason.optional(),
      filterExitCode: optionalInteger,
      /** Duration of the filter, in milliseconds. */
      filterMs: optionalNumber,
      /** Notice to the person. */
      notice: text,
    })
    .optional(),
});
