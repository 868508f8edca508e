import { isSameToken } from '#core/secrets/access-token';
import { AdapterError, type ClosedShell } from '../shells/model.ts';
import { ServedClient } from './client.ts';
import type { ClientRecord } from './client-record.ts';
import type { ClientSocket, Departure } from './client-socket.ts';
import type { AdapterLog } from './log/adapter-log.ts';

export interface AdapterClientsOptions {
  readonly adapterType: string;
  readonly log: AdapterLog;
  readonly newRecord: (id: string, title: () => string) => ClientRecord;
  readonly newRecordId: () => string;
  /** Ends what the client has open, because it will not come back. */
  readonly forget: (client: ServedClient) => Promise<void>;
  readonly onChanged: () => void;
  /** A client that has gone is forgotten after this, with all that it has open. */
  readonly graceMs: number;
  /** Whether it is kept for longer, for what it has open. */
  readonly mayStay: (client: ServedClient) => boolean;
  /** Period of telling every client that the adapter is there, in milliseconds. */
  readonly statusMs: number;
}

/** Time after which an absent client is forgotten in any case, in milliseconds. */
const LONGEST_AWAY_MS = 24 * 60 * 60 * 1000;

/** Connected clients, and those that may come back. */
export class ServedClients implements Disposable {
  readonly #options: AdapterClientsOptions;
  readonly #clients = new Map<string, ServedClient>();
  readonly #leaving = new Map<string, NodeJS.Timeout>();
  /** Clients whose end has begun, so that they cannot be resumed. */
  readonly #dropping = new Set<ServedClient>();
  readonly #timer: NodeJS.Timeout;

  constructor(options: AdapterClientsOptions) {
    this.#options = options;
    this.#timer = setInterval(() => this.tellAll('connected'), options.statusMs);
    this.#timer.unref();
  }

  get connected(): readonly ServedClient[] {
    return [...this.#clients.values()].filter(({ isConnected }) => isConnected);
  }

  get all(): readonly ServedClient[] {
    return [...this.#clients.values()];
  }

  find(id: string): ServedClient | undefined {
    return this.#clients.get(id);
  }

  /** A new client, or one that shows the secret it was given and comes back. */
  connect(socket: ClientSocket): ServedClient {
    const { log, onChanged } = this.#options;
    const known = this.#returning(socket.auth.resume);
    const client = known ?? this.#welcome();
    clearTimeout(this.#leaving.get(client.id));
    this.#leaving.delete(client.id);
    client.attach(socket);
    log.info(`Client ${known ? 'came back' : 'connected'}: ${socket.id} from ${socket.address}`);
    socket.onGone((departure) => this.#gone(client, socket, departure));
    client.emit('adapter_status', { ...this.#status('connected'), resume: client.secret });
    client.deliverHeld();
    onChanged();
    return client;
  }

  tellAll(status: 'connected' | 'disconnected'): void {
    for (const client of this.connected) client.emit('adapter_status', this.#status(status));
  }

  shellClosed({ id, owner, why, reason, commands }: ClosedShell): void {
    const { log } = this.#options;
    log.info(`Session closed: ${id} (${why})`);
    const writing = this.#clients.get(owner)?.record.shellClosed(id, reason, commands);
    writing?.catch((error: unknown) => log.error('The end of a session could not be recorded', error));
  }

  /** Disconnects every client, and ends what they have open. */
  async shutOut(): Promise<void> {
    await Promise.all(this.all.map((client) => this.#drop(client)));
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
    for (const timer of this.#leaving.values()) clearTimeout(timer);
  }

  #status(status: 'connected' | 'disconnected') {
    return { adapter_type: this.#options.adapterType, status };
  }

  #returning(secret: unknown): ServedClient | undefined {
    if (typeof secret !== 'string') return undefined;
    return this.all.find((client) => !this.#dropping.has(client) && isSameToken(secret, client.secret));
  }

  #welcome(): ServedClient {
    const { newRecord, newRecordId } = this.#options;
    const record = newRecord(newRecordId(), () => client.title);
    const client = new ServedClient(record);
    this.#clients.set(client.id, client);
    return client;
  }

  #gone(client: ServedClient, socket: ClientSocket, { reason, isUnread }: Departure): void {
    const { log, onChanged } = this.#options;
    log.info(`Client disconnected: ${socket.id} (${reason})`);
    if (!client.detach(socket) || this.#dropping.has(client)) return;
    if (isUnread) {
      log.warning(`Client cut off: ${socket.id}, ${reason}`);
      void this.#drop(client);
      return;
    }
    this.#awaitReturn(client);
    onChanged();
  }

  #awaitReturn(client: ServedClient, since = performance.now()): void {
    const { graceMs, mayStay } = this.#options;
    const timer = setTimeout(() => {
      if (mayStay(client) && performance.now() - since < LONGEST_AWAY_MS) this.#awaitReturn(client, since);
      else void this.#drop(client);
    }, graceMs);
    timer.unref();
    this.#leaving.set(client.id, timer);
  }

  async #drop(client: ServedClient): Promise<void> {
    if (this.#dropping.has(client)) return;
    this.#dropping.add(client);
    const { forget, log, onChanged } = this.#options;
    clearTimeout(this.#leaving.get(client.id));
    this.#leaving.delete(client.id);
    client.cancelAll(new AdapterError('cancelled', 'Its client has gone'));
    client.cutOff();
    try {
      await forget(client);
    } catch (error) {
      log.error('What a client left could not be ended', error);
    }
    this.#clients.delete(client.id);
    this.#dropping.delete(client);
    onChanged();
  }
}
