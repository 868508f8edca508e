import type { IncomingMessage } from 'node:http';
import { TurnProgress } from '#contract';
import { isPlainObject } from '#contract/plain-object';
import { textStart } from '#contract/text-ends';
import { AppError } from '#core/app-error';
import { askSession, connectionError } from './session-request.ts';
import { serverEvents } from './sse.ts';

/** Person who speaks, with their channel and conversation. */
export interface ChannelPerson {
  /** Name of the channel, such as `telegram`. */
  readonly channel: string;
  /** The service's own id of the person. */
  readonly user: string;
  /** Display name. */
  readonly name?: string | undefined;
  /** A conversation of its own; absent: the socket's main one. */
  readonly conversation?: string | undefined;
}

export type MessagePart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image_url'; readonly image_url: { readonly url: string } };

export interface AboutSession {
  readonly workspace: string;
  readonly title: string;
  readonly state: string;
  readonly approvers: readonly string[];
}

export type Verdict = 'allow' | 'refuse';

/** A client of one session's socket. */
export class SessionSocketClient {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }

  /**
   * Puts a message into the conversation and follows what becomes of it; leaving early, or `signal`, does not end its turn.
   *
   * @throws AppError UNAVAILABLE where the session is not there or broke off, INVALID_INPUT, LIMIT_EXCEEDED; CANCELLED by `signal`
   */
  async *turn(
    content: string | readonly MessagePart[],
    speaker: ChannelPerson,
    signal?: AbortSignal,
  ): AsyncGenerator<TurnProgress, void> {
    const body = { content, user: speaker.user };
    const answer = await this.#ask({ method: 'POST', path: '/v1/turns', speaker, body, signal });
    const type = String(answer.headers['content-type'] ?? 'nothing');
    if (!type.startsWith('text/event-stream')) {
      answer.destroy();
      throw this.#brokeOff(`it answered with ${type} in place of a stream`);
    }
    try {
      for await (const { data } of serverEvents(answer)) {
        const progress = progressOf(data);
        if (progress) yield progress;
        if (progress?.kind === 'ended' || progress?.kind === 'withdrawn') return;
      }
    } catch (error) {
      throw error instanceof AppError ? error : connectionError(error, this.path, signal);
    } finally {
      answer.destroy();
    }
    throw this.#brokeOff('it closed the connection before the turn ended');
  }

  /** @throws AppError DENIED if this person may not answer, NOT_FOUND once it was answered, UNAVAILABLE */
  async answer(question: string, verdict: Verdict, speaker: ChannelPerson, reason?: string): Promise<void> {
    const path = `/v1/questions/${encodeURIComponent(question)}`;
    const body = { verdict, user: speaker.user, ...(reason !== undefined && { reason }) };
    (await this.#ask({ method: 'POST', path, speaker, body })).resume();
  }

  /** Ends the turn that runs in the speaker's conversation. @throws AppError UNAVAILABLE */
  async stop(speaker: ChannelPerson): Promise<void> {
    (await this.#ask({ method: 'POST', path: '/v1/stop', speaker, body: { user: speaker.user } })).resume();
  }

  /** @throws AppError UNAVAILABLE */
  async about(speaker: ChannelPerson): Promise<AboutSession> {
    const answer = await this.#ask({ method: 'GET', path: '/v1/session', speaker });
    const text = await bodyText(answer).catch((error: unknown) => {
      throw connectionError(error, this.path);
    });
    const value = parseJson(text);
    if (!isPlainObject(value)) throw this.#brokeOff('it did not say what it is');
    const word = (name: string) => (typeof value[name] === 'string' ? (value[name] as string) : '');
    const approvers = Array.isArray(value.approvers) ? value.approvers.filter((one) => typeof one === 'string') : [];
    return { workspace: word('workspace'), title: word('title'), state: word('state'), approvers };
  }

  #ask(asked: {
    readonly method: 'GET' | 'POST';
    readonly path: string;
    readonly speaker: ChannelPerson;
    readonly body?: unknown;
    readonly signal?: AbortSignal | undefined;
  }): Promise<IncomingMessage> {
    const { speaker, ...rest } = asked;
    return askSession({ ...rest, socketPath: this.path, headers: headersOf(speaker) });
  }

  #brokeOff(why: string): AppError {
    return connectionError(new Error(why), this.path);
  }
}

/** Characters that a header can have. */
const IN_HEADER = /^[ -~\u00a0-\u00ff]*$/;

/** @throws AppError INVALID_INPUT for a name of a conversation that no header can have */
function headersOf({ channel, name, conversation }: ChannelPerson): Record<string, string> {
  if (conversation !== undefined && !IN_HEADER.test(conversation)) {
    const advice = 'Take Latin letters, digits, dashes and dots';
    const message = `A conversation cannot be called ${JSON.stringify(conversation)}`;
    throw new AppError('INVALID_INPUT', message, { where: 'conversation', advice });
  }
  return {
    'sigma-channel': channel,
    ...(name !== undefined && {
      'sigma-person-name': encodeURIComponent(textStart(name, 100).replace(/\p{Surrogate}/gu, '\ufffd')),
    }),
    ...(conversation !== undefined && { 'sigma-conversation': conversation }),
  };
}

/** Parses progress; additional fields of a later version of the session are ignored. */
function progressOf(data: string): TurnProgress | undefined {
  return TurnProgress.safeParse(parseJson(data)).data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const MAX_ABOUT = 1_000_000;

async function bodyText(answer: IncomingMessage): Promise<string> {
  let text = '';
  for await (const piece of answer.setEncoding('utf8')) {
    text += piece;
    if (text.length > MAX_ABOUT) throw new Error('it says too much of itself');
  }
  return text;
}
