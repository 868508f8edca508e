import { randomBytes } from 'node:crypto';
import type { ConversationUpdate, SessionSummary } from '#contract';
import { AppError, messageOf } from '#core/app-error';
import { streamOf } from '#core/streams';
import type { SessionLedger } from '#ledger';
import type { ChatOptions } from './chat-options.ts';
import { Conversation } from './conversation.ts';
import { SessionIndex } from './session-index.ts';
import { SharedConversations } from './shared-conversations.ts';
import { DEFAULT_TITLE } from './summary-fold.ts';
import { titleFrom } from './title.ts';
import { type Start, Turns } from './turns.ts';

const UNKNOWN_TITLE = 'Session';

/** The sessions and what can be done with them. All that it knows of them it has from the ledger. */
export class Sessions implements AsyncDisposable {
  readonly #options: ChatOptions;
  readonly #index: SessionIndex;
  readonly #turns: Turns;
  readonly #conversations: SharedConversations;
  /** Sessions that this process has begun or gone on with. */
  readonly #opened = new Set<string>();

  constructor(options: ChatOptions) {
    const { ledger, log } = options;
    const onError = (error: unknown) => log.error('conversation.listener.failed', { error: messageOf(error) });
    this.#options = options;
    this.#conversations = new SharedConversations((session) => Conversation.open(ledger, session, onError));
    this.#index = new SessionIndex(ledger, (session) => this.#turns.isRunning(session), log);
    const titleOf = (session: string) => this.titleOf(session);
    this.#turns = new Turns({ ...options, conversations: this.#conversations, titleOf });
    this.#turns.onChanged(() => this.#index.publish());
  }

  /** The title, as far as the session has been read. */
  titleOf(session: string): string {
    this.#readList();
    return this.#index.titleOf(session) ?? UNKNOWN_TITLE;
  }

  /** Titles of the sessions with a running turn. */
  running(): string[] {
    return this.#turns.sessions().map((session) => this.titleOf(session));
  }

  changed(signal?: AbortSignal): AsyncGenerator<readonly SessionSummary[], void> {
    this.#readList();
    return this.#index.list.stream(signal);
  }

  async create(title: string | undefined): Promise<SessionSummary> {
    const { ledger, workspace, appVersion } = this.#options;
    const id = newSessionId((this.#options.now ?? Date.now)());
    this.#opened.add(id);
    const session = await ledger.session(id);
    const name = title?.trim() || DEFAULT_TITLE;
    await session.append('session.created', { title: name, workspace: workspace(), app: appVersion });
    return await this.#index.summary(id);
  }

  async rename(session: string, title: string): Promise<void> {
    const name = title.trim();
    if (name === '') throw new AppError('INVALID_INPUT', 'The title is empty', { where: 'title' });
    await this.#index.summary(session);
    await (await this.#options.ledger.session(session)).append('session.renamed', { title: name });
  }

  async remove(session: string): Promise<void> {
    if (this.#turns.isRunning(session)) {
      throw new AppError('CONFLICT', 'This session is still running', { advice: 'Stop it first' });
    }
    await this.#options.ledger.remove(session);
    this.#opened.delete(session);
    this.#index.forget(session);
  }

  async restore(session: string): Promise<void> {
    await this.#options.ledger.restore(session);
    await this.#index.summary(session);
  }

  /** @throws AppError NOT_FOUND before the first update is asked for */
  async conversation(session: string, signal?: AbortSignal): Promise<AsyncGenerator<ConversationUpdate, void>> {
    await this.#index.summary(session);
    return this.#updates(session, signal);
  }

  async send(session: string, text: string): Promise<{ turn: string }> {
    if (text.trim() === '') throw new AppError('INVALID_INPUT', 'The message is empty', { where: 'text' });
    return await this.#start(session, async ({ ledger, turn }) => {
      const message = await ledger.append('message.user', { text }, { turn });
      await this.#nameAfter(session, ledger, text);
      return message.id;
    });
  }

  async retry(session: string): Promise<{ turn: string }> {
    return await this.#start(session, async ({ conversation }) => {
      const cause = conversation.lastStep;
      if (cause !== undefined && conversation.owesReply) return cause;
      throw new AppError('CONFLICT', 'There is nothing to ask the model again', {
        advice: 'Send a message in its place',
      });
    });
  }

  async stop(session: string): Promise<void> {
    await this.#turns.stop(session);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#turns[Symbol.asyncDispose]();
    this.#index[Symbol.dispose]();
  }

  async #start(session: string, begin: (start: Start) => Promise<string>): Promise<{ turn: string }> {
    await this.#index.summary(session);
    return await this.#turns.start(session, async (start) => {
      if (!this.#opened.has(session)) {
        await start.ledger.append('session.opened', { app: this.#options.appVersion });
        this.#opened.add(session);
      }
      return await begin(start);
    });
  }

  /** A session without a name of its own takes it from its first message. */
  async #nameAfter(session: string, ledger: SessionLedger, text: string): Promise<void> {
    const { title, messages } = await this.#index.summary(session);
    const name = titleFrom(text);
    if (title !== DEFAULT_TITLE || messages > 1 || name === undefined) return;
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

  #readList(): void {
    this.#index.start().catch((error: unknown) => {
      this.#options.log.error('sessions.unreadable', { error: messageOf(error) });
    });
  }
}

/** Begins with the time, so that names of files sort by age: 20261121-093858-3fa9c1. */
function newSessionId(now: number): string {
  const [date, time] = new Date(now).toISOString().split('T');
  const seconds = time?.slice(0, 8).replaceAll(':', '') ?? '';
  return `${date?.replaceAll('-', '')}-${seconds}-${randomBytes(4).toString('hex')}`;
}
