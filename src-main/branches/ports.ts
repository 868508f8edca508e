import type {
  AnyLedgerEvent,
  LedgerEventData,
  LedgerEventType,
  MessageImage,
  PermissionMode,
  TakenPaths,
  TakeOutcome,
  TurnProgress,
} from '#contract';
import type { Subscribe } from '#core/async/emitter';
import type { Logger } from '#core/logger';
import type { ContentStore } from '#ledger';
import type { CompareBytes } from './compare/compare.ts';

/** Port to the chat: the one way by which messages reach a model. */
export interface ChatPort {
  /** @throws AppError NOT_FOUND, INVALID_INPUT, LIMIT_EXCEEDED, UNAVAILABLE */
  enqueue(
    session: string,
    message: {
      readonly text: string;
      readonly images?: readonly MessageImage[] | undefined;
      readonly profile?: string;
    },
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
  /** A new session in this workspace, which asks at least as much as `permission` does. */
  create(of: {
    readonly workspace: string;
    readonly title: string;
    readonly permission?: PermissionMode;
  }): Promise<{ readonly id: string }>;
  /** Permission mode of a session. @throws AppError NOT_FOUND */
  permissionOf(session: string): Promise<PermissionMode>;
}

/** Records about branches. */
export interface BranchRecords {
  /** Appends an event; it is on disk when this resolves. @throws AppError UNAVAILABLE */
  append<T extends LedgerEventType>(workspace: string, type: T, data: LedgerEventData<T>): Promise<AnyLedgerEvent>;
  /**
   * Yields everything recorded about workspaces, each record in order. A record that cannot be read is told and left
   * out; the others go on.
   */
  history(onUnreadable: (problem: string) => void): AsyncIterable<AnyLedgerEvent>;
  readonly onAppended: Subscribe<AnyLedgerEvent>;
}

export interface TakeRequest {
  /** A session of the workspace, in which it is asked and recorded. */
  readonly session: string;
  readonly workspace: string;
  /** The turn that all of it is. */
  readonly turn: string;
  /** Cause of the take: the event that records it. */
  readonly cause: string;
  readonly of: readonly TakenPaths[];
}

export interface BranchesOptions {
  /** Absolute path of the folder in which branches lie. */
  readonly folder: string;
  /** The app's own data, in which `folder` lies. */
  readonly dataFolder: string;
  /** Absolute path of the program that clones folders; without it `cp` copies. */
  readonly cloneProgram?: string;
  readonly chat: ChatPort;
  readonly records: BranchRecords;
  readonly content: Pick<ContentStore, 'read' | 'keepFile'>;
  readonly compare: CompareBytes;
  /** The real path of a folder. @throws AppError INVALID_INPUT, UNAVAILABLE */
  readonly realFolder: (folder: string) => Promise<string>;
  /** The workspace of a session. @throws AppError NOT_FOUND */
  readonly workspaceOf: (session: string) => Promise<string>;
  /** Makes of a copy what the original is, trusted as far as that: the same files lie in both. */
  readonly inherit: (from: string, to: string) => Promise<void>;
  /** Ends what runs in a copy until it is used again. */
  readonly rest: (folder: string) => Promise<void>;
  /** Ends what runs in a copy that is no longer used. */
  readonly release: (folder: string) => Promise<void>;
  /** Whether a turn, a command or a call runs in a session. */
  readonly isBusy: (session: string) => boolean;
  /** The profiles whose servers ask for a key now, one for each question. */
  readonly keysWanted: {
    readonly value: readonly { readonly profile: string }[];
    readonly onChanged: Subscribe<readonly { readonly profile: string }[]>;
  };
  /** Runs a command line in a session as a person would, within its limits; resolves with its exit code, where it had one. */
  readonly runTest: (session: string, command: string, signal: AbortSignal) => Promise<number | undefined>;
  /** Starts the review and taking of the paths; resolves when all are decided. */
  readonly take: (request: TakeRequest) => Promise<readonly TakeOutcome[]>;
  readonly log: Logger;
  readonly now?: () => number;
}
