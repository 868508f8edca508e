import { textStart } from '#contract/text-ends';
import { errorCode } from '../state/error-text.ts';

/** The host takes at most 4,000,000 characters a call. */
const MAX_CHARACTERS = 1_000_000;

export type SendInput = (data: string) => Promise<void>;

/**
 * Sends what is typed in order, one call at a time; keys pressed in the meantime go together in the next. While there
 * is no connection they wait. A call that was under way when the connection broke is not repeated, since the host may
 * have had it.
 */
export class InputQueue {
  readonly #send: SendInput;
  readonly #onUnsure: (data: string) => void;
  #waiting = '';
  #isSending = false;
  #isConnected = false;

  constructor(send: SendInput, onUnsure: (data: string) => void) {
    this.#send = send;
    this.#onUnsure = onUnsure;
  }

  setConnected(isConnected: boolean): void {
    this.#isConnected = isConnected;
    void this.#sendNext();
  }

  add(data: string): void {
    this.#waiting += data;
    void this.#sendNext();
  }

  /** Sends all that waits without waiting for what is under way: the page goes away, and nothing would send the rest. */
  flush(): void {
    while (this.#isConnected && this.#waiting !== '') void this.#sendPart();
  }

  async #sendNext(): Promise<void> {
    if (this.#isSending || !this.#isConnected || this.#waiting === '') return;
    this.#isSending = true;
    await this.#sendPart();
    this.#isSending = false;
    void this.#sendNext();
  }

  async #sendPart(): Promise<void> {
    const data = textStart(this.#waiting, MAX_CHARACTERS);
    this.#waiting = this.#waiting.slice(data.length);
    try {
      await this.#send(data);
    } catch (error) {
      // A host that refuses it says so: the terminal has ended.
      if (errorCode(error) === undefined) this.#onUnsure(data);
    }
  }
}
