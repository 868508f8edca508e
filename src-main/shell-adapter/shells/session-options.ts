import type { RunLimits } from '#contract';
import type { Logger } from '#core/logger';
import type { watchLimits } from '#execution';
import type { ExecuteRequest, ExecuteResult, ShellSettings, TerminationReason } from './model.ts';

export interface ShellSessionOptions {
  readonly owner: string;
  readonly kind: 'session' | 'independent';
  readonly settings: () => ShellSettings;
  readonly watchLimits: typeof watchLimits;
  readonly spoolFolder: string;
  readonly log: Logger;
  readonly onChanged: () => void;
  /** Called once, when it can take no more commands; its processes may still be ending. */
  readonly onClosed: (reason: TerminationReason, why: string) => void;
}

/** Command that waits for the one before it. */
export interface QueuedCommand {
  readonly request: ExecuteRequest;
  readonly resolve: (result: ExecuteResult) => void;
  readonly reject: (error: unknown) => void;
  readonly stopWaiting: () => void;
}

/** Reason why a session can take no more commands. */
export interface SessionEnd {
  readonly reason: TerminationReason;
  readonly why: string;
}

/** Selects the limits that the watch enforces. */
export function resourcesOf({ cpuPercent, memoryBytes, diskBytes, processes }: RunLimits): Partial<RunLimits> {
  return { cpuPercent, memoryBytes, diskBytes, processes };
}
