import type { ServerResponse } from 'node:http';
import type { Timers } from '../ports.ts';

const DEFAULT_TIMERS: Timers = { heartbeatMs: 15_000, stallMs: 60_000 };

/**
 * Response of server-sent events. A slow reader slows the source down; one that takes nothing for a minute is
 * disconnected. While nothing happens a comment shows that the stream lives.
 */
export class EventStream implements Disposable {
  readonly #response: ServerResponse;
  readonly #timers: Timers;
  readonly #heartbeat: NodeJS.Timeout;

  constructor(response: ServerResponse, timers: Partial<Timers> = {}) {
    this.#response = response;
    this.#timers = { ...DEFAULT_TIMERS, ...timers };
    response.writeHead(200, {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store',
      'X-Accel-Buffering': 'no',
    });
    response.flushHeaders();
    this.#heartbeat = setInterval(() => this.#beat(), this.#timers.heartbeatMs);
  }

  /** Resolves when there is room for more. */
  async send(data: string, event?: string): Promise<void> {
    if (this.#response.destroyed) return;
    this.#heartbeat.refresh();
    const hasRoom = this.#response.write(
      event === undefined ? `data: ${data}\n\n` : `event: ${event}\ndata: ${data}\n\n`,
    );
    if (!hasRoom) await this.#drained();
  }

  end(): void {
    this[Symbol.dispose]();
    this.#response.end();
  }

  [Symbol.dispose](): void {
    clearInterval(this.#heartbeat);
  }

  #beat(): void {
    // What waits is a sign of life enough.
    if (this.#response.writableLength === 0) this.#response.write(': still here\n\n');
  }

  #drained(): Promise<void> {
    const response = this.#response;
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        response.off('drain', done).off('close', done);
        resolve();
      };
      const timer = setTimeout(() => response.destroy(), this.#timers.stallMs);
      response.once('drain', done).once('close', done);
    });
  }
}
