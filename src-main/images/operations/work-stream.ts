import type { ImageWork } from '#contract';
import { Emitter } from '#core/emitter';
import { latestOf } from '#core/streams';

/** What came of an operation. */
export type EndedWork = Omit<Extract<ImageWork, { kind: 'ended' }>, 'kind'>;

/** Told how many of how many bytes are done, which are not always known. */
export type Progress = (done: number, all: number) => void;

/** Shortest time between two figures, in milliseconds. */
const PACE_MS = 100;

/**
 * An operation as a stream: how far it is, then what came of it. Whoever leaves the stream cancels it, and is waited for.
 *
 * @throws what the operation throws
 */
export async function* workStream(
  signal: AbortSignal | undefined,
  work: (signal: AbortSignal, progress: Progress) => Promise<EndedWork>,
): AsyncGenerator<ImageWork, void> {
  const ending = new AbortController();
  const cancelled = signal ? AbortSignal.any([signal, ending.signal]) : ending.signal;
  const told = new Emitter<ImageWork>();
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
