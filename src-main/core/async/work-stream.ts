import { Emitter } from './emitter.ts';
import { latestOf } from './streams.ts';

/** Callback that receives the number of finished items and the total; the total is 0 while unknown. */
export type OnProgress = (done: number, all: number) => void;

/** Progress of work, and finally its result. */
export type WorkUpdate<Ended extends object> =
  | { readonly kind: 'progress'; readonly done: number; readonly all?: number }
  | ({ readonly kind: 'ended' } & Ended);

/** Shortest time between two figures, in milliseconds. */
const PACE_MS = 100;

/**
 * Work as a stream: how far it is, then what came of it. Whoever leaves the stream cancels it, and is waited for.
 *
 * @throws what the work throws
 */
export async function* workStream<Ended extends object>(
  signal: AbortSignal | undefined,
  work: (signal: AbortSignal, progress: OnProgress) => Promise<Ended>,
): AsyncGenerator<WorkUpdate<Ended>, void> {
  const ending = new AbortController();
  const cancelled = signal ? AbortSignal.any([signal, ending.signal]) : ending.signal;
  const told = new Emitter<WorkUpdate<Ended>>();
  const over = new AbortController();
  let last = 0;
  const going = work(cancelled, (done, all) => {
    if (performance.now() - last < PACE_MS) return;
    last = performance.now();
    told.emit({ kind: 'progress', done, ...(all > 0 && { all }) });
  }).finally(() => over.abort());
  // Told below.
  going.catch(() => {});
  try {
    yield { kind: 'progress', done: 0 };
    yield* latestOf(told.subscribe, over.signal);
    yield { kind: 'ended', ...(await going) };
  } finally {
    ending.abort();
    await going.catch(() => {});
  }
}
