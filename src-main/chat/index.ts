/** Chat: sessions with a model, as projections of the ledger; the agent loop as data. */
import { os } from '#core/procedures';
import type { ChatOptions } from './chat-options.ts';
import { Sessions } from './sessions.ts';

export type { ChatOptions } from './chat-options.ts';

export function createChat(options: ChatOptions) {
  const sessions = new Sessions(options);

  const router = os.sessions.router({
    changed: os.sessions.changed.handler(({ signal }) => sessions.changed(signal)),
    create: os.sessions.create.handler(({ input }) => sessions.create(input.title)),
    rename: os.sessions.rename.handler(({ input }) => sessions.rename(input.session, input.title)),
    remove: os.sessions.remove.handler(({ input }) => sessions.remove(input.session)),
    restore: os.sessions.restore.handler(({ input }) => sessions.restore(input.session)),
    conversation: os.sessions.conversation.handler(({ input, signal }) => sessions.conversation(input.session, signal)),
    send: os.sessions.send.handler(({ input }) => sessions.send(input.session, input.text)),
    retry: os.sessions.retry.handler(({ input }) => sessions.retry(input.session)),
    stop: os.sessions.stop.handler(({ input }) => sessions.stop(input.session)),
  });

  return {
    router,
    titleOf: (session: string) => sessions.titleOf(session),
    running: () => sessions.running(),
    [Symbol.asyncDispose]: () => sessions[Symbol.asyncDispose](),
  };
}
