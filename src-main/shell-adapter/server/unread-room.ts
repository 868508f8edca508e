/** Bytes that wait for one client to read; more, and it is taken for one that never does. */
const MAX_OF_ONE_CLIENT = 32 * 1024 * 1024;
/** Bytes that wait for all clients together. */
const MAX_OF_ALL_CLIENTS = 256 * 1024 * 1024;

export interface UnreadLimits {
  readonly ofOne: number;
  readonly ofAll: number;
}

/** Room for what clients have not read yet. Who leaves too much is cut off; where all together do, who leaves the most. */
export class UnreadRoom {
  readonly #limits: UnreadLimits;
  readonly #accounts = new Set<UnreadAccount>();
  #bytes = 0;

  constructor(limits: UnreadLimits = { ofOne: MAX_OF_ONE_CLIENT, ofAll: MAX_OF_ALL_CLIENTS }) {
    this.#limits = limits;
  }

  /** Bytes that wait now, for all together. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Opens the account of a connection, which `cutOff` ends. */
  open(cutOff: () => void): UnreadAccount {
    const account: UnreadAccount = new UnreadAccount(cutOff, (bytes) => {
      if (this.#accounts.has(account)) this.#bytes += bytes;
    });
    this.#accounts.add(account);
    return account;
  }

  /** Closes the account of a connection that is gone, with what it has not read. */
  close(account: UnreadAccount): void {
    if (!this.#accounts.has(account)) return;
    this.#bytes -= account.bytes;
    this.#accounts.delete(account);
  }

  /** Cuts off who leaves too much; to be called after something was sent. */
  check(account: UnreadAccount): void {
    if (account.waiting > this.#limits.ofOne) this.#cutOff(account);
    while (this.#bytes > this.#limits.ofAll) this.#cutOff(this.#largest());
  }

  #largest(): UnreadAccount {
    return [...this.#accounts].reduce((most, one) => (one.bytes > most.bytes ? one : most));
  }

  #cutOff(account: UnreadAccount): void {
    this.close(account);
    account.cutOff();
  }
}

/** Bytes that one connection has not read yet. */
class UnreadAccount {
  readonly cutOff: () => void;
  readonly #onChanged: (bytes: number) => void;
  #waiting = 0;
  #underWay = 0;

  constructor(cutOff: () => void, onChanged: (bytes: number) => void) {
    this.cutOff = cutOff;
    this.#onChanged = onChanged;
  }

  /** Bytes for which the connection has no room yet. */
  get waiting(): number {
    return this.#waiting;
  }

  /** Bytes that wait, and those that the connection is sending. */
  get bytes(): number {
    return this.#waiting + this.#underWay;
  }

  add(bytes: number): void {
    this.#waiting += bytes;
    this.#onChanged(bytes);
  }

  /** Notes that the connection has sent what it was sending, and now sends what waited. */
  takeUp(): void {
    this.#onChanged(-this.#underWay);
    this.#underWay = this.#waiting;
    this.#waiting = 0;
  }

  /** Notes that the connection has sent all that it was sending. */
  sent(): void {
    this.#onChanged(-this.#underWay);
    this.#underWay = 0;
  }
}

export type { UnreadAccount };
