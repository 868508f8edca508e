export type SaveLayout = (layout: Readonly<Record<string, unknown>>) => void;

const SAVE_DELAY_MS = 500;

/** How the person left the window: one JSON value a key, saved a moment after the last change. */
export class LayoutStore {
  #values: Readonly<Record<string, unknown>>;
  readonly #save: SaveLayout;
  readonly #listeners = new Set<() => void>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(values: Readonly<Record<string, unknown>>, save: SaveLayout = () => {}) {
    this.#values = values;
    this.#save = save;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    const entry = () => listener();
    this.#listeners.add(entry);
    return () => void this.#listeners.delete(entry);
  };

  get(key: string): unknown {
    return this.#values[key];
  }

  set(key: string, value: unknown): void {
    if (Object.is(this.#values[key], value)) return;
    const { [key]: _, ...others } = this.#values;
    this.#values = value === undefined ? others : { ...others, [key]: value };
    for (const listener of [...this.#listeners]) listener();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.flush(), SAVE_DELAY_MS);
  }

  /** Saves at once what waits to be saved, as when the page goes away. */
  flush(): void {
    if (this.#timer === undefined) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#save(this.#values);
  }
}
