import type { Socket } from 'node:net';
import { RPCHandler } from '@orpc/server/message-port';
import { linePort } from '#core/line-port';
import type { ProcedureContext } from '#core/procedures';
import type { App } from './create-app.ts';

/** Consoles of other processes that share this host, each by a socket that speaks the wire. */
export class JoinedConsoles implements AsyncDisposable {
  readonly #sockets = new Set<Socket>();
  readonly #handler: RPCHandler<ProcedureContext>;
  readonly #app: Pick<App, 'router' | 'reportBug'>;
  #onLeft: () => void = () => {};

  constructor(app: Pick<App, 'router' | 'reportBug'>) {
    this.#app = app;
    this.#handler = new RPCHandler(app.router);
  }

  get count(): number {
    return this.#sockets.size;
  }

  readonly accept = (socket: Socket): void => {
    this.#sockets.add(socket);
    socket.once('close', () => {
      this.#sockets.delete(socket);
      this.#onLeft();
    });
    this.#handler.upgrade(linePort(socket), { context: { reportBug: this.#app.reportBug } });
  };

  /** Resolves when none is there any more. */
  async empty(): Promise<void> {
    while (this.count > 0) {
      await new Promise<void>((resolve) => {
        this.#onLeft = resolve;
      });
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
  }
}
