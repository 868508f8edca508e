import type { Socket } from 'node:net';

export interface WaitingRoomOptions {
  /** Most connections that wait at a time; the one that waited longest makes room for the next. */
  readonly places: number;
  /** Longest wait, in milliseconds. */
  readonly patienceMs: number;
  /** Most connections that are let in at a time. */
  readonly guests: number;
}

/**
 * Waiting room for connections until one of their requests has proven its right to be here: few, and for a short time,
 * whatever they send or leave out. Waiting connections take no place from admitted ones, and a newcomer always finds
 * one.
 */
export class WaitingRoom {
  readonly #options: WaitingRoomOptions;
  readonly #waiting = new Map<Socket, NodeJS.Timeout>();
  readonly #guests = new Set<Socket>();

  constructor(options: WaitingRoomOptions) {
    this.#options = options;
  }

  enter(socket: Socket): void {
    const [oldest] = this.#waiting.keys();
    if (oldest && this.#waiting.size >= this.#options.places) this.#turnOut(oldest);
    const timer = setTimeout(() => this.#turnOut(socket), this.#options.patienceMs).unref();
    this.#waiting.set(socket, timer);
    socket.once('close', () => {
      this.#leave(socket);
      this.#guests.delete(socket);
    });
  }

  /** Lets a connection stay; `false` where too many are let in already. */
  letIn(socket: Socket): boolean {
    if (this.#guests.has(socket)) return true;
    if (this.#guests.size >= this.#options.guests) return false;
    this.#leave(socket);
    this.#guests.add(socket);
    return true;
  }

  #leave(socket: Socket): void {
    clearTimeout(this.#waiting.get(socket));
    this.#waiting.delete(socket);
  }

  #turnOut(socket: Socket): void {
    this.#leave(socket);
    socket.destroy();
  }
}
