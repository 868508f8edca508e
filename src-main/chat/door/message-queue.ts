import { MAX_MESSAGE, MAX_WAITING, type MessageFrom, type MessageImage, type PromptOrigin } from '#contract';
import { AppError, isAppError, messageOf } from '#core/app-error';
import { KeyedMutex } from '#core/async/mutex';
import type { ChatOptions } from '../chat-options.ts';
import type { ConversationLease } from '../conversation/shared-conversations.ts';
import type { QueuedMessage } from '../history/waiting-fold.ts';
import { checkedImages, refuseImages } from '../images/kept-images.ts';
import type { Sessions } from '../sessions/sessions.ts';
import { answererOf } from '../turn/answering-model.ts';

export interface MessageInput {
  readonly text: string;
  readonly images?: readonly MessageImage[] | undefined;
  readonly profile?: string | undefined;
  /** A prompt made it; `text` is what people read of it. */
  readonly rendered?: PromptOrigin | undefined;
}

export interface Withdrawal {
  readonly by: 'person' | 'app';
  readonly reason: string;
}

/** Time after which a failed recording is repeated, in milliseconds. */
const AGAIN_MS = 10_000;

/**
 * The messages that wait in the host, each sent when what is before it in its session has ended, whatever its end was. What
 * waits is on the ledger alone, so that it outlives this process.
 */
export class MessageQueue implements AsyncDisposable {
  readonly #sessions: Sessions;
  readonly #options: Pick<ChatOptions, 'ledger' | 'models' | 'workspaceOf' | 'log'>;
  readonly #mutex = new KeyedMutex();
  readonly #leave: (() => void)[];
  /** Timers for repeating what could not be recorded, by session. */
  readonly #stuck = new Map<string, NodeJS.Timeout>();
  /** The message that is being sent, by session. */
  readonly #starting = new Map<string, string>();
  /** Pauses of sessions in which nothing is sent for a moment, each until it is over. */
  readonly #pauses = new Set<{ readonly session: string }>();
  #isResumed = false;
  #isDisposed = false;

  constructor(sessions: Sessions, options: ChatOptions) {
    this.#sessions = sessions;
    this.#options = options;
    this.#leave = [
      sessions.locks.onChanged((session) => this.#pump(session)),
      sessions.index.onRead((session) => {
        if (this.#isResumed) this.#pump(session);
      }),
    ];
  }

  /** Messages of an earlier run of the app are sent from now on, as their sessions are read. */
  resume(): void {
    this.#isResumed = true;
    for (const { id } of this.#sessions.index.all()) this.#pump(id);
    this.#sessions.readList();
  }

  /** @throws AppError NOT_FOUND, INVALID_INPUT, LIMIT_EXCEEDED, UNAVAILABLE */
  async enqueue(session: string, message: MessageInput, from?: MessageFrom): Promise<{ readonly message: string }> {
    const { ledger } = this.#options;
    await this.#sessions.index.summary(session);
    const { text, profile, rendered } = message;
    failOnUnfit(message);
    const images = await checkedImages(ledger.content, message.images ?? []);
    await this.#failWithoutAnswerer(session, { text, profile, images });
    const queued = await this.#mutex.run(session, async () => {
      if (this.#isDisposed) throw new AppError('UNAVAILABLE', 'Sigma Shell is closing');
      if (this.#sessions.index.waiting(session).length >= MAX_WAITING) {
        throw new AppError('LIMIT_EXCEEDED', `${MAX_WAITING} messages wait in this session already`, {
          where: session,
          advice: 'Wait for one to be answered, or take one back',
        });
      }
      return await (await ledger.session(session)).append('message.queued', {
        text,
        ...(profile !== undefined && { profile }),
        ...(images.length > 0 && { images }),
        ...(from && { from }),
        ...(rendered && { rendered }),
      });
    });
    this.#free(session);
    return { message: queued.id };
  }

  /** Pauses the queue until the returned function is called, for each of several that need it. */
  pause(session: string): () => void {
    const pause = { session };
    this.#pauses.add(pause);
    return () => {
      this.#pauses.delete(pause);
      this.#pump(session);
    };
  }

  /** Resolves once a message that nothing is before has begun its turn; at once where a turn runs or nothing is being sent. */
  async begun(session: string): Promise<void> {
    const { index, locks } = this.#sessions;
    const isHeld = this.#isDisposed || this.#stuck.has(session) || this.#isPaused(session) || locks.has(session);
    if (!isHeld && index.waiting(session).length > 0) await this.#mutex.run(session, () => {});
  }

  /** Messages, and the turn, that are before one that waits. */
  ahead(session: string, message: string): number {
    const { index, locks } = this.#sessions;
    if (this.#starting.get(session) === message) return 0;
    return Math.max(0, index.waiting(session).indexOf(message)) + (locks.has(session) ? 1 : 0);
  }

  /** Resolves with what it was. @throws AppError NOT_FOUND, CONFLICT once it is being answered, UNAVAILABLE */
  async withdraw(session: string, message: string, { by, reason }: Withdrawal): Promise<QueuedMessage> {
    await this.#sessions.index.summary(session);
    return await this.#mutex.run(session, () =>
      this.#holding(session, async ({ conversation }) => {
        const queued = conversation.waiting.get(message);
        if (!queued) throw await this.#whyNotWaiting(session, message);
        await this.#record(session, message, { by, reason });
        return queued;
      }),
    );
  }

  /** Withdraws everything that waits there. */
  async clear(session: string, reason: string): Promise<void> {
    await this.#mutex.run(session, async () => {
      for (const message of this.#sessions.index.waiting(session)) {
        await this.#record(session, message, { by: 'app', reason });
      }
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isDisposed = true;
    for (const leave of this.#leave) leave();
    for (const timer of this.#stuck.values()) clearTimeout(timer);
    await this.#mutex.settled();
  }

  #pump(session: string): void {
    const { index, locks } = this.#sessions;
    if (this.#isDisposed || this.#stuck.has(session) || this.#isPaused(session)) return;
    if (locks.has(session) || index.waiting(session).length === 0) return;
    this.#mutex
      .run(session, () => this.#sendNext(session))
      .catch((error: unknown) => {
        // What could not even be recorded still waits.
        this.#options.log.warn('message.stuck', { session, error: messageOf(error) });
        this.#stuck.set(session, setTimeout(() => this.#free(session), AGAIN_MS).unref());
      });
  }

  #isPaused(session: string): boolean {
    return [...this.#pauses].some((pause) => pause.session === session);
  }

  #free(session: string): void {
    clearTimeout(this.#stuck.get(session));
    this.#stuck.delete(session);
    this.#pump(session);
  }

  async #sendNext(session: string): Promise<void> {
    const { index, locks } = this.#sessions;
    const [message] = index.waiting(session);
    if (message === undefined || this.#isDisposed || this.#isPaused(session) || locks.has(session)) return;
    await this.#holding(session, async ({ conversation }) => {
      const queued = conversation.waiting.get(message);
      if (!queued) return;
      this.#starting.set(session, message);
      try {
        await this.#sessions.sendQueued(session, message, queued);
      } catch (error) {
        await this.#onUnsent(session, message, error);
      } finally {
        this.#starting.delete(session);
      }
    });
  }

  async #onUnsent(session: string, message: string, error: unknown): Promise<void> {
    // Closing: it is sent at the next start. Something else has begun there: at its end.
    if (this.#isDisposed || isAppError(error, 'CONFLICT')) return;
    if (!(error instanceof AppError)) {
      this.#options.log.error('message.bug', { session, error: messageOf(error) });
    }
    // It was sent, and only what follows it failed.
    if (!this.#sessions.index.waiting(session).includes(message)) return;
    await this.#record(session, message, { by: 'app', reason: withdrawalReason(error) });
  }

  async #record(session: string, message: string, { by, reason }: Withdrawal): Promise<void> {
    const ledger = await this.#options.ledger.session(session);
    await ledger.append('message.withdrawn', { queued: message, by, reason }, { cause: message });
  }

  /** Refuses a message that cannot be sent before it is queued. */
  async #failWithoutAnswerer(session: string, { profile, images = [] }: MessageInput): Promise<void> {
    const { models, workspaceOf } = this.#options;
    await this.#holding(session, async ({ conversation }) => {
      const workspace = await workspaceOf(session);
      await models.open?.(workspace);
      const answering = answererOf(models, { conversation, workspace }, profile);
      if (images.length > 0) refuseImages(answering.profile);
    });
  }

  async #whyNotWaiting(session: string, message: string): Promise<AppError> {
    for await (const { id, type } of (await this.#options.ledger.session(session)).read({ backward: true })) {
      if (id === message && type === 'message.queued') {
        return new AppError('CONFLICT', 'This message does not wait any more', {
          where: message,
          advice: 'Look at the conversation for what became of it',
        });
      }
    }
    return new AppError('NOT_FOUND', 'There is no such message in this session', { where: message });
  }

  async #holding<T>(session: string, work: (held: ConversationLease) => Promise<T>): Promise<T> {
    const held = await this.#sessions.conversations.hold(session);
    try {
      return await work(held);
    } finally {
      held.release();
    }
  }
}

function failOnUnfit({ text, images = [] }: MessageInput): void {
  if (text.trim() === '' && images.length === 0) {
    throw new AppError('INVALID_INPUT', 'The message is empty', { where: 'text' });
  }
  if (text.length <= MAX_MESSAGE) return;
  const message = `A message may have ${MAX_MESSAGE} characters at most; this one has ${text.length}`;
  throw new AppError('INVALID_INPUT', message, { where: 'text', advice: 'Put it into a file and name that' });
}

function withdrawalReason(error: unknown): string {
  const advice = error instanceof AppError ? error.detail?.advice : undefined;
  return `${messageOf(error)}${advice === undefined ? '' : `. ${advice}`}`;
}
