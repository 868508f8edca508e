import { integer, number, optionalInteger, optionalNumber, texts } from './schema/plain-schemas.ts';
import * as z from './schema/zod.ts';

/**
 * Limits of a command, or of all of a session's commands together; an absent one does not apply. Times are
 * milliseconds, sizes bytes.
 */
export const RunLimits = z.object({
  timeoutMs: number,
  /** stdout and stderr together; printing more ends it. */
  maxOutputBytes: number,
  /** CPU usage as a percentage of one core, summed over the process tree and averaged over a few seconds. */
  cpuPercent: number.positive().optional(),
  /** Resident, summed over the tree. */
  memoryBytes: number.positive().optional(),
  /** Largest growth of the workspace. */
  diskBytes: number.positive().optional(),
  /** Alive at one moment. */
  processes: integer.positive().optional(),
});
export type RunLimits = z.infer<typeof RunLimits>;

/** Current usage of a running process tree; values that could not be measured are absent. */
export const LiveUsage = z.object({
  elapsedMs: number,
  outputBytes: number,
  /** CPU usage as a percentage of one core, averaged as for the limit. */
  cpuPercent: optionalNumber,
  memoryBytes: optionalNumber,
  /** Growth of the workspace since it began; less than 0 if it shrank. */
  diskBytes: optionalNumber,
  processes: optionalInteger,
});
export type LiveUsage = z.infer<typeof LiveUsage>;

/** The limits a person can raise, by the stop reason that they lead to. */
export const LimitName = z.enum(['timeout', 'output', 'cpu', 'memory', 'disk', 'processes']);
export type LimitName = z.infer<typeof LimitName>;

/** Method of holding the processes of a session together, from the most reliable to the one that works everywhere. */
export const ContainmentStep = z.enum(['cgroup-v2', 'cgroup-v1', 'pid-namespace', 'marked-scan', 'process-tree']);
export type ContainmentStep = z.infer<typeof ContainmentStep>;

/**
 * Containment in use on this machine, and one sentence for each requirement of the stronger steps that is missing here.
 */
export const Containment = z.object({ step: ContainmentStep, why: texts });
export type Containment = z.infer<typeof Containment>;
