import { textStart } from '#contract/text-ends';
import type { Logger } from '#core/logger';
import type { Person } from './messenger.ts';

/** A person who wrote and is not on the list. */
export interface Stranger {
  readonly person: string;
  readonly name: string | undefined;
  readonly messages: number;
  readonly lastAt: number;
}

/** Most that are remembered by themselves; the oldest gives way. */
const MAX_KNOWN = 100;
/** Longest name of theirs that is kept. */
const MAX_NAME = 100;

export interface StrangersOptions {
  readonly channel: string;
  readonly log: Logger;
  readonly now: () => number;
  readonly onChanged: () => void;
}

/**
 * Counts people who write without being on the list. The log has the first message of each and then every tenth,
 * hundredth …, and no flood fills it: the number of strangers with a line of their own is bounded as well.
 */
export class Strangers {
  readonly #options: StrangersOptions;
  readonly #known = new Map<string, Stranger>();
  #refused = 0;
  #persons = 0;

  constructor(options: StrangersOptions) {
    this.#options = options;
  }

  /** Messages and presses of all of them. */
  get refused(): number {
    return this.#refused;
  }

  /** The newest first. */
  get list(): readonly Stranger[] {
    return [...this.#known.values()].toReversed();
  }

  refuse({ id, name }: Person): void {
    const { channel, log, now, onChanged } = this.#options;
    this.#refused += 1;
    const before = this.#known.get(id);
    if (!before) this.#persons += 1;
    const messages = (before?.messages ?? 0) + 1;
    const shownName = name === undefined ? undefined : textStart(name, MAX_NAME);
    this.#known.delete(id);
    this.#known.set(id, { person: id, name: shownName, messages, lastAt: now() });
    if (this.#known.size > MAX_KNOWN) this.#known.delete(this.#known.keys().next().value ?? '');
    const isOneOfFew = this.#persons <= MAX_KNOWN || isPowerOfTen(this.#persons);
    if (before ? isPowerOfTen(messages) : isOneOfFew) {
      log.warn('channel.stranger-refused', { channel, person: id, name: shownName, messages, refused: this.#refused });
    }
    onChanged();
  }
}

function isPowerOfTen(count: number): boolean {
  return /^10*$/.test(String(count));
}
