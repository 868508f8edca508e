import type { Socket } from 'node:net';
import { RPCHandler } from '@orpc/server/message-port';
import { linePort } from '#core/servers/line-port';
import { OddMessages } from '#core/servers/odd-messages';
import type { ProcedureContext } from '#core/servers/procedures';
import type { App } from '../create-app.ts';

/** Consoles of other processes that share this host, each by a socket that speaks the wire. */
export class JoinedConsoles implements AsyncDisposable {
  readonly #sockets = new Set<Socket>();
  #handler: RPCHandler<ProcedureContext> | undefined;
  readonly #app: Pick<App, 'router' | 'reportBug'>;
  readonly #odd: OddMessages;
  #onLeft: () => void = () => {};

  constructor(app: Pick<App, 'router' | 'reportBug' | 'log'>) {
    this.#app = app;
    this.#odd = new OddMessages(app.log);
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
    const port = linePort(socket, (message) => this.#odd.read(message) !== undefined);
    // For the first console, since a start need not wait for it.
    this.#handler ??= new RPCHandler<ProcedureContext>(this.#app.router);
    this.#handler.upgrade(port, { context: { reportBug: this.#app.reportBug } });
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
