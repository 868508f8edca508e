import type { ConversationUpdate, DeletedSession, SessionSummary } from '#contract';
import { AppError, messageOf } from '#core/app-error';
import { streamOf } from '#core/async/streams';
import { newSessionId } from '#ledger';
import type { ChatOptions } from '../chat-options.ts';
import { Conversation } from '../conversation/conversation.ts';
import { SharedConversations } from '../conversation/shared-conversations.ts';
import { peopleText } from '../history/rendered-messages.ts';
import type { QueuedMessage } from '../history/waiting-fold.ts';
import { checkedImages } from '../images/kept-images.ts';
import type { SessionLocks } from '../turn/session-locks.ts';
import { type TurnOpener, Turns } from '../turn/turns.ts';
import { ForeignCalls } from './foreign-calls.ts';
import { nameAfterMessage } from './name-after-message.ts';
import { type NewSession, stricterMode } from './new-session.ts';
import { PendingItems } from './pending-items.ts';
import { type MessageRequest, type MessageToRecord, recordMessage, renderPromptMessages } from './record-message.ts';
import { SessionIndex } from './session-index.ts';
import { DEFAULT_TITLE } from './summary-fold.ts';
import { Trash, UNKNOWN_TITLE } from './trash.ts';

/** The sessions and what can be done with them. All that it knows of them it has from the ledger. */
export class Sessions implements AsyncDisposable {
  /** Calls by programs that use our tools. */
  readonly foreign: ForeignCalls;
  readonly #options: ChatOptions;
  readonly index: SessionIndex;
  readonly #turns: Turns;
  readonly #pending: PendingItems;
  readonly conversations: SharedConversations;
  readonly #trash: Trash;
  /** Sessions that this process has begun or gone on with. */
  readonly #opened = new Set<string>();

  constructor(options: ChatOptions) {
    const { ledger, log } = options;
    const onError = (error: unknown) => log.error('conversation.listener.failed', { error: messageOf(error) });
    this.#options = options;
    this.#trash = new Trash(ledger, log);
    const since = (options.now ?? Date.now)();
    this.conversations = new SharedConversations((session) => Conversation.open(ledger, session, { since, onError }));
    this.foreign = new ForeignCalls(this.conversations);
    this.index = new SessionIndex(ledger, (session) => this.#turns.locks.has(session), log);
    const titleOf = (session: string) => this.titleOf(session);
    this.#turns = new Turns({ ...options, conversations: this.conversations, titleOf });
    this.#turns.locks.onChanged(() => this.index.publish());
    const { locks } = this.#turns;
    this.#pending = new PendingItems({ ledger, conversations: this.conversations, locks });
  }

  get locks(): SessionLocks {
    return this.#turns.locks;
  }

  /** The title, as far as the session has been read. */
  titleOf(session: string): string {
    this.readList();
    return this.index.titleOf(session) ?? UNKNOWN_TITLE;
  }

  /** Lists the sessions with a running turn. */
  runningSessions(): readonly string[] {
    return this.#turns.locks.sessions();
  }

  changed(signal?: AbortSignal): AsyncGenerator<readonly SessionSummary[], void> {
    this.readList();
    return this.index.stream(signal);
  }

  async summaries(): Promise<readonly SessionSummary[]> {
    await this.index.start();
    return this.index.all();
  }

  /**
   * Creates a session, in the first workspace if none is named. @throws AppError UNAVAILABLE, INVALID_INPUT if its
   * folder cannot be opened
   */
  async create({ title, workspace: folder, forkOf, permission }: NewSession = {}): Promise<SessionSummary> {
    const { ledger, openWorkspace, appVersion } = this.#options;
    const workspace = await openWorkspace(folder);
    const id = newSessionId((this.#options.now ?? Date.now)());
    this.#opened.add(id);
    const session = await ledger.session(id);
    const name = title?.trim() || DEFAULT_TITLE;
    await session.append('session.created', { title: name, workspace, app: appVersion, ...(forkOf && { forkOf }) });
    const usual = this.#options.permission?.() ?? 'ask';
    const mode = stricterMode(permission ?? usual, usual);
    if (mode !== 'ask') await session.append('session.permission', { mode });
    return await this.index.summary(id);
  }

  async rename(session: string, title: string): Promise<void> {
    const name = title.trim();
    if (name === '') throw new AppError('INVALID_INPUT', 'The title is empty', { where: 'title' });
    await this.index.summary(session);
    await (await this.#options.ledger.session(session)).append('session.renamed', { title: name });
  }

  async remove(session: string): Promise<void> {
    const { ledger, isBusy, onRemoving } = this.#options;
    if (this.#turns.locks.has(session) || this.foreign.has(session) || (await isBusy?.(session))) {
      throw new AppError('CONFLICT', 'This session is still running', { advice: 'Stop it first' });
    }
    await this.index.summary(session);
    // No turn begins in it on its way out.
    const { end } = this.#turns.locks.begin(session);
    try {
      await onRemoving?.(session);
      await ledger.remove(session);
      this.conversations.forget(session);
      this.#opened.delete(session);
      this.index.forget(session);
    } finally {
      end();
    }
    await this.#trash.read();
  }

  async restore(session: string): Promise<void> {
    await this.#options.ledger.restore(session);
    await this.index.summary(session);
    await this.#trash.read();
  }

  deleted(signal?: AbortSignal): Promise<AsyncGenerator<readonly DeletedSession[], void>> {
    return this.#trash.stream(signal);
  }

  erase(session: string): Promise<void> {
    return this.#trash.erase(session);
  }

  /** @throws AppError NOT_FOUND before the first update is asked for */
  async conversation(session: string, signal?: AbortSignal): Promise<AsyncGenerator<ConversationUpdate, void>> {
    await this.index.summary(session);
    return this.#updates(session, signal);
  }

  /** @throws AppError INVALID_INPUT, CONFLICT, NOT_FOUND, UNAVAILABLE */
  async send(
    session: string,
    { text: typed, profile, prompt, images: sent = [] }: MessageRequest,
  ): Promise<{ turn: string }> {
    const images = await checkedImages(this.#options.ledger.content, sent);
    const made = prompt && (await renderPromptMessages(this.#options, prompt, session));
    const text = made ? peopleText(made.messages) : typed;
    if (text.trim() === '' && images.length === 0)
      throw new AppError('INVALID_INPUT', 'The message is empty', { where: 'text' });
    await this.index.summary(session);
    if (this.index.waiting(session).length > 0) {
      throw new AppError('CONFLICT', 'Messages wait in this session already', { advice: 'Queue this message as well' });
    }
    return await this.#startWith(session, profile, { text, made, images });
  }

  /** Sends a message that waited. @throws AppError as `send` */
  async sendQueued(session: string, queued: string, message: QueuedMessage): Promise<void> {
    const { text, profile, images = [], from, rendered } = message;
    await this.#startWith(session, profile, {
      text,
      made: undefined,
      images,
      waited: { queued, ...(from && { from }), ...(rendered && { rendered }) },
    });
  }

  #startWith(session: string, profile: string | undefined, message: MessageToRecord): Promise<{ turn: string }> {
    const { text, images } = message;
    return this.start(session, {
      profile: () => profile,
      begin: async (start) => {
        const recorded = await recordMessage(this.#options, start, message);
        await nameAfterMessage(this.index, start.ledger, text.trim() || (images[0]?.name ?? 'Image'));
        return recorded;
      },
    });
  }

  async retry(session: string): Promise<{ turn: string }> {
    return await this.start(session, {
      // Whoever was asked; the demo has no name.
      profile: ({ conversation: { lastProfile }, workspace }) =>
        this.#options.models.find(lastProfile ?? '', workspace) ? lastProfile : undefined,
      begin: async ({ conversation }) => {
        const cause = conversation.lastStep;
        if (cause !== undefined && conversation.owesReply) return cause;
        throw new AppError('CONFLICT', 'There is nothing to ask the model again', {
          advice: 'Send a message in its place',
        });
      },
    });
  }

  /** Returns the pending items and the model's view of a session. */
  async pending(session: string): Promise<PendingItems> {
    await this.index.summary(session);
    return this.#pending;
  }

  async compact(session: string): Promise<{ text: string }> {
    await this.index.summary(session);
    return await this.#turns.compact(session);
  }

  async summarise(session: string, text: string, signal: AbortSignal): Promise<string | undefined> {
    await this.index.summary(session);
    return await this.#turns.summarise(session, text, signal);
  }

  async stop(session: string): Promise<void> {
    this.foreign.stop(session);
    await this.#turns.locks.stop(session);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#turns[Symbol.asyncDispose]();
    this.index[Symbol.dispose]();
    this.conversations[Symbol.dispose]();
  }

  /** @throws AppError as `Turns.start` */
  async start(session: string, { profile, begin }: TurnOpener): Promise<{ turn: string }> {
    await this.index.summary(session);
    return await this.#turns.start(session, {
      profile,
      begin: async (start) => {
        if (!this.#opened.has(session)) {
          await start.ledger.append('session.opened', { app: this.#options.appVersion });
          this.#opened.add(session);
        }
        return await begin(start);
      },
    });
  }

  async *#updates(session: string, signal?: AbortSignal): AsyncGenerator<ConversationUpdate, void> {
    const held = await this.conversations.hold(session);
    try {
      yield* streamOf(held.conversation.updates, signal);
    } finally {
      held.release();
    }
  }

  readList(): void {
    this.index.readAll();
  }
}
