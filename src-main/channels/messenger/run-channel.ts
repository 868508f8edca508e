import { AppError, messageOf } from '#core/app-error';
import { abortableDelay } from '#core/async/abort';
import { KeyedMutex } from '#core/async/mutex';
import { PendingWork } from '#core/async/pending-work';
import type { Logger } from '#core/logger';
import { type ChannelPerson, SessionSocketClient } from '../socket/session-socket.ts';
import { afterCommand, channelCommand, greeting } from './commands.ts';
import { followTurn } from './follow-turn.ts';
import { messageContent, notUnderstood } from './message-content.ts';
import type {
  ConnectionHandlers,
  IncomingEvent,
  IncomingMessage,
  Messenger,
  Person,
  PressedButton,
} from './messenger.ts';
import { backOffMs, deliver, type WaitFunction } from './pace.ts';
import { QuestionMessages } from './question-messages.ts';
import { Reconnects } from './reconnects.ts';
import type { Strangers } from './strangers.ts';
import { FollowedTurnStart } from './turn-start.ts';

/** Permissions by the service's own user ids; read at each message. */
export interface ChannelPermissions {
  readonly allowed: ReadonlySet<string>;
  readonly approvers: ReadonlySet<string>;
}

/** Condition of a channel, for observers. */
export type ChannelCondition =
  | { readonly state: 'starting' }
  | { readonly state: 'on'; readonly account: string }
  | { readonly state: 'retrying' | 'failed'; readonly problem: string };

export interface ChannelOptions {
  readonly messenger: Messenger;
  /** The session's socket as it is now; undefined while there is none. */
  readonly socketPath: () => string | undefined;
  readonly access: () => ChannelPermissions;
  readonly strangers: Strangers;
  /** The conversation of a person after `/new`, which outlives the channel where it is written down. */
  readonly conversations: {
    readonly get: (person: string) => string | undefined;
    readonly set: (person: string, conversation: string) => Promise<void>;
  };
  readonly streams: boolean;
  readonly intervalMs: number;
  readonly log: Logger;
  readonly onCondition: (condition: ChannelCondition) => void;
  readonly now?: () => number;
  readonly wait?: WaitFunction;
}

/** Joins a messenger to a session until `signal` aborts, or the service refuses what should let us in. Never rejects. */
export async function runChannel(options: ChannelOptions, signal: AbortSignal): Promise<void> {
  const { messenger, onCondition, wait = abortableDelay } = options;
  const channel = new Channel(options, signal);
  const reconnects = new Reconnects(options);
  onCondition({ state: 'starting' });
  const listening: ConnectionHandlers = {
    onIncoming: (incoming) => channel.take(incoming),
    onReady: (account) => {
      reconnects.noteReady(account);
      onCondition({ state: 'on', account });
    },
  };
  while (!signal.aborted) {
    const pause = await messenger.listen(listening, signal).then(
      () => backOffMs(1),
      (error: unknown) => (signal.aborted ? undefined : reconnects.pauseAfter(error)),
    );
    if (pause === undefined) break;
    await wait(pause, signal).catch(() => {});
  }
  await channel.settled();
}

class Channel {
  readonly #options: ChannelOptions;
  readonly #signal: AbortSignal;
  readonly #entering = new KeyedMutex();
  readonly #following = new PendingWork();
  readonly #questions: QuestionMessages;
  readonly #wait: WaitFunction;

  constructor(options: ChannelOptions, signal: AbortSignal) {
    const { messenger, log, wait = abortableDelay } = options;
    this.#options = options;
    this.#signal = signal;
    this.#wait = wait;
    const approvers = () => options.access().approvers;
    this.#questions = new QuestionMessages({ messenger, approvers, log, wait, signal });
  }

  /** Resolves when what it says is in the session's hands, or cannot come there; `false` where the end came before. Never rejects. */
  async take(incoming: IncomingEvent): Promise<boolean> {
    const { messenger, log } = this.#options;
    try {
      if (incoming.kind === 'press') await this.#press(incoming);
      else await this.#message(incoming);
    } catch (error) {
      if (this.#signal.aborted) return false;
      log.warn('channel.not-taken', { channel: messenger.channel, why: messageOf(error) });
    }
    return true;
  }

  async settled(): Promise<void> {
    await this.#entering.settled();
    await this.#following.settled();
  }

  async #message(message: IncomingMessage): Promise<void> {
    const { access, strangers, messenger } = this.#options;
    const { person, chat } = message;
    // No word to a stranger: an answer would tell him that somebody is here.
    if (!access().allowed.has(person.id)) return strangers.refuse(person);
    const command = channelCommand(message.text);
    if (command === 'start') await this.#say(chat, greeting(person, messenger.title));
    else if (command === 'stop') await this.#stop(message);
    // In its turn: what was said before belongs to the conversation of before.
    else if (command === 'new') await this.#entering.run(person.id, () => this.#beginAnew(message));
    else await this.#entering.run(person.id, () => this.#enter(message));
  }

  /** Hands the message over, and follows its turn beside whatever comes next. */
  async #enter(message: IncomingMessage): Promise<void> {
    const { person, chat } = message;
    const found = await messageContent(message, this.#signal);
    if ('problem' in found) return await this.#say(chat, found.problem);
    this.#signal.throwIfAborted();
    const { messenger, streams, intervalMs, log, now = Date.now } = this.#options;
    let turn: FollowedTurnStart;
    try {
      const socket = this.#socket();
      const ask = (signal: AbortSignal) => socket.turn(found.content, this.#speaker(person), signal);
      turn = new FollowedTurnStart(ask, this.#signal);
      await turn.begun;
    } catch (error) {
      // It comes again, since it was lost otherwise: the session may have it twice then.
      if (this.#signal.aborted) log.warn('channel.perhaps-taken', { channel: messenger.channel, person: person.id });
      this.#signal.throwIfAborted();
      return await this.#say(chat, `Your message was not taken: ${messageOf(error)}`);
    }
    const following = followTurn(turn.progress(), {
      messenger,
      questions: this.#questions,
      person,
      chat,
      streams,
      intervalMs,
      log,
      now,
      wait: this.#wait,
      signal: this.#signal,
    });
    void this.#following.add(following);
    if (message.leftOut !== undefined) {
      // The message itself is in the session's hands, whatever becomes of this.
      const saying = this.#say(chat, `${notUnderstood(message.leftOut)}: the rest of it was taken.`);
      await saying.catch((error: unknown) => {
        log.warn('channel.not-said', { channel: messenger.channel, why: messageOf(error) });
      });
    }
  }

  async #stop({ person, chat, text, images }: IncomingMessage): Promise<void> {
    const problem = await failureText(() => this.#socket().stop(this.#speaker(person)));
    const said = problem === undefined ? 'What ran is being stopped.' : `It could not be stopped: ${problem}`;
    const hasMore = afterCommand(text) !== '' || images.length > 0;
    const untaken = hasMore ? ' The rest of your message was not taken: send it without /stop.' : '';
    await this.#say(chat, said + untaken);
  }

  /** Begins a new conversation, whose first message is what stands behind the command or is sent with it. */
  async #beginAnew(message: IncomingMessage): Promise<void> {
    const { messenger, conversations, now = Date.now } = this.#options;
    const { person, chat, images, leftOut } = message;
    const text = afterCommand(message.text);
    const hasMore = text !== '' || images.length > 0;
    const key = `${messenger.channel}:${person.id}:${now().toString(36)}`;
    const problem = await failureText(() => conversations.set(person.id, key));
    if (problem !== undefined) {
      const untaken = hasMore ? '. Your message was not taken' : '';
      return await this.#say(chat, `The old conversation goes on: ${problem}${untaken}`);
    }
    await this.#say(chat, `A new conversation begins with ${hasMore ? 'this' : 'your next'} message.`);
    if (hasMore || leftOut !== undefined) await this.#enter({ ...message, text });
  }

  async #press({ person, question, verdict, reply }: PressedButton): Promise<void> {
    const { access, strangers, messenger, log } = this.#options;
    if (!access().approvers.has(person.id)) {
      if (!access().allowed.has(person.id)) strangers.refuse(person);
      else log.warn('channel.answer-refused', { channel: messenger.channel, person: person.id, question });
      return await reply('You may not answer this.');
    }
    const problem = await failureText(() => this.#socket().answer(question, verdict, this.#speaker(person)));
    await reply(problem ?? (verdict === 'allow' ? 'Allowed once.' : 'Refused.'));
  }

  #socket(): SessionSocketClient {
    const path = this.#options.socketPath();
    if (path !== undefined) return new SessionSocketClient(path);
    throw new AppError(
      'UNAVAILABLE',
      'The workspace has no session socket now. Whoever runs it starts one under Workspaces ▸ Session socket.',
    );
  }

  #speaker({ id, name }: Person): ChannelPerson {
    const { messenger, conversations } = this.#options;
    const { channel } = messenger;
    return { channel, user: id, name, conversation: conversations.get(id) ?? `${channel}:${id}` };
  }

  async #say(chat: string, text: string): Promise<void> {
    const { messenger } = this.#options;
    await deliver((delivery) => messenger.send(chat, { text, delivery }), { wait: this.#wait, signal: this.#signal });
  }
}

async function failureText(act: () => Promise<unknown>): Promise<string | undefined> {
  try {
    await act();
    return undefined;
  } catch (error) {
    return messageOf(error);
  }
}
