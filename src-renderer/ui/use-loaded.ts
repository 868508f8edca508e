import { useEffect, useState } from 'react';

/** State of what a part of the page loads: nothing yet, its value, or why it could not be had. */
export type LoadState<Value> =
  | { readonly status: 'loading' }
  | { readonly status: 'loaded'; readonly value: Value }
  | { readonly status: 'failed'; readonly error: unknown };

interface Loading<Value> {
  readonly loaded: LoadState<Value>;
  readonly again: () => void;
}

/**
 * Loads code that a part of the page needs, beginning with its first rendering. Not `lazy` and `Suspense`: React holds back what
 * they have loaded until 300 ms after it last drew something in its place.
 */
export function useLoaded<Value>(load: () => Promise<Value>): Loading<Value> {
  // Kept in an object, since a state that is a promise would be waited for.
  const [attempt, setAttempt] = useState(() => begun(load));
  const [loaded, setLoaded] = useState<LoadState<Value>>({ status: 'loading' });
  useEffect(() => {
    let isCurrent = true;
    attempt.result.then(
      (value) => isCurrent && setLoaded({ status: 'loaded', value }),
      (error: unknown) => isCurrent && setLoaded({ status: 'failed', error }),
    );
    return () => {
      isCurrent = false;
    };
  }, [attempt]);
  const again = () => {
    setLoaded({ status: 'loading' });
    setAttempt(begun(load));
  };
  return { loaded, again };
}

function begun<Value>(load: () => Promise<Value>) {
  const result = load();
  // It may fail before the effect listens, which then tells it.
  result.catch(() => {});
  return { result };
}
