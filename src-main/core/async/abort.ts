/**
 * Calls `listener` with the signal's reason as soon as it aborts, and at once when it already has. Disposing takes the listener away; a
 * listener that was called is gone by itself. Without a signal nothing happens.
 */
export function onAbort(signal: AbortSignal | undefined, listener: (reason: unknown) => void): Disposable {
  if (signal === undefined) return NOTHING;
  const hear = () => listener(signal.reason);
  if (signal.aborted) {
    hear();
    return NOTHING;
  }
  signal.addEventListener('abort', hear, { once: true });
  return { [Symbol.dispose]: () => signal.removeEventListener('abort', hear) };
}

/**
 * Settles as `work` does, or with what `instead` answers as soon as `signal` aborts. The work itself goes on, and no one hears of its
 * failure then.
 *
 * @throws what the work rejects with; when the signal aborts first, its reason, or what `instead` throws
 */
export async function raceAbort<T, Instead = never>(
  work: PromiseLike<T>,
  signal: AbortSignal | undefined,
  instead?: (reason: unknown) => Instead,
): Promise<T | Instead> {
  if (signal === undefined) return await work;
  let listening = NOTHING;
  const aborted = new Promise<T | Instead>((resolve, reject) => {
    listening = onAbort(signal, (reason) => {
      if (instead === undefined) return reject(reason);
      try {
        resolve(instead(reason));
      } catch (error) {
        reject(error);
      }
    });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    listening[Symbol.dispose]();
  }
}

/** Resolves after so many milliseconds. @throws the signal's reason as soon as it aborts */
export function abortableDelay(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    let stopped = NOTHING;
    const timer = setTimeout(() => {
      stopped[Symbol.dispose]();
      resolve();
    }, ms);
    stopped = onAbort(signal, (reason) => {
      clearTimeout(timer);
      reject(reason);
    });
  });
}

const NOTHING: Disposable = { [Symbol.dispose]: () => {} };
