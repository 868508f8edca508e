export type Unsubscribe = () => void;
export type Subscribe<T> = (listener: (value: T) => void) => Unsubscribe;

/** Announces values to listeners, in the order they came. A listener that throws does not keep the others from hearing. */
export class Emitter<T> {
  readonly #listeners = new Set<(value: T) => void>();
  readonly #onError: (error: unknown) => void;

  constructor(onError: (error: unknown) => void = rethrowLater) {
    this.#onError = onError;
  }

  readonly subscribe: Subscribe<T> = (listener) => {
    const entry = (value: T) => listener(value);
    this.#listeners.add(entry);
    return () => void this.#listeners.delete(entry);
  };

  emit(value: T): void {
    // A copy, so that a listener may unsubscribe while it is called.
    for (const listener of [...this.#listeners]) {
      try {
        listener(value);
      } catch (error) {
        this.#onError(error);
      }
    }
  }

  get hasListeners(): boolean {
    return this.#listeners.size > 0;
  }
}

function rethrowLater(error: unknown): void {
  queueMicrotask(() => {
    throw error;
  });
}
