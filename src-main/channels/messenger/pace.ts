import { randomUUID } from 'node:crypto';
import { ServiceFailure } from './messenger.ts';

/** Waits, and hears of an end earlier. @throws the signal's reason */
export type WaitFunction = (milliseconds: number, signal: AbortSignal) => Promise<void>;

const FIRST_MS = 1000;
const LONGEST_MS = 60_000;

/** Delay before each further try: twice as long each time, up to a minute. */
export function backOffMs(failures: number): number {
  return Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(failures - 1, 10));
}

/** Most tries of what must arrive: with the waits between them about half an hour. */
const MAX_TRIES = 40;

export interface RetryOptions {
  readonly wait: WaitFunction;
  readonly signal: AbortSignal;
}

/**
 * Does what must arrive, again after a lost network and as often as the service asks to wait. What is so already is done.
 * `act` is given a name that is the same at each try.
 *
 * @throws ServiceFailure that no later try would mend, or the last of too many; the signal's reason
 */
export async function deliver<T>(
  act: (delivery: string) => Promise<T>,
  { wait, signal }: RetryOptions,
): Promise<T | undefined> {
  const delivery = randomUUID();
  for (let tries = 1; ; tries++) {
    try {
      return await act(delivery);
    } catch (error) {
      const pause = retryPause(error, tries);
      if (pause === undefined) return undefined;
      await wait(pause, signal);
    }
  }
}

/** Delay before the next try; undefined if it is done already. @throws the error if no try would help */
function retryPause(error: unknown, tries: number): number | undefined {
  if (!(error instanceof ServiceFailure)) throw error;
  const { kind, retryAfterMs } = error;
  if (kind === 'unchanged') return undefined;
  if (tries >= MAX_TRIES || (kind !== 'network' && kind !== 'rate')) throw error;
  return retryAfterMs ?? backOffMs(tries);
}
