import { messageOf } from '#core/app-error';
import { Deferred } from '#core/async/deferred';
import { ServiceFailure } from '../messenger/messenger.ts';
import type { WaitFunction } from '../messenger/pace.ts';

/** Period of checking the connection, in milliseconds: the SDK does not report its end. */
const LOOK_MS = 1000;

/** Time for the last answer to be on its way, in milliseconds. */
const SENT_MS = 50;

/** The SDK's client, as far as it is needed. */
export interface LongConnection {
  readonly state: () => string;
  readonly start: () => Promise<void>;
  readonly close: () => void;
}

export interface ConnectionOptions {
  readonly connect: (told: {
    readonly onReady: () => void;
    readonly onError: (error: Error) => void;
  }) => LongConnection;
  readonly onReady: () => void;
  /** Resolves when what came is answered. */
  readonly settled: () => Promise<void>;
  readonly signal: AbortSignal;
  readonly wait: WaitFunction;
}

/** Holds a connection until it or `signal` ends, and closes it. @throws ServiceFailure when it is lost */
export async function holdConnection({ connect, onReady, settled, signal, wait }: ConnectionOptions): Promise<void> {
  const lost = new Deferred<void>();
  const over = new AbortController();
  let isOpened = false;
  const opened = () => {
    isOpened = true;
    onReady();
  };
  const failed = (error: unknown) =>
    lost.reject(new ServiceFailure('network', `Feishu's long connection failed: ${messageOf(error)}`));
  const connection = connect({ onReady: opened, onError: failed });
  try {
    connection.start().catch(failed);
    const ended = AbortSignal.any([signal, over.signal]);
    await Promise.race([watchConnection(connection, () => isOpened, { signal: ended, wait }), lost.promise]);
    await settled();
    await new Promise((resolve) => setTimeout(resolve, SENT_MS));
  } finally {
    over.abort();
    connection.close();
  }
}

/** Waits until the connection has ended. @throws ServiceFailure then */
async function watchConnection(
  { state }: LongConnection,
  isOpened: () => boolean,
  { signal, wait }: Pick<ConnectionOptions, 'signal' | 'wait'>,
): Promise<void> {
  while (!signal.aborted) {
    // It may have been opened and lost between two looks.
    if (isOpened() && state() !== 'connected') throw new ServiceFailure('network', 'Feishu closed the long connection');
    await wait(LOOK_MS, signal).catch(() => {});
  }
}
