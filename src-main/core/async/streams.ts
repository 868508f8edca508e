import { onAbort } from './abort.ts';
import { Emitter, type Subscribe, type Unsubscribe } from './emitter.ts';

/**
 * The values a source pushes, as an async iteration that ends when `signal` aborts or the reader leaves.
 * Nothing is dropped: values wait, unbounded, for a slow reader; a source that can outrun its reader needs
 * acknowledgements, or `latestOf`.
 */
export async function* streamOf<T>(source: Subscribe<T>, signal?: AbortSignal): AsyncGenerator<T, void> {
  const queue: T[] = [];
  yield* drained(
    queue,
    (wake) =>
      source((value) => {
        queue.push(value);
        wake();
      }),
    signal,
  );
}

/** Yields values as `streamOf` does, but a slow reader gets only the newest one: for snapshots. */
export async function* latestOf<T>(source: Subscribe<T>, signal?: AbortSignal): AsyncGenerator<T, void> {
  const queue: T[] = [];
  yield* drained(
    queue,
    (wake) =>
      source((value) => {
        queue[0] = value;
        wake();
      }),
    signal,
  );
}

async function* drained<T>(
  queue: T[],
  subscribe: (wake: () => void) => Unsubscribe,
  signal: AbortSignal | undefined,
): AsyncGenerator<T, void> {
  let wake = () => {};
  const unsubscribe = subscribe(() => wake());
  const stopped = onAbort(signal, () => wake());
  try {
    while (!signal?.aborted) {
      const value = queue.shift();
      if (value !== undefined) yield value;
      else
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
    }
  } finally {
    unsubscribe();
    stopped[Symbol.dispose]();
  }
}

/** A value that changes: read it, hear of changes, or stream it to the other side (the present value first). */
export class LiveValue<T> {
  #value: T;
  readonly #changed = new Emitter<T>();

  constructor(value: T) {
    this.#value = value;
  }

  readonly onChanged: Subscribe<T> = this.#changed.subscribe;

  get value(): T {
    return this.#value;
  }

  set(value: T): void {
    this.#value = value;
    this.#changed.emit(value);
  }

  update(change: (value: T) => T): void {
    this.set(change(this.#value));
  }

  /** The present value, then the newest whenever it changed. */
  stream(signal?: AbortSignal): AsyncGenerator<T, void> {
    return latestOf<T>((listener) => {
      listener(this.#value);
      return this.#changed.subscribe(listener);
    }, signal);
  }
}
