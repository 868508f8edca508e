/**
 * State of the connection between page and host. `ended`: the host said that it ends; one that is started again is
 * found nevertheless. `refused`: the host no longer knows this browser, until a new address is opened in it.
 */
export interface ConnectionState {
  readonly state: 'connecting' | 'connected' | 'lost' | 'ended' | 'refused';
  /** Rises with each new connection, so that streams know when to open again. */
  readonly epoch: number;
}

/** A value that React can read and hear of. */
export class ObservableValue<T> {
  #value: T;
  readonly #listeners = new Set<() => void>();

  constructor(value: T) {
    this.#value = value;
  }

  readonly get = (): T => this.#value;

  readonly subscribe = (listener: () => void): (() => void) => {
    const entry = () => listener();
    this.#listeners.add(entry);
    return () => void this.#listeners.delete(entry);
  };

  set(value: T): void {
    if (Object.is(value, this.#value)) return;
    this.#value = value;
    for (const listener of [...this.#listeners]) listener();
  }
}
