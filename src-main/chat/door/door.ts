import type { Attendance, MessageFrom, TurnProgress } from '#contract';
import { LiveValue } from '#core/async/streams';
import type { ChatOptions } from '../chat-options.ts';
import type { NewSession } from '../sessions/new-session.ts';
import type { Sessions } from '../sessions/sessions.ts';
import { attend } from './attendance.ts';
import { follow } from './follow.ts';
import { type MessageInput, MessageQueue, type Withdrawal } from './message-queue.ts';

export interface DoorSession extends Pick<NewSession, 'permission'> {
  /** Absolute path. */
  readonly workspace: string;
  readonly title: string;
}

/** Creates the only entrance for messages, whatever their sender, and the source of everything senders are told. */
export function createDoor(sessions: Sessions, options: ChatOptions) {
  const { ledger, redactor } = options;
  const { index } = sessions;
  const queue = new MessageQueue(sessions, options);
  // No AbortSignal: any number of readers listen to it at once.
  const closing = new LiveValue(false);
  return {
    queue,
    /** Sends messages that an earlier run of the app left waiting. */
    resume: () => queue.resume(),
    /**
     * Records the message and has it sent when all before it have ended.
     *
     * @throws AppError NOT_FOUND, INVALID_INPUT, LIMIT_EXCEEDED, UNAVAILABLE
     */
    enqueue: (session: string, message: MessageInput, from?: MessageFrom) => queue.enqueue(session, message, from),
    /**
     * Follows a message from its beginning; ends after `ended` or `withdrawn`, with the signal, and with the app.
     *
     * @throws AppError NOT_FOUND
     */
    follow: (session: string, message: string, signal?: AbortSignal): AsyncGenerator<TurnProgress, void> =>
      follow({
        sessions,
        ledger,
        ahead: (one, of) => queue.ahead(one, of),
        session,
        message,
        signal,
        redactor,
        closing,
      }),
    /** Takes a message back that still waits. @throws AppError NOT_FOUND, CONFLICT if it is being answered */
    withdraw: async (session: string, message: string, why: Withdrawal): Promise<void> => {
      await queue.withdraw(session, message, why);
    },
    /** Ends the running turn, also one that is just beginning; messages that wait go on unless withdrawn. */
    stop: async (session: string): Promise<void> => {
      await queue.begun(session);
      await sessions.stop(session);
    },
    /** Records who answers a session's questions from now on. @throws AppError NOT_FOUND, UNAVAILABLE */
    attend: (session: string, attendance: Attendance) => attend({ index, ledger }, session, attendance),
    /** @throws AppError NOT_FOUND */
    attendanceOf: (session: string) => index.attendance(session),
    /** A new session in this workspace. @throws AppError UNAVAILABLE, INVALID_INPUT */
    create: async (of: DoorSession) => {
      const { id } = await sessions.create(of);
      return { id };
    },
    /** Permission mode of a session. @throws AppError NOT_FOUND */
    permissionOf: async (session: string) => (await index.summary(session)).permission ?? 'ask',
    /** Lets go of those who follow. */
    [Symbol.dispose]: () => closing.set(true),
  };
}
