import { useEffect, useRef, useState } from 'react';
import type { Api } from '#contract';
import { useApi, useConnection } from '../api/api-context.tsx';
import { ConnectionLostError } from '../api/connection-lost-error.ts';
import { frameBatched } from './frame-batched.ts';

/** State of a stream. The value stays while the connection is lost and the stream opens again. */
export type LiveState<T> =
  | { readonly status: 'loading' }
  | { readonly status: 'ready'; readonly value: T }
  | { readonly status: 'failed'; readonly error: Error };

export type OpenStream<T> = (api: Api, signal: AbortSignal) => Promise<AsyncIterable<T>>;

const LOADING = { status: 'loading' } as const;

/**
 * The newest value of a stream that `open` opens; opened again with each connection, and from nothing when `deps`
 * change.
 */
export function useLive<T>(open: OpenStream<T>, deps: readonly unknown[]): LiveState<T> {
  return useFold<T | undefined, T>(open, undefined, takeNewest, deps) as LiveState<T>;
}

function takeNewest<T>(_: T | undefined, value: T): T {
  return value;
}

/** Folds the updates of a stream, from `initial` at each opening. Updates that come fast are shown once a frame. */
export function useFold<S, U>(
  open: OpenStream<U>,
  initial: S,
  reduce: (state: S, update: U) => S,
  deps: readonly unknown[],
): LiveState<S> {
  const api = useApi();
  const { epoch } = useConnection();
  const [live, setLive] = useState<{ readonly deps: readonly unknown[]; readonly value: LiveState<S> }>({
    deps,
    value: LOADING,
  });
  const latest = useRef({ open, initial, reduce });
  latest.current = { open, initial, reduce };

  // biome-ignore lint/correctness/useExhaustiveDependencies: the caller's deps decide, as the name says.
  useEffect(() => {
    const ending = new AbortController();
    const show = (value: LiveState<S>) => {
      if (!ending.signal.aborted) setLive({ deps, value });
    };
    const batch = frameBatched((state: S) => show({ status: 'ready', value: state }));
    const { open: openNow, initial: first, reduce: step } = latest.current;
    followStream(() => openNow(api, ending.signal), first, step, batch.push).then(batch.flush, (error: unknown) => {
      batch.flush();
      if (!(error instanceof ConnectionLostError)) show({ status: 'failed', error: asError(error) });
    });
    return () => {
      batch.cancel();
      ending.abort();
    };
  }, [api, epoch, ...deps]);

  return sameDeps(live.deps, deps) ? live.value : LOADING;
}

async function followStream<S, U>(
  open: () => Promise<AsyncIterable<U>>,
  initial: S,
  reduce: (state: S, update: U) => S,
  onState: (state: S) => void,
): Promise<void> {
  let state = initial;
  for await (const update of await open()) {
    state = reduce(state, update);
    onState(state);
  }
}

function sameDeps(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((value, index) => Object.is(value, other[index]));
}

const asError = (error: unknown) => (error instanceof Error ? error : new Error(String(error)));
