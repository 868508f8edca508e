import { randomUUID } from 'node:crypto';
import type { AdapterClient } from '#contract';
import { newToken } from '#core/secrets/access-token';
import { AdapterError } from '../shells/model.ts';
import type { ClientRecord } from './client-record.ts';
import type { ClientSocket } from './client-socket.ts';

/** Most requests that a client may have waiting at a time. */
const MAX_REQUESTS = 256;
const MAX_REQUEST_CHARACTERS = 64 * 1024 * 1024;
/** Results that are kept for a client that is away. */
const MAX_HELD = 100;
const MAX_HELD_BYTES = 32 * 1024 * 1024;

interface PendingRequest {
  readonly abort: AbortController;
  readonly characters: number;
}

/** One program that uses the adapter: over several connections, where it comes back with its secret. */
export class ServedClient {
  readonly id = randomUUID();
  /** Presented as `auth.resume`, it leads a new connection to this client's sessions. */
  readonly secret = newToken();
  readonly connectedAt = Date.now();
  readonly record: ClientRecord;
  readonly #pending = new Map<string, PendingRequest>();
  #socket: ClientSocket | undefined;
  #address = '';
  #name: string | undefined;
  #held: (readonly [event: string, payload: object])[] = [];
  #heldBytes = 0;

  constructor(record: ClientRecord) {
    this.record = record;
  }

  get address(): string {
    return this.#address;
  }

  /** Title of its record: the name that it gave itself, marked as such, if it has one. */
  get title(): string {
    return this.#name === undefined
      ? `Shell Adapter client ${this.#address}`
      : `“${this.#name}”, a client of the Shell Adapter`;
  }

  get isConnected(): boolean {
    return this.#socket !== undefined;
  }

  get view(): AdapterClient {
    return { id: this.id, address: this.#address, connectedAt: this.connectedAt, record: this.record.id };
  }

  get requests(): number {
    return this.#pending.size;
  }

  attach(socket: ClientSocket): void {
    this.#socket?.cutOff();
    this.#socket = socket;
    this.#address = socket.address;
    this.#name ??= socket.name;
  }

  /** Delivers what came while the client was away. */
  deliverHeld(): void {
    const held = this.#held;
    this.#held = [];
    this.#heldBytes = 0;
    for (const [event, payload] of held) this.emit(event, payload);
  }

  /** Whether this was its connection, so that it is away now. */
  detach(socket: ClientSocket): boolean {
    if (this.#socket !== socket) return false;
    this.#socket = undefined;
    return true;
  }

  emit(event: string, payload: object): void {
    if (this.#socket) this.#socket.emit(event, payload);
    else this.#hold(event, payload);
  }

  /** Sends an event that is of no use later: it is not kept for a client that is away. */
  emitNow(event: string, payload: object): void {
    this.#socket?.emit(event, payload);
  }

  /** Holds an event for a client that is away; one that exceeds the limits is only in its record. */
  #hold(event: string, payload: object): void {
    if (this.#held.length >= MAX_HELD) return;
    const bytes = Buffer.byteLength(JSON.stringify(payload));
    if (this.#heldBytes + bytes > MAX_HELD_BYTES) return;
    this.#heldBytes += bytes;
    this.#held.push([event, payload]);
  }

  cutOff(): void {
    this.#socket?.cutOff();
  }

  /** @throws AdapterError invalid_request for an id that is in use, session_limit when too much waits */
  begin(requestId: string, characters: number): AbortSignal {
    if (this.#pending.has(requestId)) {
      throw new AdapterError('invalid_request', `A request with the id ${requestId} is not answered yet`);
    }
    const waiting = [...this.#pending.values()].reduce((sum, one) => sum + one.characters, characters);
    if (this.#pending.size >= MAX_REQUESTS || waiting > MAX_REQUEST_CHARACTERS) {
      throw new AdapterError(
        'session_limit',
        `More than ${MAX_REQUESTS} requests, or too long ones, wait for an answer`,
      );
    }
    const abort = new AbortController();
    this.#pending.set(requestId, { abort, characters });
    return abort.signal;
  }

  finish(requestId: string): void {
    this.#pending.delete(requestId);
  }

  /** @throws AdapterError invalid_request */
  cancel(requestId: string): void {
    const pending = this.#pending.get(requestId);
    if (!pending)
      throw new AdapterError('invalid_request', `There is no request ${requestId} that waits for an answer`);
    pending.abort.abort(new AdapterError('cancelled', 'The client cancelled it'));
  }

  cancelAll(reason: AdapterError): void {
    for (const { abort } of this.#pending.values()) abort.abort(reason);
  }
}
