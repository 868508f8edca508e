import { RefusedParameters } from '#protocols';
import type { OptionalParameter } from '../clients/completion-request.ts';

/** `reasoning_content` "must be passed back", "is missing", "is required": DeepSeek's and Moonshot's words. */
const DEMANDS = /pass(ed)? back|missing|required|must be (sent|included|provided)/i;

/** Parameters that a server was found to refuse or to want; they outlive the clients that found them. */
export class ServerHabits {
  readonly leftOut = new Refusals<OptionalParameter>();
  /** Models that refused images of earlier messages. */
  readonly withoutImages = new Refusals<string>();
  readonly echo = new ReasoningEcho();
  /** Parameters that a model of Anthropic's refuses. */
  readonly refused = new RefusedParameters();
}

/** Refusals of a server. One is believed once an answer has come without what it refused: if none comes, it was about something else. */
class Refusals<T> {
  readonly #refused = new Map<T, 'tried' | 'known'>();

  has(what: T): boolean {
    return this.#refused.has(what);
  }

  add(what: T): void {
    this.#refused.set(what, 'tried');
  }

  /** Notes that a request without them was answered. */
  answered(...without: readonly T[]): void {
    for (const what of without) if (this.#refused.has(what)) this.#refused.set(what, 'known');
  }

  /** Notes that a request without them failed. */
  failed(...without: readonly T[]): void {
    for (const what of without) if (this.#refused.get(what) === 'tried') this.#refused.delete(what);
  }
}

/**
 * Whether a server gets the model's reasoning back with the conversation. Most refuse the field or pay no attention to it, while some
 * want it back once the model has called a tool; which it is shows in the words of their refusal, so it is learnt from those.
 */
class ReasoningEcho {
  #state: 'unasked' | 'demanded' | 'refused' = 'unasked';

  get isOn(): boolean {
    return this.#state === 'demanded';
  }

  /** Whether it was about this, and asking again will differ. Each answer is believed once, so that no server is asked for ever. */
  learnFrom(said: string): boolean {
    if (!said.includes('reasoning_content')) return false;
    const isDemand = DEMANDS.test(said);
    if (this.#state === 'unasked' && isDemand) this.#state = 'demanded';
    else if (this.#state === 'demanded' && !isDemand) this.#state = 'refused';
    else return false;
    return true;
  }
}
