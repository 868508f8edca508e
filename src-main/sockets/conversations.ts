import { isDeepStrictEqual } from 'node:util';
import type { Attendance } from '#contract';
import { textStart } from '#contract/text-ends';
import { AppError, isAppError } from '#core/app-error';
import { KeyedMutex } from '#core/async/mutex';
import type { SocketCaller } from './http/socket-caller.ts';
import type { ChatPort } from './ports.ts';
import type { RememberedConversations } from './socket-memory.ts';

/** Conversations that one socket may have. */
const MAX_CONVERSATIONS = 10_000;
const MAX_TITLE = 200;

export interface ConversationsOptions {
  /** Path of the socket, by which its conversations are known. */
  readonly socket: string;
  readonly workspace: string;
  readonly workspaceName: string;
  /** Current attendance: who answers its questions. */
  readonly attendance: () => Attendance;
  readonly chat: Pick<ChatPort, 'create' | 'attend' | 'attendanceOf'>;
  readonly remembered: RememberedConversations;
  /** Called with a session that has just been made, before anything is said in it. */
  readonly onCreated?: (session: string, key: string | undefined) => Promise<void>;
}

/** Parts of a caller that a new conversation is made from. */
type NewCaller = Pick<SocketCaller, 'conversation' | 'channel' | 'name' | 'user'>;

/** The sessions of a socket: its main one, and one for each key. Those of before a restart are gone on with. */
export class Conversations {
  readonly #options: ConversationsOptions;
  readonly #making = new KeyedMutex();
  /** Sessions that are there, and answered for as this socket says. */
  readonly #attended = new Map<string, Attendance>();
  /** Number of conversations that are being created. */
  #creations = 0;

  constructor(options: ConversationsOptions) {
    this.#options = options;
  }

  /** The session of this conversation, made if there is none. @throws AppError */
  of(caller: NewCaller): Promise<string> {
    return this.#making.run(caller.conversation ?? '', async () => {
      const known = this.known(caller.conversation);
      if (known !== undefined && (await this.#attend(known))) return known;
      return await this.#create(caller);
    });
  }

  /** The session of a conversation in which something was said already. */
  known(key: string | undefined): string | undefined {
    const { remembered, workspace, socket } = this.#options;
    return remembered.sessionOf({ workspace, socket, key });
  }

  has(session: string): boolean {
    const { remembered, workspace, socket } = this.#options;
    return remembered.has({ workspace, socket, session });
  }

  /** Applies the current attendance to every conversation that was used. @throws AppError */
  async attendAnew(): Promise<void> {
    await Promise.all([...this.#attended.keys()].map((session) => this.#attend(session)));
  }

  /** Applies the attendance to a session; false if the session is gone. */
  async #attend(session: string): Promise<boolean> {
    const { chat } = this.#options;
    const attendance = this.#options.attendance();
    try {
      if (isDeepStrictEqual(this.#attended.get(session), attendance)) await chat.attendanceOf(session);
      else await chat.attend(session, attendance);
      this.#attended.set(session, attendance);
      return true;
    } catch (error) {
      if (isAppError(error, 'NOT_FOUND')) return false;
      throw error;
    }
  }

  async #create(caller: NewCaller): Promise<string> {
    const { workspace, socket, remembered } = this.#options;
    if (remembered.count({ workspace, socket }) + this.#creations >= MAX_CONVERSATIONS) {
      const advice = 'Start another session socket, or use fewer keys in sigma-conversation';
      throw new AppError('LIMIT_EXCEEDED', `This socket has ${MAX_CONVERSATIONS} conversations already`, { advice });
    }
    this.#creations += 1;
    try {
      return await this.#make(caller);
    } finally {
      this.#creations -= 1;
    }
  }

  async #make(caller: NewCaller): Promise<string> {
    const { chat, workspace, socket, remembered, onCreated } = this.#options;
    const attendance = this.#options.attendance();
    const { conversation: key } = caller;
    const { id } = await chat.create({ workspace, title: this.titleOf(caller) });
    await chat.attend(id, attendance);
    this.#attended.set(id, attendance);
    await onCreated?.(id, key);
    await remembered.remember({ workspace, socket, key, session: id });
    return id;
  }

  /** The title that a new conversation of this caller gets. */
  titleOf({ conversation, channel, name, user }: NewCaller): string {
    const via = channel ?? 'Socket';
    const who = conversation === undefined ? this.#options.workspaceName : (name ?? user ?? conversation);
    return textStart(`${via}: ${who}`, MAX_TITLE);
  }
}
