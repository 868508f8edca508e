import type {
  AnyLedgerEvent,
  Attendance,
  LedgerEventData,
  LedgerEventType,
  MessageFrom,
  MissedPolicy,
  Question,
  RunBudget,
  TurnProgress,
  UnattendedQuestions,
} from '#contract';
import type { Subscribe } from '#core/async/emitter';
import type { LiveValue } from '#core/async/streams';

/** Port to the chat: the one way by which messages reach a model. */
export interface ChatPort {
  /** Records the message and has it sent when all before it have ended. @throws AppError NOT_FOUND, INVALID_INPUT, LIMIT_EXCEEDED, UNAVAILABLE */
  enqueue(
    session: string,
    message: { readonly text: string; readonly profile?: string },
    from?: MessageFrom,
  ): Promise<{ readonly message: string }>;
  /** Follows the message's progress, from its beginning. */
  follow(session: string, message: string, signal?: AbortSignal): AsyncGenerator<TurnProgress, void>;
  /** Takes a message back that still waits. @throws AppError NOT_FOUND, CONFLICT if it is being answered */
  withdraw(
    session: string,
    message: string,
    why: { readonly by: 'person' | 'app'; readonly reason: string },
  ): Promise<void>;
  /** Ends the running turn of a session. */
  stop(session: string): Promise<void>;
  /** Records who answers from now on. */
  attend(session: string, attendance: Attendance): Promise<void>;
  attendanceOf(session: string): Promise<Attendance>;
  /** A new session in this workspace. */
  create(of: { readonly workspace: string; readonly title: string }): Promise<{ readonly id: string }>;
}

/** Settings of a task from its file. */
export interface ScheduledTaskSettings {
  readonly cron?: string;
  readonly timezone?: string;
  readonly conversation: 'own' | 'main';
  readonly budget: RunBudget;
  readonly approvals: UnattendedQuestions;
  readonly missed?: MissedPolicy;
  readonly profile?: string;
  /** Each run works in a copy of the workspace. */
  readonly inBranch?: true;
}

/** A TASK.md that was read. */
export interface TaskSource {
  readonly name: string;
  /** Name of its folder in `schedules`. */
  readonly folder: string;
  /** Relative to the workspace. */
  readonly file: string;
  readonly description: string;
  /** Instruction to the agent. */
  readonly text: string;
  readonly hash: string;
  readonly settings: ScheduledTaskSettings;
  /** Lines of the pattern and the time zone, from 1. */
  readonly lines?: { readonly cron?: number; readonly timezone?: number };
  /** Reason why it cannot run. */
  readonly problem?: string | undefined;
}

/** An open agent workspace. */
export interface TaskWorkspace {
  /** Its real path. */
  readonly path: string;
  readonly name: string;
  /** Reason why nothing of it may run now, as a sentence. */
  readonly unusable?: string | undefined;
  readonly tasks: readonly TaskSource[];
}

export interface TaskWorkspaces {
  /** Lists the workspaces that were read. */
  all(): readonly TaskWorkspace[];
  readonly onChanged: Subscribe<unknown>;
  /** Reads one again, or all. Never throws. */
  refresh(path?: string): Promise<void>;
}

/** The clock on the wall, which may be set, one that nobody sets, and timers. */
export interface Clock {
  now(): number;
  /** Milliseconds that have passed, counted from any moment. */
  elapsed(): number;
  /** @returns what takes it back */
  after(ms: number, step: () => void): () => void;
}

/** Records about tasks. */
export interface TaskRecords {
  /** Appends an event; it is on disk when this resolves. @throws AppError UNAVAILABLE */
  append<T extends LedgerEventType>(workspace: string, type: T, data: LedgerEventData<T>): Promise<AnyLedgerEvent>;
  /**
   * Yields everything recorded about workspaces, each record in order. A record that cannot be read is told and left
   * out; the others go on.
   */
  history(onUnreadable: (problem: string) => void): AsyncIterable<AnyLedgerEvent>;
  /** A session's events. @throws AppError NOT_FOUND */
  session(id: string): AsyncIterable<AnyLedgerEvent>;
  /** Lines that a turn added and removed. @throws Error where they cannot be counted */
  lines?(session: string, turn: string): Promise<{ readonly added: number; readonly removed: number }>;
  readonly onAppended: Subscribe<AnyLedgerEvent>;
}

/** Copies of a workspace in which runs work. */
export interface RunBranches {
  /** Makes one, and a session in it. @throws AppError INVALID_INPUT, LIMIT_EXCEEDED, UNAVAILABLE */
  create(workspace: string, title: string): Promise<{ readonly branch: string; readonly session: string }>;
  /** Records what the work in it came to. @throws AppError UNAVAILABLE */
  end(branch: string, end: RunBranchEnd): Promise<void>;
  /**
   * Starts the review of everything it changed, as proposed changes in this session. @throws AppError NOT_FOUND,
   * CONFLICT
   */
  accept(branch: string, session: string): Promise<{ readonly turn: string }>;
}

/** End of the work in a branch. */
export type RunBranchEnd = Pick<LedgerEventData<'branch.ended'>, 'state' | 'line' | 'turn' | 'tokens' | 'cost'>;

/** Questions that wait for a person. */
export type WaitingQuestions = Pick<LiveValue<readonly Question[]>, 'value' | 'onChanged'>;

/** Finds the conversation that tasks share with a person. @throws AppError */
export type MainSession = (
  workspace: string,
  known: {
    /** The one that was used last. */
    readonly last: string | undefined;
    /** Conversations that are one run's own. */
    readonly own: ReadonlySet<string>;
  },
) => Promise<string>;
