/** Chat: sessions with a model, as projections of the ledger; the agent loop as data. */

import type { ListedItem, PendingItem } from '#contract';
import { AppError } from '#core/app-error';
import { type ApiRouter, os } from '#core/servers/procedures';
import type { ChatOptions } from './chat-options.ts';
import { newestFirst } from './conversation/newest-first.ts';
import { createDoor } from './door/door.ts';
import type { MessageQueue } from './door/message-queue.ts';
import { wrongHistory } from './history/pair-check.ts';
import { imageUrl, keepImage } from './images/kept-images.ts';
import { forkSession } from './sessions/fork.ts';
import { runOutside } from './sessions/run-outside.ts';
import { type RenderedRequest, sendRendered } from './sessions/send-rendered.ts';
import { sessionIn } from './sessions/session-in.ts';
import { Sessions } from './sessions/sessions.ts';
import { type IdleOptions, whileIdle } from './sessions/while-idle.ts';

export type { ChatOptions, CommandContext, PromptMessages, PromptRequest } from './chat-options.ts';
export type { ModelPrice } from './cost/meter.ts';
export type { ChatProfile, ModelsPort } from './turn/answering-model.ts';

export function createChat(options: ChatOptions) {
  const sessions = new Sessions({
    ...options,
    onRemoving: async (session) => {
      await queue.clear(session, 'The session was removed before it could be sent');
      await options.onRemoving?.(session);
    },
  });
  const { queue, ...door } = createDoor(sessions, options);

  const router: ApiRouter['sessions'] = os.sessions.router({
    changed: os.sessions.changed.handler(({ signal }) => sessions.changed(signal)),
    all: os.sessions.all.handler(() => sessions.summaries()),
    create: os.sessions.create.handler(({ input }) => sessions.create(input)),
    fork: os.sessions.fork.handler(({ input }) => forkSession(sessions, options, input)),
    rename: os.sessions.rename.handler(({ input }) => sessions.rename(input.session, input.title)),
    remove: os.sessions.remove.handler(({ input }) => sessions.remove(input.session)),
    restore: os.sessions.restore.handler(({ input }) => sessions.restore(input.session)),
    deleted: os.sessions.deleted.handler(({ signal }) => sessions.deleted(signal)),
    erase: os.sessions.erase.handler(({ input }) => sessions.erase(input.session)),
    conversation: os.sessions.conversation.handler(async ({ input: { session, newest }, signal }) => {
      const updates = await sessions.conversation(session, signal);
      return newest === undefined ? updates : newestFirst(updates, newest);
    }),
    send: os.sessions.send.handler(({ input }) => sessions.send(input.session, input)),
    enqueue: os.sessions.enqueue.handler(({ input: { session, ...message } }) => queue.enqueue(session, message)),
    withdraw: os.sessions.withdraw.handler(async ({ input: { session, message } }) => {
      const why = { by: 'person', reason: 'Taken back by the person' } as const;
      const { text, images, profile } = await queue.withdraw(session, message, why);
      return { text, ...(images && { images }), ...(profile !== undefined && { profile }) };
    }),
    keepImage: os.sessions.keepImage.handler(({ input }) => keepImage(options.ledger.content, input)),
    image: os.sessions.image.handler(({ input }) => imageUrl(options.ledger.content, input.hash)),
    compact: os.sessions.compact.handler(({ input }) => sessions.compact(input.session)),
    reset: os.sessions.reset.handler(async ({ input }) => (await sessions.pending(input.session)).reset(input.session)),
    retry: os.sessions.retry.handler(({ input }) => sessions.retry(input.session)),
    runOutside: os.sessions.runOutside.handler(({ input }) => runOutside(sessions, options, input)),
    raiseLimit: os.sessions.raiseLimit.handler(async ({ input }) => {
      await sessions.index.summary(input.session);
      if (options.raiseLimit) return await options.raiseLimit(input);
      throw new AppError('UNAVAILABLE', 'No command runs within limits here');
    }),
    stop: os.sessions.stop.handler(({ input }) => door.stop(input.session)),
  });

  return {
    router,
    /** A session of this workspace to go on with, or to begin with. @throws AppError UNAVAILABLE */
    sessionIn: (workspace: string, which: { readonly isFresh: boolean }) => sessionIn(sessions, workspace, which),
    /** @throws AppError NOT_FOUND, UNAVAILABLE; there is no session then */
    sendRendered: (request: RenderedRequest) => sendRendered({ sessions, queue }, options, request),
    /** Begins a call from outside; to be called once its record exists, and disposed of at its end. @throws AppError */
    foreignCall: (session: string, callId: string) => sessions.foreign.begin(session, callId),
    conversation: (session: string, signal?: AbortSignal) => sessions.conversation(session, signal),
    ...listOf(sessions),
    ...backgroundOf(sessions),
    ...runningIn(sessions),
    ...forRewind(sessions, queue),
    ...door,
    ...forSockets(options),
    [Symbol.asyncDispose]: async () => {
      await queue[Symbol.asyncDispose]();
      await sessions[Symbol.asyncDispose]();
      // Whoever follows a turn hears of its end first.
      door[Symbol.dispose]();
    },
  };
}

function listOf(sessions: Sessions) {
  return {
    /** All sessions, newest first, once they have been read. */
    summaries: () => sessions.summaries(),
    titleOf: (session: string) => sessions.titleOf(session),
    /** Takes the record of a deleted session out of the trash for good. @throws AppError NOT_FOUND, UNAVAILABLE */
    erase: (session: string) => sessions.erase(session),
  };
}

function runningIn(sessions: Sessions) {
  return {
    /** Titles of the sessions with a running turn. */
    running: () => sessions.runningSessions().map((session) => sessions.titleOf(session)),
    /** Sessions with a running turn. */
    runningSessions: () => sessions.runningSessions(),
  };
}

/** Ports of the chat for rewinding a session. */
function forRewind(sessions: Sessions, queue: MessageQueue) {
  return {
    /** Does something to a session while no turn of it runs and none can begin: see `whileIdle`. */
    whileIdle: <T>(session: string, still: IdleOptions, work: () => Promise<T>) =>
      whileIdle({ sessions, queue }, session, still, work),
    /** Whether a turn, or a call of another program, runs in the session. */
    isOccupied: (session: string) => sessions.locks.has(session) || sessions.foreign.has(session),
    /** Number of messages that wait there. */
    waitingIn: (session: string) => sessions.index.waiting(session).length,
  };
}

/** Ports of the chat for session sockets, in addition to the door. */
function forSockets({ ledger }: ChatOptions) {
  return {
    /** Keeps an image for a message, by its bytes in base64. @throws AppError INVALID_INPUT */
    keepImage: (image: { readonly data: string; readonly name?: string | undefined }) =>
      keepImage(ledger.content, image),
    /** Explains why messages in OpenAI's form cannot be sent, as a sentence. */
    whatIsWrongWith: (history: readonly unknown[]) => {
      const wrong = wrongHistory(history);
      return wrong && `message ${wrong.at + 1} cannot be sent (${wrong.problem})`;
    },
  };
}

/** Ports of the chat for Shell mode. All of them throw AppError NOT_FOUND for an unknown session. */
function backgroundOf(sessions: Sessions) {
  return {
    addPending: async (session: string, item: PendingItem) => (await sessions.pending(session)).add(session, item),
    dropPending: async (session: string, index: number, seen?: ListedItem) =>
      (await sessions.pending(session)).drop(session, index, seen),
    pending: async (session: string) => (await sessions.pending(session)).list(session),
    reset: async (session: string) => (await sessions.pending(session)).reset(session),
    history: async (session: string) => (await sessions.pending(session)).history(session),
    compact: (session: string) => sessions.compact(session),
    summarise: (session: string, text: string, signal: AbortSignal) => sessions.summarise(session, text, signal),
  };
}
