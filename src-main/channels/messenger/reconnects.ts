import { messageOf } from '#core/app-error';
import type { Logger } from '#core/logger';
import { type Messenger, ServiceFailure } from './messenger.ts';
import { backOffMs } from './pace.ts';

export interface ReconnectsOptions {
  readonly messenger: Pick<Messenger, 'channel'>;
  readonly log: Logger;
  readonly onCondition: (condition: { readonly state: 'retrying' | 'failed'; readonly problem: string }) => void;
  readonly now?: () => number;
}

/** A connection that lasts so long is a good one: what ends it is no part of what kept others from it, in milliseconds. */
const LASTED_MS = 10_000;

/** Pauses between the connections to a service, which may also let us in and give us nothing. */
export class Reconnects {
  readonly #options: ReconnectsOptions;
  #failures = 0;
  /** Whether the connection before was let in, too, and given nothing. */
  #wasLetIn = false;
  #readyAt: number | undefined;

  constructor(options: ReconnectsOptions) {
    this.#options = options;
  }

  /** Notes that the service lets us in, as `account`. */
  noteReady(account: string): void {
    const { messenger, log } = this.#options;
    this.#readyAt = this.#now();
    if (!this.#wasLetIn || this.#isLogged()) log.info('channel.ready', { channel: messenger.channel, account });
  }

  /** Delay before the next try after a failure, or undefined if none would help; observers are informed. */
  pauseAfter(error: unknown): number | undefined {
    const { messenger, log, onCondition } = this.#options;
    const hasLasted = this.#readyAt !== undefined && this.#now() - this.#readyAt >= LASTED_MS;
    this.#wasLetIn = this.#readyAt !== undefined && !hasLasted;
    this.#readyAt = undefined;
    this.#failures = hasLasted ? 1 : this.#failures + 1;
    const problem = messageOf(error);
    const { kind = undefined, retryAfterMs = undefined } = error instanceof ServiceFailure ? error : {};
    if (kind === 'credentials' || kind === 'refused') {
      log.error('channel.refused', { channel: messenger.channel, problem });
      onCondition({ state: 'failed', problem });
      return undefined;
    }
    const pause = retryAfterMs ?? backOffMs(this.#failures);
    if (this.#isLogged()) log.warn('channel.lost', { channel: messenger.channel, problem, pause });
    onCondition({ state: 'retrying', problem });
    return pause;
  }

  /** Each minute of an outage is not a line of its own. */
  #isLogged(): boolean {
    return this.#failures <= 5 || this.#failures % 60 === 0;
  }

  #now(): number {
    return (this.#options.now ?? Date.now)();
  }
}
