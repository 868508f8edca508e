import { AppError } from '#core/app-error';
import type { MessageQueue } from '../door/message-queue.ts';
import type { Sessions } from './sessions.ts';

export interface IdleOptions {
  /** Whether what runs is stopped first; else it is refused while something runs. */
  readonly stop: boolean;
  /** Reason why the waiting messages are not sent, as a sentence; they continue to wait if it is absent. */
  readonly whyUnsent?: string | undefined;
}

/**
 * Does something to a session while no turn of it runs and none can begin; messages that waited are withdrawn before.
 *
 * @throws AppError NOT_FOUND; CONFLICT while something runs that is not to be stopped; what `work` throws
 */
export async function whileIdle<T>(
  { sessions, queue }: { readonly sessions: Sessions; readonly queue: MessageQueue },
  session: string,
  { stop, whyUnsent }: IdleOptions,
  work: () => Promise<T>,
): Promise<T> {
  await sessions.index.summary(session);
  const goOn = queue.pause(session);
  try {
    if (stop) await sessions.stop(session);
    else if (sessions.foreign.has(session)) throw stillRunning();
    const { end } = sessions.locks.begin(session);
    try {
      if (whyUnsent !== undefined) await queue.clear(session, whyUnsent);
      return await work();
    } finally {
      end();
    }
  } finally {
    goOn();
  }
}

function stillRunning(): AppError {
  return new AppError('CONFLICT', 'A call of another program is still running in this session', {
    advice: 'Wait for it to end, or stop it',
  });
}
