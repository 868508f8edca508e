import type { Redis } from 'ioredis';

/** Changes that come together are told together, in milliseconds. */
const SETTLE_MS = 20;
/** A server that does not tell of changes may be set to do so while it runs: it is asked this often, in milliseconds. */
const ASK_AGAIN_MS = 5000;
const PREFIX = 'shenma:';

export interface KeyspaceOptions {
  readonly redis: Redis;
  readonly db: number;
  /** Called with the changed keys; `undefined` if some may have been missed. */
  readonly onChanged: (keys: readonly string[] | undefined) => void;
  /** Whether it hears of changes now. */
  readonly onHearing: (hears: boolean) => void;
}

/** Hears of changed keys where the server tells of them; its configuration is asked for and never changed. */
export class KeyspaceEvents implements Disposable {
  readonly #options: KeyspaceOptions;
  readonly #client: Redis;
  readonly #keys = new Set<string>();
  #timer: NodeJS.Timeout | undefined;
  #asking: NodeJS.Timeout | undefined;
  #subscribing: Promise<void> | undefined;
  #wasHearing = false;
  #isDisposed = false;

  constructor(options: KeyspaceOptions) {
    this.#options = options;
    // What it subscribed to is subscribed to here, where a failure is heard.
    this.#client = options.redis.duplicate({ lazyConnect: true, autoResubscribe: false });
    this.#client.on('error', () => {});
    this.#client.on('close', () => this.#hearing(false));
    this.#client.on('ready', () => {
      this.#subscribing = this.#subscribe();
    });
    this.#client.on('pmessage', (_pattern, channel: string) => this.#heard(channel));
  }

  /** Begins where the server has it enabled; whether it hears then. */
  async start(): Promise<boolean> {
    const isEnabled = await this.#isEnabled();
    if (this.#isDisposed) return false;
    if (!isEnabled) {
      this.#asking = setTimeout(() => void this.#startLater(), ASK_AGAIN_MS).unref();
      return false;
    }
    await this.#client.connect().catch(() => {});
    await this.#subscribing;
    return this.#wasHearing;
  }

  [Symbol.dispose](): void {
    this.#isDisposed = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#asking);
    this.#client.disconnect();
  }

  async #startLater(): Promise<void> {
    // What others wrote until now has not been heard of.
    if ((await this.start()) && !this.#isDisposed) this.#options.onChanged(undefined);
  }

  async #isEnabled(): Promise<boolean> {
    try {
      const [, flags] = (await this.#options.redis.config('GET', 'notify-keyspace-events')) as unknown[];
      return typeof flags === 'string' && flags.includes('K') && (flags.includes('A') || /(?=.*\$)(?=.*g)/.test(flags));
    } catch {
      // Managed servers forbid the question.
      return false;
    }
  }

  async #subscribe(): Promise<void> {
    try {
      await this.#client.psubscribe(`${this.#channelStart()}${PREFIX}*`);
      this.#hearing(true);
    } catch {
      this.#hearing(false);
    }
  }

  #hearing(hears: boolean): void {
    if (this.#isDisposed) return;
    if (hears && this.#wasHearing) this.#options.onChanged(undefined);
    this.#wasHearing ||= hears;
    this.#options.onHearing(hears);
  }

  #heard(channel: string): void {
    this.#keys.add(channel.slice(this.#channelStart().length));
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      const keys = [...this.#keys];
      this.#keys.clear();
      this.#options.onChanged(keys);
    }, SETTLE_MS);
  }

  #channelStart(): string {
    return `__keyspace@${this.#options.db}__:`;
  }
}
