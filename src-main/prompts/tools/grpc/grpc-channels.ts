import { isIP } from 'node:net';
import type { Client } from '@grpc/grpc-js';
import { MAX_ANSWER_BYTES } from '../tool-failure.ts';
import type { GrpcTarget } from './grpc-target.ts';

const IDLE_MS = 60_000;
const MAX_CHANNELS = 50;

interface ChannelEntry {
  readonly client: Client;
  timer: NodeJS.Timeout | undefined;
  users: number;
}

/** Channels to addresses that were checked; one that was unused for a minute is closed. */
export class GrpcChannels implements Disposable {
  readonly #entries = new Map<string, ChannelEntry>();
  #isDisposed = false;

  /** Opens a channel for the duration of `use`. */
  async with<T>(target: GrpcTarget, addresses: readonly string[], use: (client: Client) => Promise<T>): Promise<T> {
    const key = JSON.stringify([target.address, target.isTls, [...addresses].sort()]);
    const entry = this.#entries.get(key) ?? (await this.#open(key, target, addresses));
    clearTimeout(entry.timer);
    entry.users += 1;
    try {
      return await use(entry.client);
    } finally {
      entry.users -= 1;
      if (entry.users === 0) this.#rest(key, entry);
    }
  }

  [Symbol.dispose](): void {
    this.#isDisposed = true;
    for (const [key, entry] of this.#entries) this.#close(key, entry);
  }

  async #open(key: string, target: GrpcTarget, addresses: readonly string[]): Promise<ChannelEntry> {
    const { Client, credentials } = await import('@grpc/grpc-js');
    const there = this.#entries.get(key);
    if (there) return there;
    const { host, port, address, isTls } = target;
    const isNamed = isIP(host.replace(/^\[|\]$/g, '')) === 0;
    const client = new Client(uriOf(addresses, port), isTls ? credentials.createSsl() : credentials.createInsecure(), {
      'grpc.default_authority': address,
      ...(isTls && isNamed && { 'grpc.ssl_target_name_override': host }),
      'grpc.enable_http_proxy': 0,
      'grpc.service_config_disable_resolution': 1,
      'grpc.use_local_subchannel_pool': 1,
      'grpc.max_receive_message_length': MAX_ANSWER_BYTES,
      'grpc.primary_user_agent': 'ai-prompt-shell/1.0',
      // A server that comes back is found again at once.
      'grpc.max_reconnect_backoff_ms': 1000,
    });
    const entry: ChannelEntry = { client, timer: undefined, users: 0 };
    this.#entries.set(key, entry);
    this.#makeRoom();
    return entry;
  }

  #rest(key: string, entry: ChannelEntry): void {
    if (this.#isDisposed || !this.#entries.has(key)) {
      entry.client.close();
      return;
    }
    entry.timer = setTimeout(() => this.#close(key, entry), IDLE_MS);
    entry.timer.unref();
  }

  #makeRoom(): void {
    if (this.#entries.size <= MAX_CHANNELS) return;
    const idle = [...this.#entries].find(([, { users, timer }]) => users === 0 && timer !== undefined);
    if (idle) this.#close(...idle);
  }

  #close(key: string, entry: ChannelEntry): void {
    clearTimeout(entry.timer);
    this.#entries.delete(key);
    if (entry.users === 0 || this.#isDisposed) entry.client.close();
  }
}

/** All of one family: the resolver of addresses takes no mixture. */
function uriOf(addresses: readonly string[], port: number): string {
  const v4 = addresses.filter((address) => isIP(address) === 4);
  if (v4.length > 0) return `ipv4:${v4.map((address) => `${address}:${port}`).join(',')}`;
  return `ipv6:${addresses.map((address) => `[${address}]:${port}`).join(',')}`;
}
