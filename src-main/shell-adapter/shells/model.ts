import type { AdapterShell, BoxStrength, LiveUsage, RunLimits } from '#contract';
import type { Subscribe } from '#core/async/emitter';

/** Part of an output that is returned, in code points. `beginning` and `end` together are at most `most`. */
export interface OutputSizes {
  /** A text that is longer is shortened. */
  readonly most: number;
  readonly beginning: number;
  readonly end: number;
}

/** Settings for shells that open, and commands that start, from now on. */
export interface ShellSettings {
  /** Absolute; where a shell starts, and what `diskBytes` is held against. */
  readonly workspace: string;
  /** Longest life of a shell from its opening, in milliseconds; a running command finishes first. */
  readonly sessionMs: number;
  readonly limits: RunLimits;
  /** CPU is the mean over this long. */
  readonly checkMs: number;
  readonly output: OutputSizes;
  /** Sessions that may be open at one time. */
  readonly maxSessions: number;
}

/** Reason why a command, or its shell, did not complete: the protocol document's words for our stop reasons. */
export type TerminationReason =
  | 'timeout'
  | 'cpu'
  | 'memory'
  | 'disk'
  | 'output'
  | 'processes'
  | 'shell_exit'
  | 'closed'
  | 'cancelled'
  | 'adapter_stopping';

/** Result of a command: the protocol document's object, and optional extras. */
export interface ExecuteResult {
  /** UTF-8 with replacement characters, without one final newline, shortened to the sizes of the settings. */
  readonly stdout: string;
  readonly stderr: string;
  /** Exit code of the shell; -1 if the command was ended, or its shell could not report it. */
  readonly exit_code: number;
  /** Size in code points, before it was shortened. */
  readonly original_stdout_size: number;
  readonly original_stderr_size: number;
  readonly termination_reason?: TerminationReason;
  /** Path at which a shortened output is kept for a while; its first 5 MB. */
  readonly full_output_path?: string;
  /** Present folder of the shell, or its last one. */
  readonly cwd: string;
  /** The box that it ran in; absent if there was none. */
  readonly box?: RanInBox | undefined;
  /** Whether its session can take no more commands; always so for a command on its own. */
  readonly isClosed: boolean;
  /** Duration in seconds, without the time that it waited for an answer. */
  readonly duration?: number;
  /** Promise of a command on its own that resolves when nothing of it is left, our own files included. */
  readonly ended?: Promise<void>;
}

export interface RanInBox {
  readonly strength: BoxStrength;
  /** See `Box.whyHeld`. */
  readonly whyHeld: (path: string) => string | undefined;
}

export type AdapterErrorCode =
  | 'invalid_request'
  | 'unknown_event'
  | 'session_not_found'
  | 'session_closed'
  | 'session_limit'
  | 'spawn_failed'
  | 'confirmation_denied'
  | 'confirmation_expired'
  | 'cancelled'
  | 'adapter_stopping';

/** An expected failure, as clients see it. */
export class AdapterError extends Error {
  override readonly name = 'AdapterError';
  readonly code: AdapterErrorCode;

  constructor(code: AdapterErrorCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
  }
}

/** Place of an allowed command: in the box of that strength, or with the person's rights (`none`). */
export interface CommandPlace {
  /** `read-only` is for one command, in a shell of its own. */
  readonly runs: 'read-only' | 'workspace' | 'network' | 'none';
  /** Variables that its shell is started with, besides those of every shell. */
  readonly environment?: Readonly<Record<string, string>> | undefined;
  /** Protected files that it may change in the box; absolute. */
  readonly writes?: readonly string[] | undefined;
  /** Whether it replaces tracked files by other versions. */
  readonly isRewriting?: boolean | undefined;
  /**
   * Whether neither a person nor a rule has approved its text: functions and aliases that it defines stay in the box.
   */
  readonly isUnread?: boolean | undefined;
}

/** Whether the shell of a place is for one command: it may change protected files, or has variables that others are not to have. */
export const isForOne = ({ runs, writes = [], isRewriting }: CommandPlace): boolean =>
  runs === 'read-only' || writes.length > 0 || isRewriting === true;

export interface ExecuteRequest {
  /** Client that opened a shell; no other can use it, or learn that it exists. */
  readonly owner: string;
  readonly command: string;
  /** Id of the shell; if absent, the command gets a shell of its own. */
  readonly shell?: string | undefined;
  /** Ends the command, which then has the reason `cancelled`; one that has not started fails with `cancelled`. */
  readonly signal: AbortSignal;
  /** Called with everything it prints while it runs, up to the output limit. */
  readonly onOutput?: (stream: 'stdout' | 'stderr', text: string) => void;
  readonly onUsage?: (usage: LiveUsage) => void;
  /** Place to run in; the workspace's box by default, and without meaning if no box works. */
  readonly place?: CommandPlace | undefined;
  /** Limits for this command that replace those of the settings. */
  readonly limits?: Partial<RunLimits>;
}

/** Persistent shells and single commands, their processes contained, watched and ended. */
export interface Shells extends AsyncDisposable {
  /** @throws AdapterError session_limit, spawn_failed, adapter_stopping */
  open(owner: string): Promise<{ readonly id: string }>;
  /** A command on its own is about to come. */
  foresee(): void;
  /**
   * One command after another in a shell, in the order they came; shells beside each other.
   *
   * @throws AdapterError invalid_request, session_not_found, session_closed, spawn_failed, cancelled, adapter_stopping
   */
  execute(request: ExecuteRequest): Promise<ExecuteResult>;
  /**
   * Ends a shell with all of its processes; resolves when they are gone. Without an owner, whosever it is.
   *
   * @throws AdapterError session_not_found, session_closed
   */
  close(id: string, owner?: string): Promise<void>;
  closeOwner(owner: string): Promise<void>;
  /** Whether its folder is one that is there in its box alone, as in the box's `/tmp`. @throws AdapterError as `cwdOf` */
  isInBoxAlone(id: string, owner: string): boolean;
  /** Whether the owner may run commands in it now, and where it stands. @throws AdapterError session_not_found, session_closed */
  cwdOf(id: string, owner: string): string;
  list(): readonly AdapterShell[];
  /** A shell came, went, or has something else to say in `list`. */
  readonly onChanged: Subscribe<void>;
  /** A session ended, however it did. */
  readonly onClosed: Subscribe<ClosedShell>;
}

export interface ClosedShell {
  readonly id: string;
  readonly owner: string;
  readonly reason: TerminationReason;
  /** Reason in words, such as `its age limit of 5 minutes was reached`. */
  readonly why: string;
  readonly commands: number;
}
