import type { Branch, BranchComparison, LinkSpec, ListedItem, PendingItem, RewindPlan, TerminalSize } from '#contract';
import type { Subscribe } from '#core/async/emitter';
import type { Logger } from '#core/logger';
import type { Redactor } from '#core/secrets/redact';
import type { Ledger } from '#ledger';

type Environment = Readonly<Record<string, string>>;

/** A command on a terminal of its own. */
export interface CommandBlock {
  /** Its id among terminals. */
  readonly terminal: string;
  readonly pid: number;
  readonly exited: Promise<{
    readonly exitCode?: number | undefined;
    readonly signal?: string | undefined;
    /** Percent of one core, and resident bytes. */
    readonly peak?: { readonly cpuPercent: number; readonly memoryBytes: number } | undefined;
  }>;
  /** Reads its output, escapes resolved. */
  text(): Promise<{ readonly text: string; readonly isTail: boolean }>;
  /** Ctrl+C. */
  interrupt(): void;
  /** Ends the command and what it started, whatever they do against it. */
  end(): Promise<void>;
}

/** @throws AppError if it cannot be started. */
export type StartBlock = (options: {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly environment: Environment;
  /** Variables that the person set, which no clean-up of the environment affects. */
  readonly variables: Environment;
  readonly size: TerminalSize;
  readonly title: string;
}) => Promise<CommandBlock>;

export interface AttachContext {
  readonly session: string;
  readonly cwd: string;
  readonly environment: Environment;
  readonly signal: AbortSignal;
}

/** Port to what serves tools to the session. */
export interface ProvidersPort {
  /** Resolves when it is ready. @throws AppError with the reason */
  attach(
    spec: LinkSpec,
    context: AttachContext,
  ): Promise<{ readonly pid?: number | undefined; readonly title: string; readonly tools: readonly string[] }>;
  /** @throws AppError NOT_FOUND if the session has no such provider */
  kill(pid: number, session: string): Promise<void>;
  /** A line for each provider; empty if there is none. */
  status(session: string): Promise<string>;
}

/** Port to the data of a session's chat. */
export interface ChatPort {
  /** Drops messages and pending items from the model's view. */
  reset(session: string): Promise<void>;
  compact(session: string): Promise<{ readonly text: string }>;
  addPending(session: string, item: PendingItem): Promise<void>;
  dropPending(session: string, index: number, seen: ListedItem): Promise<void>;
  pending(session: string): Promise<readonly PendingItem[]>;
  /** A description of a command's output that is too long to be sent; `undefined` if it is not too long. */
  summarise(session: string, text: string, signal: AbortSignal): Promise<string | undefined>;
  /** The messages and pending items, for eyes. */
  history(session: string): Promise<string>;
}

/** A message of the conversation, as a line to be chosen. */
export interface RewindablePlace {
  readonly id: string;
  /** Its first line. */
  readonly title: string;
}

type RewindTarget = { readonly message: string } | { readonly redo: string };

/** Going back in a session. All of it throws AppError: NOT_FOUND, CONFLICT, UNAVAILABLE. */
export interface RewindPort {
  /** Messages that are part of the conversation now, oldest first. */
  messages(session: string): Promise<readonly RewindablePlace[]>;
  /** The newest rewind that can be redone. */
  lastRewind(session: string): Promise<string | undefined>;
  plan(session: string, target: RewindTarget, signal: AbortSignal): Promise<RewindPlan>;
  /** Packs the folder as it was before a message as an image; answers what it came to, in words. */
  pack(session: string, target: { readonly message: string; readonly image: string }): Promise<string>;
  /** Rewinds, and returns the outcome in words. */
  run(
    session: string,
    target: RewindTarget,
    how: { readonly withFiles: boolean; readonly signal: AbortSignal },
  ): Promise<{ readonly text: string }>;
}

/** Copies of the session's folder in which others work. All of it throws AppError: NOT_FOUND, CONFLICT, INVALID_INPUT, UNAVAILABLE. */
export interface BranchesByLinePort {
  /** The branches of the session's folder, as they stand side by side, the dropped ones last. */
  list(session: string): Promise<readonly Branch[]>;
  tryWith(
    session: string,
    asked: { readonly text: string; readonly profiles: readonly string[] },
  ): Promise<readonly Branch[]>;
  /** Compares each path of a branch with its initial state. */
  compare(branch: string): Promise<BranchComparison>;
  /** Proposes the paths as changes of the session; answers before they are decided. */
  take(session: string, branch: string, paths: readonly string[]): Promise<void>;
  act(verb: 'stop' | 'keep' | 'drop' | 'restore', branch: string): Promise<void>;
}

/** The result of one call of the session. */
export interface CallResult {
  /** Its place among the session's calls, from 1. */
  readonly number: number;
  readonly tool: string;
  readonly text: string;
  /** Size of the whole result, in bytes. */
  readonly bytes: number;
  /** `text` is only its beginning. */
  readonly isCut: boolean;
}

/** Port to the kept results of tool calls. */
export interface ResultsPort {
  /** Finds the result of a call, without a number of the last that has one; `undefined` if there is none. */
  result(session: string, number: number | undefined): Promise<CallResult | undefined>;
  /** Applies filter programs to the whole result. @throws AppError INVALID_INPUT for what is not a filter */
  filtered(session: string, number: number, filter: string): Promise<CallResult | undefined>;
}

/** The profiles of a workspace; of the first one if none is named. */
export interface ProfilesPort {
  known(workspace: string | undefined): Promise<readonly string[]>;
  /** Modes of a session in which none were added or taken away. */
  initial(workspace: string | undefined): readonly string[];
  readonly onChanged?: Subscribe<unknown>;
}

export interface ConsoleOptions {
  readonly ledger: Ledger;
  readonly startBlock: StartBlock;
  readonly providers: ProvidersPort;
  readonly chat: ChatPort;
  readonly results: ResultsPort;
  readonly rewind: RewindPort;
  readonly branches: BranchesByLinePort;
  readonly profiles: ProfilesPort;
  /** Environment of the person's programs, without our secrets. */
  readonly environment: Environment;
  readonly home: string;
  /** Returns the folder of a session whose record names none. */
  readonly firstWorkspace: () => string;
  /** `auto`: what is beyond the grammar goes to the login shell; `builtin`: it is refused. `file`: path of that shell. */
  readonly shell: () => { readonly mode: 'auto' | 'builtin'; readonly file: string };
  /** Time limit for `push <command>`, in milliseconds. */
  readonly quietTimeoutMs: () => number;
  readonly historyFile: string;
  readonly historyLines: () => number;
  /** Folder for small short-lived files; created if missing. */
  readonly scratchFolder: string;
  /** Learns the values of variables that are secret. */
  readonly redactor: Pick<Redactor, 'add' | 'text'>;
  /** Offers `history`. */
  readonly isDebug: boolean;
  readonly log: Logger;
}
