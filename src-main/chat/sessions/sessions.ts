import type { ConversationUpdate, DeletedSession, SessionSummary } from '#contract';
import { AppError, messageOf } from '#core/app-error';
import { LiveValue, streamOf } from '#core/streams';
import { newSessionId, type SessionLedger } from '#ledger';
import type { ChatOptions, Raise } from '../chat-options.ts';
import { Conversation } from '../conversation/conversation.ts';
import { SharedConversations } from '../conversation/shared-conversations.ts';
import { shownText } from '../history/rendered-messages.ts';
import { checkedImages } from '../images/kept-images.ts';
import { type Beginning, Turns } from '../turn/turns.ts';
import { ForeignCalls } from './foreign-calls.ts';
import { Pending } from './pending.ts';
import { madeBy, recordMessage, type Sending } from './record-message.ts';
import { SessionIndex } from './session-index.ts';
import { DEFAULT_TITLE } from './summary-fold.ts';
import { titleFrom } from './title.ts';

const UNKNOWN_TITLE = 'Session';

export interface NewSession {
  readonly title?: string | undefined;
  /** Absolute path of its workspace. */
  readonly workspace?: string | undefined;
}

/** The sessions and what can be done with them. All that it knows of them it has from the ledger. */
export class Sessions implements AsyncDisposable {
  /** Of programs that call our tools. */
  readonly foreign: ForeignCalls;
  readonly #options: ChatOptions;
  readonly #index: SessionIndex;
  readonly #turns: Turns;
  readonly #pending: Pending;
  readonly #conversations: SharedConversations;
  readonly #trash = new LiveValue<readonly DeletedSession[]>([]);
  /** Sessions that this process has begun or gone on with. */
  readonly #opened = new Set<string>();

  constructor(options: ChatOptions) {
    const { ledger, log } = options;
    const onError = (error: unknown) => log.error('conversation.listener.failed', { error: messageOf(error) });
    this.#options = options;
    const since = (options.now ?? Date.now)();
    this.#conversations = new SharedConversations((session) => Conversation.open(ledger, session, { since, onError }));
    this.foreign = new ForeignCalls(this.#conversations);
    this.#index = new SessionIndex(ledger, (session) => this.#turns.occupied.has(session), log);
    const titleOf = (session: string) => this.titleOf(session);
    this.#turns = new Turns({ ...options, conversations: this.#conversations, titleOf });
    this.#turns.occupied.onChanged(() => this.#index.publish());
    const { occupied } = this.#turns;
    this.#pending = new Pending({ ledger, conversations: this.#conversations, occupied });
  }

  /** The title, as far as the session has been read. */
  titleOf(session: string): string {
    this.#readList();
    return this.#index.titleOf(session) ?? UNKNOWN_TITLE;
  }

  /** Those with a running turn. */
  runningSessions(): readonly string[] {
    return this.#turns.occupied.sessions();
  }

  changed(signal?: AbortSignal): AsyncGenerator<readonly SessionSummary[], void> {
    this.#readList();
    return this.#index.stream(signal);
  }

  async summaries(): Promise<readonly SessionSummary[]> {
    await this.#index.start();
    return this.#index.all();
  }

  /** In the first workspace where none is named. @throws AppError UNAVAILABLE, INVALID_INPUT when its folder cannot be opened */
  async create({ title, workspace: folder }: NewSession = {}): Promise<SessionSummary> {
    const { ledger, openWorkspace, appVersion } = this.#options;
    const workspace = await openWorkspace(folder);
    const id = newSessionId((this.#options.now ?? Date.now)());
    this.#opened.add(id);
    const session = await ledger.session(id);
    const name = title?.trim() || DEFAULT_TITLE;
    await session.append('session.created', { title: name, workspace, app: appVersion });
    const mode = this.#options.permission?.() ?? 'ask';
    if (mode !== 'ask') await session.append('session.permission', { mode });
    return await this.#index.summary(id);
  }

  async rename(session: string, title: string): Promise<void> {
    const name = title.trim();
    if (name === '') throw new AppError('INVALID_INPUT', 'The title is empty', { where: 'title' });
    await this.#index.summary(session);
    await (await this.#options.ledger.session(session)).append('session.renamed', { title: name });
  }

  async remove(session: string): Promise<void> {
    const { ledger, isBusy, onRemoving } = this.#options;
    if (this.#turns.occupied.has(session) || this.foreign.has(session) || (await isBusy?.(session))) {
      throw new AppError('CONFLICT', 'This session is still running', { advice: 'Stop it first' });
    }
    await this.#index.summary(session);
    await onRemoving?.(session);
    await ledger.remove(session);
    this.#conversations.forget(session);
    this.#opened.delete(session);
    this.#index.forget(session);
    await this.#readTrash();
  }

  async restore(session: string): Promise<void> {
    await this.#options.ledger.restore(session);
    await this.#index.summary(session);
    await this.#readTrash();
  }

  async deleted(signal?: AbortSignal): Promise<AsyncGenerator<readonly DeletedSession[], void>> {
    await this.#readTrash();
    return this.#trash.stream(signal);
  }

  async erase(session: string): Promise<void> {
    await this.#options.ledger.erase(session);
    await this.#readTrash();
  }

  /** @throws AppError NOT_FOUND before the first update is asked for */
  async conversation(session: string, signal?: AbortSignal): Promise<AsyncGenerator<ConversationUpdate, void>> {
    await this.#index.summary(session);
    return this.#updates(session, signal);
  }

  /** @throws AppError INVALID_INPUT, CONFLICT, NOT_FOUND, UNAVAILABLE */
  async send(session: string, { text: typed, profile, prompt, images: sent = [] }: Sending): Promise<{ turn: string }> {
    const images = await checkedImages(this.#options.ledger.content, sent);
    const made = prompt && (await madeBy(this.#options, prompt, session));
    const text = made ? shownText(made.messages) : typed;
    if (text.trim() === '' && images.length === 0)
      throw new AppError('INVALID_INPUT', 'The message is empty', { where: 'text' });
    return await this.start(session, {
      profile: () => profile,
      begin: async (start) => {
        const message = await recordMessage(this.#options, start, { text, made, images });
        await this.#nameAfter(session, start.ledger, text.trim() || (images[0]?.name ?? 'Image'));
        return message;
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

  /** What waits for the next message, and what the model knows. */
  async pending(session: string): Promise<Pending> {
    await this.#index.summary(session);
    return this.#pending;
  }

  async compact(session: string): Promise<{ text: string }> {
    await this.#index.summary(session);
    return await this.#turns.compact(session);
  }

  async summarise(session: string, text: string, signal: AbortSignal): Promise<string | undefined> {
    await this.#index.summary(session);
    return await this.#turns.summarise(session, text, signal);
  }

  async raiseLimit(raise: Raise): Promise<{ to: number }> {
    await this.#index.summary(raise.session);
    const { raiseLimit } = this.#options;
    if (!raiseLimit) throw new AppError('UNAVAILABLE', 'No command runs within limits here');
    return await raiseLimit(raise);
  }

  async stop(session: string): Promise<void> {
    this.foreign.stop(session);
    await this.#turns.occupied.stop(session);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#turns[Symbol.asyncDispose]();
    this.#index[Symbol.dispose]();
    this.#conversations[Symbol.dispose]();
  }

  /** @throws AppError as `Turns.start` */
  async start(session: string, { profile, begin }: Beginning): Promise<{ turn: string }> {
    await this.#index.summary(session);
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

  /** A session without a name of its own takes it from its first message. */
  async #nameAfter(session: string, ledger: SessionLedger, text: string): Promise<void> {
    const { messages } = await this.#index.summary(session);
    const name = titleFrom(text);
    if ((await this.#index.isNamed(session)) || messages > 1 || name === undefined) return;
    await ledger.append('session.renamed', { title: name });
  }

  async *#updates(session: string, signal?: AbortSignal): AsyncGenerator<ConversationUpdate, void> {
    const held = await this.#conversations.hold(session);
    try {
      yield* streamOf(held.conversation.updates, signal);
    } finally {
      held.release();
    }
  }

  /** That it cannot be listed takes nothing back. */
  async #readTrash(): Promise<void> {
    try {
      const trash = await this.#options.ledger.trash();
      this.#trash.set(trash.map(({ title = UNKNOWN_TITLE, ...rest }) => ({ title, ...rest })));
    } catch (error) {
      this.#options.log.error('trash.unreadable', { error: messageOf(error) });
    }
  }

  #readList(): void {
    this.#index.start().catch((error: unknown) => {
      this.#options.log.error('sessions.unreadable', { error: messageOf(error) });
    });
  }
}
