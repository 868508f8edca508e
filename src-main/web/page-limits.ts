import type { WireMessage } from '#core/servers/odd-messages';

/** Limits for messages of a page: far more than any page of ours sends. */
const MESSAGES = { atOnce: 5000, aSecond: 2000 };
const CHARACTERS = { atOnce: 64_000_000, aSecond: 16_000_000 };
const MAX_ODD = 100;
/** Requests without a first answer. */
const MAX_UNANSWERED = 1000;

/** Counts what one page sends and is answered, and says when it is too much. */
export class PageLimits {
  readonly #messages = new Allowance(MESSAGES);
  readonly #characters = new Allowance(CHARACTERS);
  readonly #unanswered = new Set<string>();
  #odd = 0;

  /** Takes in what has come, `read` where it is a message of the wire; a sentence when that was one too many. */
  take(read: WireMessage | undefined, characters: number): string | undefined {
    if (read === undefined) this.#odd++;
    else if (read.isAbort) this.#unanswered.delete(read.id);
    else this.#unanswered.add(read.id);
    if (this.#odd > MAX_ODD) return 'This page sends what is not of the protocol';
    if (this.#unanswered.size > MAX_UNANSWERED) return 'This page asks more than can be answered';
    const isMore = this.#messages.isExceededBy(1) || this.#characters.isExceededBy(characters);
    return isMore ? 'This page sends more than can be read' : undefined;
  }

  /** Takes in a message that goes to the page: an answer, or a piece of one. */
  answered(message: string): void {
    this.#unanswered.delete(requestId(message));
  }
}

/** The id with which every message of ours begins. */
function requestId(message: string): string {
  return /^\{"i":"([^"]{0,40})"/.exec(message.slice(0, 60))?.[1] ?? '';
}

/** A bucket that fills up again: `atOnce` it holds, `aSecond` flows in. */
class Allowance {
  readonly #rate: { readonly atOnce: number; readonly aSecond: number };
  #left: number;
  #at = performance.now();

  constructor(rate: { readonly atOnce: number; readonly aSecond: number }) {
    this.#rate = rate;
    this.#left = rate.atOnce;
  }

  isExceededBy(amount: number): boolean {
    const now = performance.now();
    const { atOnce, aSecond } = this.#rate;
    this.#left = Math.min(atOnce, this.#left + ((now - this.#at) * aSecond) / 1000) - amount;
    this.#at = now;
    return this.#left < 0;
  }
}
