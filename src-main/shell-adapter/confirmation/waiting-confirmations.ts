import { AdapterError } from '../shells/model.ts';
import type { ConfirmationAnswer, ConfirmationOutcome } from './model.ts';

export interface WaitingConfirmation {
  readonly owner: string;
  /** Whether the client itself is asked. */
  readonly isForClient: boolean;
  readonly settle: (answer: ConfirmationOutcome) => void;
}

/** Unanswered questions; each is answered once. */
export class WaitingConfirmations {
  readonly #waiting = new Map<string, WaitingConfirmation>();

  add(id: string, waiting: WaitingConfirmation): void {
    this.#waiting.set(id, waiting);
  }

  remove(id: string): void {
    this.#waiting.delete(id);
  }

  /** @throws AdapterError invalid_request; another's question looks like none */
  answer(owner: string, { confirmation_id: id, approved, reason, remember }: ConfirmationAnswer): void {
    const waiting = this.#waiting.get(id);
    if (!waiting || waiting.owner !== owner) {
      throw new AdapterError(
        'invalid_request',
        'No command waits for this confirmation: it is unknown, answered already, or expired',
      );
    }
    if (!waiting.isForClient) {
      throw new AdapterError(
        'invalid_request',
        'The person at the app confirms this; a client cannot answer for itself',
      );
    }
    this.#waiting.delete(id);
    waiting.settle({ approved, reason, remember: remember === 'session' });
  }

  withdraw(isMeant: (waiting: WaitingConfirmation) => boolean, error: AdapterError): void {
    for (const [id, waiting] of this.#waiting) {
      if (!isMeant(waiting)) continue;
      this.#waiting.delete(id);
      waiting.settle({ approved: false, ended: 'withdrawn', error });
    }
  }
}
