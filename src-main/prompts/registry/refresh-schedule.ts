import { type KeyKind, KINDS, keyKind } from '../records/keys.ts';

export interface RefreshOptions {
  readonly refresh: (kinds: readonly KeyKind[]) => Promise<unknown>;
  /** Period between readings, in milliseconds; asked before each wait. */
  readonly periodOf: (kind: KeyKind) => number;
}

const DEFAULT_PERIOD = 300_000;
/** The longest that a timer can wait. */
const MAX_PERIOD = 2 ** 31 - 1;
/** A program that writes several keys writes them within this. */
const DEBOUNCE_MS = 25;

/** Reads each kind again every so often, and at once when the store tells that keys of it changed. */
export class RefreshSchedule implements Disposable {
  readonly #options: RefreshOptions;
  readonly #timers = new Map<KeyKind, NodeJS.Timeout>();
  readonly #changed = new Set<KeyKind>();
  #debounce: NodeJS.Timeout | undefined;
  #isOver = false;

  constructor(options: RefreshOptions) {
    this.#options = options;
  }

  start(): void {
    for (const kind of KINDS) this.#arm(kind);
  }

  /** Notes changed keys; `undefined` if any may have changed. */
  noteKeys(keys: readonly string[] | undefined): void {
    const kinds = keys === undefined ? KINDS : keys.map(keyKind);
    for (const kind of kinds) if (kind !== undefined) this.#changed.add(kind);
    if (this.#changed.size === 0 || this.#isOver) return;
    this.#debounce ??= setTimeout(() => {
      this.#debounce = undefined;
      const due = [...this.#changed];
      this.#changed.clear();
      void this.#options.refresh(due);
    }, DEBOUNCE_MS).unref();
  }

  [Symbol.dispose](): void {
    this.#isOver = true;
    clearTimeout(this.#debounce);
    for (const timer of this.#timers.values()) clearTimeout(timer);
  }

  #arm(kind: KeyKind): void {
    if (this.#isOver) return;
    const asked = this.#options.periodOf(kind);
    const period = Math.min(asked > 0 ? asked : DEFAULT_PERIOD, MAX_PERIOD);
    const timer = setTimeout(() => void this.#options.refresh([kind]).finally(() => this.#arm(kind)), period);
    this.#timers.set(kind, timer.unref());
  }
}
