import { Emitter, type Subscribe } from '#core/async/emitter';

const CTRL_C = 0x03;
const LINE_FEED = 0x0a;
const RETURN = 0x0d;
/** Rounds of the event loop within which the system has handed over all that was typed before the terminal was raw. */
const ROUNDS = 3;

/**
 * Input of a terminal, kept until it is read. Lines entered before the terminal was in raw mode end with a line feed
 * where Enter was pressed: it is replaced by what Enter sends, so that each stays a line of its own.
 */
export class EarlyInput {
  readonly #onInterrupt: () => void;
  readonly #data = new Emitter<Uint8Array>();
  #kept: Uint8Array[] = [];
  #hasReader = false;
  #isCooked = false;
  #hasBegun = false;

  /** @param onInterrupt Ctrl+C while the input is not read */
  constructor(onInterrupt: () => void) {
    this.#onInterrupt = onInterrupt;
  }

  /** Begins to keep input; to be called right after the terminal was put into raw mode. */
  begin(): void {
    if (this.#hasBegun) return;
    this.#hasBegun = true;
    this.#isCooked = true;
    const next = (rounds: number) => {
      if (rounds === 0) this.#isCooked = false;
      else setImmediate(next, rounds - 1);
    };
    setImmediate(next, ROUNDS);
  }

  take(bytes: Uint8Array): void {
    const given = this.#isCooked ? bytes.map((byte) => (byte === LINE_FEED ? RETURN : byte)) : bytes;
    if (this.#hasReader) this.#data.emit(given);
    else if (given.includes(CTRL_C)) this.#onInterrupt();
    else this.#kept.push(given);
  }

  readonly subscribe: Subscribe<Uint8Array> = (listener) => {
    const leave = this.#data.subscribe(listener);
    this.#hasReader = true;
    const kept = this.#kept;
    this.#kept = [];
    for (const bytes of kept) listener(bytes);
    return leave;
  };
}
