import type { LayoutEntries, LayoutEntry } from '#contract';
import { errorCode } from './error-text.ts';
import { joinWrittenTexts } from './join-written-texts.ts';

/** Sends changed pieces to the host, which keeps the newest of each. */
export type SaveLayout = (changes: LayoutEntries) => Promise<void>;

/** Keys of what was written rather than of how one window looks: every window shows the same. */
export const SHARED = 'shared.';

/** Values by key. */
export type UnsavedLayout = Readonly<Record<string, unknown>>;

const SAVE_DELAY_MS = 500;
const RETRY_MS = { first: 1000, longest: 30_000 };

/**
 * Layout of the window as the person left it: one JSON value a key. Changes are sent a moment after the last one, and
 * stay to be sent until the host has them.
 */
export class LayoutStore {
  readonly #entries: Map<string, LayoutEntry>;
  readonly #unsaved = new Map<string, LayoutEntry>();
  /** Pieces that the host did not take, for they are too large; each until it is kept in another form. */
  readonly #refused = new Set<string>();
  /** Time at which this window and the host last agreed, by key. */
  readonly #agreed: Map<string, number>;
  /** Moments of what is on its way, by which an echo of it is known. */
  readonly #underWay = new Set<number>();
  readonly #save: SaveLayout;
  readonly #listeners = new Set<() => void>();
  /** No two windows change a thing in the same moment. */
  readonly #fraction = Math.random();
  #newest = 0;
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isStopped = false;

  constructor(entries: LayoutEntries = {}, save: SaveLayout = async () => {}) {
    this.#entries = new Map(Object.entries(entries));
    this.#agreed = new Map([...this.#entries].map(([key, { at }]) => [key, at]));
    this.#save = save;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    const entry = () => listener();
    this.#listeners.add(entry);
    return () => void this.#listeners.delete(entry);
  };

  /** Whether the host has yet to hear of something. */
  get hasUnsaved(): boolean {
    return this.#unsaved.size > 0;
  }

  /** Data that only this window has and the host does not know yet: its own view, and texts that people wrote in it. */
  get unsaved(): UnsavedLayout {
    const own = [...this.#unsaved].filter(([key, { value }]) => !key.startsWith(SHARED) || isText(key, value));
    return Object.fromEntries(own.map(([key, { value }]) => [key, value]));
  }

  /** Whether a text that people wrote is among what the host has yet to hear of. */
  get hasUnsentText(): boolean {
    return [...this.#unsaved].some(([key, { value }]) => isText(key, value));
  }

  /** Whether the host refuses to keep a piece: it is known in this window alone, and lost with it. */
  get hasRefused(): boolean {
    return this.#refused.size > 0;
  }

  /** Takes over what an earlier page of this window could not send; texts, beside what was written elsewhere since. */
  bringBack(unsaved: UnsavedLayout): void {
    for (const [key, value] of Object.entries(unsaved)) {
      this.set(key, isText(key, value) ? joinWrittenTexts(this.get(key), value) : value);
    }
  }

  get(key: string): unknown {
    return this.#entries.get(key)?.value;
  }

  /** The keys of pieces that are there, of those that begin with `start`. */
  keys(start: string): readonly string[] {
    return [...this.#entries.keys()].filter((key) => key.startsWith(start) && this.get(key) !== undefined);
  }

  set(key: string, value: unknown): void {
    if (Object.is(this.get(key), value)) return;
    this.#change(key, value);
    this.#announce();
    this.#schedule(SAVE_DELAY_MS);
  }

  /**
   * Takes in what the host has of the keys that all windows share, where it is newer. A text that is being written here stays,
   * with what was written elsewhere.
   */
  receive(entries: LayoutEntries): void {
    let isChanged = false;
    for (const [key, entry] of Object.entries(entries)) {
      if (key.startsWith(SHARED) && this.#isNews(key, entry)) isChanged = this.#take(key, entry) || isChanged;
    }
    if (isChanged) this.#announce();
    if (this.hasUnsaved) this.#schedule(SAVE_DELAY_MS);
  }

  /** Sends at once what waits to be sent, as when a connection is there again or the page goes away. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.hasUnsaved) this.#send(new Map(this.#unsaved));
  }

  /** Stops the store; what could not be sent is not tried again. */
  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  #send(changes: ReadonlyMap<string, LayoutEntry>): void {
    for (const { at } of changes.values()) this.#underWay.add(at);
    this.#save(Object.fromEntries(changes)).then(
      () => this.#settle(changes),
      (error: unknown) => this.#afterFailure(changes, error),
    );
  }

  #settle(changes: ReadonlyMap<string, LayoutEntry>): void {
    this.#failures = 0;
    this.#setRefused(changes, false);
    this.#forgetSent(changes);
  }

  #forgetSent(changes: ReadonlyMap<string, LayoutEntry>): void {
    for (const [key, entry] of changes) {
      this.#underWay.delete(entry.at);
      this.#agreed.set(key, Math.max(entry.at, this.#agreed.get(key) ?? 0));
      if (this.#unsaved.get(key) === entry) this.#unsaved.delete(key);
    }
    if (this.hasUnsaved) this.#schedule(SAVE_DELAY_MS);
  }

  #afterFailure(changes: ReadonlyMap<string, LayoutEntry>, error: unknown): void {
    const code = errorCode(error);
    const isRefused = code === 'LIMIT_EXCEEDED' || code === 'INVALID_INPUT';
    // One that is too large must not keep the others from being kept.
    if (isRefused && changes.size > 1) {
      for (const change of changes) this.#send(new Map([change]));
    } else if (isRefused) {
      this.#setRefused(changes, true);
      this.#forgetSent(changes);
    } else {
      this.#schedule(Math.min(RETRY_MS.first * 2 ** this.#failures, RETRY_MS.longest));
      this.#failures += 1;
    }
  }

  #setRefused(changes: ReadonlyMap<string, LayoutEntry>, isRefused: boolean): void {
    const before = this.#refused.size;
    for (const [key, { value }] of changes) {
      if (isRefused && value !== undefined) this.#refused.add(key);
      else this.#refused.delete(key);
    }
    if (this.#refused.size !== before) this.#announce();
  }

  #schedule(delayMs: number): void {
    clearTimeout(this.#timer);
    if (!this.#isStopped) this.#timer = setTimeout(() => this.flush(), delayMs);
  }

  /** Whether somebody else changed it after this window and the host agreed on it. */
  #isNews(key: string, { at }: LayoutEntry): boolean {
    return at > (this.#agreed.get(key) ?? -1) && !this.#underWay.has(at);
  }

  #take(key: string, entry: LayoutEntry): boolean {
    this.#agreed.set(key, entry.at);
    const mine = this.#unsaved.get(key);
    const both = mine && joinWrittenTexts(entry.value, mine.value);
    if (both !== undefined && both !== entry.value) {
      this.#change(key, both);
      return true;
    }
    if (mine !== undefined && mine.at > entry.at) return false;
    this.#unsaved.delete(key);
    this.#entries.set(key, entry);
    return true;
  }

  #change(key: string, value: unknown): void {
    const at = this.#nextMoment(key);
    const entry = value === undefined ? { at } : { value, at };
    this.#entries.set(key, entry);
    this.#unsaved.set(key, entry);
  }

  /** Later than anything known, whatever the clocks say. */
  #nextMoment(key: string): number {
    const known = Math.max(this.#newest, this.#entries.get(key)?.at ?? 0, this.#agreed.get(key) ?? 0);
    this.#newest = Math.max(Date.now(), Math.floor(known) + 1) + this.#fraction;
    return this.#newest;
  }

  #announce(): void {
    for (const listener of [...this.#listeners]) listener();
  }
}

/** An empty one is none: it may have been gone on with elsewhere. */
function isText(key: string, value: unknown): value is string {
  return key.startsWith(SHARED) && typeof value === 'string' && value !== '';
}
