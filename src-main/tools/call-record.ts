import type { LedgerEventData, LedgerEventType } from '#contract';
import { messageOf } from '#core/app-error';
import type { SessionLedger } from '#ledger';

/** The ledger did not take an event, so what depends on it must not be done. */
export class NotRecordedError extends Error {
  override readonly name = 'NotRecordedError';
}

/** Writes the events of one call, each with the one before it as its cause, so that the effect leads back to the reply. */
export class CallRecord {
  readonly #ledger: Pick<SessionLedger, 'append'>;
  readonly #turn: string | undefined;
  #last: string;

  constructor(ledger: Pick<SessionLedger, 'append'>, turn: string | undefined, cause: string) {
    this.#ledger = ledger;
    this.#turn = turn;
    this.#last = cause;
  }

  /** The next link of the chain. @throws NotRecordedError */
  async step<T extends LedgerEventType>(type: T, data: LedgerEventData<T>): Promise<string> {
    this.#last = await this.effect(type, data);
    return this.#last;
  }

  /** Records an effect of the last link; the chain does not continue from it. @throws NotRecordedError */
  async effect<T extends LedgerEventType>(type: T, data: LedgerEventData<T>): Promise<string> {
    try {
      return (await this.#ledger.append(type, data, { turn: this.#turn, cause: this.#last })).id;
    } catch (error) {
      throw new NotRecordedError(messageOf(error), { cause: error });
    }
  }
}
