import type { ClientContext, ClientLink, ClientOptions } from '@orpc/client';
import { ConnectionLostError } from './connection-lost-error.ts';
import { type ConnectionState, ObservableValue } from './connection-state.ts';

/** One connection to the host, from the moment it is up until it is gone. */
export interface HostConnection {
  readonly link: ClientLink<ClientContext>;
  isOpen(): boolean;
}

export interface LineEvents {
  onOpen(): void;
  /** Called once, whether the line was ever open or not. `ended`: the host said that it ends. */
  onClose(cause?: 'ended'): void;
}

export interface ReconnectingOptions {
  readonly dial: (events: LineEvents) => HostConnection;
  /** Asks, after a line that never opened, whether the host is there and refuses this page. */
  readonly isRefused: () => Promise<boolean>;
  readonly delaysMs?: { readonly first: number; readonly longest: number };
  /** Period after which a refused page asks again to be admitted, in milliseconds. */
  readonly knockMs?: number;
  /** Longest time that a request waits for a new connection, in milliseconds. */
  readonly patienceMs?: number;
}

const DELAYS_MS = { first: 250, longest: 5000 };
const PATIENCE_MS = 10_000;
const KNOCK_MS = 3000;

/**
 * A link that dials again whenever its line drops. A request made in the meantime waits for the next line; one that was
 * under way fails with `ConnectionLostError` and is never repeated, since the host may have done it.
 */
export class ReconnectingLink implements ClientLink<ClientContext> {
  readonly state = new ObservableValue<ConnectionState>({ state: 'connecting', epoch: 0 });
  readonly #options: ReconnectingOptions;
  #line: HostConnection | undefined;
  #failures = 0;
  #next: { readonly timer: ReturnType<typeof setTimeout>; readonly step: () => void } | undefined;
  #isClosed = false;

  constructor(options: ReconnectingOptions) {
    this.#options = options;
    this.#dial();
  }

  async call(path: readonly string[], input: unknown, options: ClientOptions<ClientContext>): Promise<unknown> {
    const line = await this.#connected(options.signal);
    try {
      const output = await line.link.call(path, input, options);
      return isAsyncIterator(output) ? watchEnd(output, line) : output;
    } catch (error) {
      throw line.isOpen() ? error : new ConnectionLostError();
    }
  }

  /** Tries at once instead of at the end of the present pause. */
  retryNow(): void {
    const next = this.#next;
    if (next === undefined) return;
    clearTimeout(next.timer);
    this.#next = undefined;
    next.step();
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#next?.timer);
    this.#next = undefined;
  }

  #dial(): void {
    if (this.#isClosed) return;
    let hasOpened = false;
    this.#line = this.#options.dial({
      onOpen: () => {
        hasOpened = true;
        this.#failures = 0;
        this.state.set({ state: 'connected', epoch: this.state.get().epoch + 1 });
      },
      onClose: (cause) => void this.#afterClose(hasOpened, cause),
    });
  }

  async #afterClose(hadOpened: boolean, cause: 'ended' | undefined): Promise<void> {
    if (this.#isClosed) return;
    this.#line = undefined;
    const { state, epoch } = this.state.get();
    const hasEnded = cause === 'ended' || (!hadOpened && state === 'ended');
    if (!(hasEnded && state === 'ended')) this.state.set({ state: hasEnded ? 'ended' : 'lost', epoch });
    if (!hadOpened && (await this.#options.isRefused())) {
      this.state.set({ state: 'refused', epoch });
      this.#after(this.#options.knockMs ?? KNOCK_MS, () => void this.#knock());
      return;
    }
    const { first, longest } = this.#options.delaysMs ?? DELAYS_MS;
    const delay = Math.min(first * 2 ** this.#failures, longest);
    this.#failures += 1;
    this.#after(delay, () => this.#dial());
  }

  /** A fresh address that is opened in another tab of this browser lets this page in, too. */
  async #knock(): Promise<void> {
    if (!(await this.#options.isRefused())) this.#dial();
    else this.#after(this.#options.knockMs ?? KNOCK_MS, () => void this.#knock());
  }

  #after(delayMs: number, step: () => void): void {
    if (this.#isClosed) return;
    const timer = setTimeout(() => {
      this.#next = undefined;
      step();
    }, delayMs);
    this.#next = { timer, step };
  }

  #connected(signal: AbortSignal | undefined): Promise<HostConnection> {
    if (this.#line !== undefined && this.state.get().state === 'connected') return Promise.resolve(this.#line);
    return new Promise((resolve, reject) => {
      const finish = (settle: () => void) => {
        clearTimeout(timer);
        unsubscribe();
        signal?.removeEventListener('abort', onAbort);
        settle();
      };
      const onAbort = () => finish(() => reject(signal?.reason));
      const look = () => {
        const line = this.#line;
        const { state } = this.state.get();
        if (state === 'connected' && line !== undefined) finish(() => resolve(line));
        else if (state === 'refused')
          finish(() => reject(new ConnectionLostError('Sigma Shell no longer knows this page.')));
      };
      const timer = setTimeout(
        () => finish(() => reject(new ConnectionLostError('Sigma Shell does not answer; it may have ended.'))),
        this.#options.patienceMs ?? PATIENCE_MS,
      );
      const unsubscribe = this.state.subscribe(look);
      signal?.addEventListener('abort', onAbort);
      if (signal?.aborted) onAbort();
      else look();
    });
  }
}

function isAsyncIterator(value: unknown): value is AsyncIteratorObject<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}

/** Passes values on; an end that comes from the line and not from the host is thrown as such. */
async function* watchEnd(source: AsyncIteratorObject<unknown>, line: HostConnection): AsyncGenerator<unknown> {
  try {
    yield* source;
  } catch (error) {
    throw line.isOpen() ? error : new ConnectionLostError();
  }
  if (!line.isOpen()) throw new ConnectionLostError();
}
