import type { DeletedSession } from '#contract';
import { messageOf } from '#core/app-error';
import { Mutex } from '#core/async/mutex';
import { LiveValue } from '#core/async/streams';
import type { Logger } from '#core/logger';
import type { Ledger } from '#ledger';

export const UNKNOWN_TITLE = 'Session';

/** The sessions whose records are in the trash. */
export class Trash {
  readonly #deleted = new LiveValue<readonly DeletedSession[]>([]);
  readonly #ledger: Ledger;
  /** Lets one reading, or change, of the list be after the other, so that none brings back what is gone. */
  readonly #mutex = new Mutex();
  readonly #log: Logger;

  constructor(ledger: Ledger, log: Logger) {
    this.#ledger = ledger;
    this.#log = log;
  }

  async stream(signal?: AbortSignal): Promise<AsyncGenerator<readonly DeletedSession[], void>> {
    await this.read();
    return this.#deleted.stream(signal);
  }

  async erase(session: string): Promise<void> {
    await this.#ledger.erase(session);
    await this.#mutex.run(() => this.#deleted.set(this.#deleted.value.filter(({ id }) => id !== session)));
  }

  /** Reads the trash; failing to list it undoes nothing. */
  read(): Promise<void> {
    return this.#mutex.run(() => this.#read());
  }

  async #read(): Promise<void> {
    try {
      const trash = await this.#ledger.trash();
      this.#deleted.set(trash.map(({ title = UNKNOWN_TITLE, ...rest }) => ({ title, ...rest })));
    } catch (error) {
      this.#log.error('trash.unreadable', { error: messageOf(error) });
    }
  }
}
