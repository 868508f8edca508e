import type {
  Answerer,
  AnyLedgerEvent,
  Attendance,
  Decision,
  MessageFrom,
  MessageImage,
  Question,
  TurnProgress,
} from '#contract';
import type { Subscribe } from '#core/async/emitter';
import type { Logger } from '#core/logger';

/** Port to the chat: the one way by which messages reach a model. */
export interface ChatPort {
  /** Records the message and has it sent when all before it have ended. @throws AppError NOT_FOUND, INVALID_INPUT, LIMIT_EXCEEDED, UNAVAILABLE */
  enqueue(
    session: string,
    message: { readonly text: string; readonly images?: readonly MessageImage[]; readonly profile?: string },
    from?: MessageFrom,
  ): Promise<{ readonly message: string }>;
  /** Follows the message from its beginning; ends after `ended` or `withdrawn`. */
  follow(session: string, message: string, signal?: AbortSignal): AsyncGenerator<TurnProgress, void>;
  /** Ends the running turn of a session. */
  stop(session: string): Promise<void>;
  /** Records who answers from now on; at once where it is so already. */
  attend(session: string, attendance: Attendance): Promise<void>;
  /** @throws AppError NOT_FOUND */
  attendanceOf(session: string): Promise<Attendance>;
  /** A new session in this workspace. */
  create(of: { readonly workspace: string; readonly title: string }): Promise<{ readonly id: string }>;
}

/** Questions that wait for an answer. */
export interface Questions {
  /** Finds a question; undefined once it is answered. */
  find(question: string): Pick<Question, 'session' | 'subject'> | undefined;
  /** @throws AppError NOT_FOUND once answered, and what else keeps the answer from counting */
  answer(question: string, decision: Decision, by: Answerer): Promise<void>;
}

/** Ports of session sockets to the app. */
export interface SocketPorts {
  readonly chat: ChatPort;
  readonly questions: Questions;
  /** Keeps an image by its bytes in base64. @throws AppError INVALID_INPUT */
  readonly keepImage: (image: { readonly data: string; readonly name: string }) => Promise<MessageImage>;
  /** @throws AppError NOT_FOUND */
  readonly sessionState: (session: string) => Promise<{ readonly title: string; readonly state: string }>;
  /** The real path of a folder, which is an open agent workspace then. @throws AppError */
  readonly openWorkspace: (path: string) => Promise<string>;
  /** Whether the person trusts what the workspace brings. */
  readonly isTrusted: (workspace: string) => Promise<boolean>;
  /** Subscribes to moments at which that may have changed. */
  readonly onTrustChanged: Subscribe<unknown>;
  /** Name of a profile that asks this socket, which exists from now on; the same for the same socket. */
  readonly profileOfSocket: (aiSocket: string) => string;
  /** Reads a session's record, from its beginning. */
  readonly read: (session: string) => AsyncIterable<AnyLedgerEvent>;
  /** Explains why these messages cannot be sent to a model, as a sentence. */
  readonly whatIsWrongWith: (messages: readonly unknown[]) => string | undefined;
  /** Makes these messages what a new conversation begins with. */
  readonly seed: (session: string, file: string, messages: readonly Record<string, unknown>[]) => Promise<void>;
  /** Folders for sockets, best first; the first whose paths are short enough is used. */
  readonly folders: readonly string[];
  /** File that remembers what was started, and which conversation belongs to whom. */
  readonly file: string;
  readonly warn: (text: string) => void;
  readonly log: Logger;
  readonly now?: () => number;
  readonly timers?: Partial<Timers>;
}

/** Times of a served stream, in milliseconds. */
export interface Timers {
  readonly heartbeatMs: number;
  /** Longest time for which a reader may take nothing before it is disconnected, in milliseconds. */
  readonly stallMs: number;
}
