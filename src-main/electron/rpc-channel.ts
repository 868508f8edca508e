import { RPCHandler } from '@orpc/server/message-port';
import { Emitter } from '#core/async/emitter';
import type { Logger } from '#core/logger';
import { OddMessages } from '#core/servers/odd-messages';
import type { ProcedureContext } from '#core/servers/procedures';
import { isOwnPage } from './external-links.ts';

/** Part of Electron's IPC message that is used here. */
export interface RpcMessage {
  readonly sender: unknown;
  readonly senderFrame: { readonly url: string } | null;
}

/** The window as far as messages are concerned. */
export interface RpcWindow {
  readonly contents: unknown;
  readonly mainFrame: () => unknown;
  readonly send: (message: unknown) => void;
}

export interface RpcChannelOptions extends ProcedureContext {
  readonly router: ConstructorParameters<typeof RPCHandler<ProcedureContext>>[0];
  readonly log: Logger;
}

/** One page's connection: a new one for each load, so that nothing of the page before goes on. */
export class RpcChannel {
  readonly #handler: RPCHandler<ProcedureContext>;
  readonly #app: RpcChannelOptions;
  readonly #window: RpcWindow;
  readonly #odd: OddMessages;
  #page: { readonly message: Emitter<unknown>; readonly disconnect: Emitter<void> } | undefined;

  constructor(app: RpcChannelOptions, window: RpcWindow) {
    this.#app = app;
    this.#window = window;
    this.#odd = new OddMessages(app.log);
    this.#handler = new RPCHandler(app.router);
  }

  /** A page has been loaded: ends what the one before had open and listens to the new one. */
  connect(): void {
    this.disconnect();
    const page = { message: new Emitter<unknown>(), disconnect: new Emitter<void>() };
    this.#page = page;
    const port = {
      postMessage: (message: unknown) => {
        if (this.#page === page) this.#window.send(message);
      },
      onMessage: { addListener: (listener: (message: unknown) => void) => void page.message.subscribe(listener) },
      onDisconnect: { addListener: (listener: () => void) => void page.disconnect.subscribe(listener) },
    };
    this.#handler.upgrade(port, { context: { reportBug: this.#app.reportBug } });
  }

  disconnect(): void {
    this.#page?.disconnect.emit();
    this.#page = undefined;
  }

  /** Takes a message only from the main frame of our own window while it shows our own page, looked at each time. */
  receive({ sender, senderFrame }: RpcMessage, message: unknown): void {
    const isOurs =
      sender === this.#window.contents &&
      senderFrame !== null &&
      senderFrame === this.#window.mainFrame() &&
      isOwnPage(senderFrame.url);
    if (isOurs && this.#odd.read(message)) this.#page?.message.emit(message);
    if (!isOurs) this.#app.log.warn('rpc.refused', { from: senderFrame?.url ?? 'a frame that is gone' });
  }
}
