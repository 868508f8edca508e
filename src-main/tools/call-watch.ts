import type { ChangeOrigin, LedgerEventData, RunLimits } from '#contract';
import type { RecordEvent } from './tool.ts';

/** Origin of a call that is watched. */
export type WatchedOrigin = Extract<ChangeOrigin, 'command' | 'program' | 'client'>;

/** Facts by which the processes of a command and its output are found after a crash. */
export interface StartedProcess {
  readonly limits: RunLimits;
  /** Marker in the environment of everything it starts. */
  readonly marker: string;
  /** File to which its output is written as it arrives. */
  readonly spoolPath: string;
}

/** A call that is about to be made. */
export interface CallToWatch {
  readonly session: string;
  readonly callId: string;
  readonly tool: string;
  /** Label shown for calls that run at the same time: a command's first line, a tool's name. */
  readonly label: string;
  /** Absolute, symlinks resolved. */
  readonly workspace: string;
  readonly origin: WatchedOrigin;
  /** The program or client that makes the changes; absent for our own commands. */
  readonly by?: string | undefined;
  /** `by` runs on another machine, so that what changes here is more likely somebody else's doing. */
  readonly isElsewhere?: boolean | undefined;
  /** Whether it can write nothing: then only its run is noted. */
  readonly isHarmless?: boolean | undefined;
  readonly process?: StartedProcess | undefined;
  /** Stops waiting for the first look. */
  readonly signal?: AbortSignal | undefined;
  /** Writes to the session's record, with the event of the call as the cause. */
  readonly record: RecordEvent;
}

export type WatchedChange = Pick<LedgerEventData<'file.changed'>, 'path' | 'change' | 'before' | 'after' | 'shared'>;

/** Effects of a call on the files of its workspace. */
export interface CallEffects {
  /** Changes by path. */
  readonly changes: readonly WatchedChange[];
  /** Parts that were not watched or not kept, and why; short sentences. */
  readonly notWatched: readonly string[];
  /** Labels of what else ran in the workspace at the same time. */
  readonly alongside: readonly string[];
  /** Whether some of that still runs, so that its own look comes after this one. */
  readonly othersRun?: boolean | undefined;
  /**
   * Whether the workspace is still as it was at this look, as far as it is watched; absent if nothing was looked at.
   */
  readonly unchanged?: () => Promise<boolean>;
}

/** A call between two looks at its workspace. Disposing it ends the watch; what was not finished is left to the next start. */
export interface WatchedCall extends AsyncDisposable {
  /** Looks again, once the call has ended. @throws AppError UNAVAILABLE when new bytes cannot be kept */
  look(): Promise<CallEffects>;
  /** Records the changes and answers their events, in order; nothing of the call is left to be recovered then. */
  finish(effects: CallEffects): Promise<readonly string[]>;
  /** Cancels the watch of a call that was not made after all. */
  cancel(): Promise<void>;
}

/** Brackets calls, so that what they change in files is on the record, whoever serves them, and can be undone. */
export interface CallWatch {
  /**
   * Foresees what will not be recorded of such a call, as far as it is known before; short sentences for the decision
   * about it.
   */
  foresee(call: Pick<CallToWatch, 'workspace' | 'origin'>): Promise<readonly string[]>;
  /**
   * Looks at the workspace and writes down that the call begins.
   *
   * @throws AppError UNAVAILABLE if that cannot be written: the call must not be made then; the signal's reason
   */
  begin(call: CallToWatch): Promise<WatchedCall>;
}
