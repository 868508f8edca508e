import type { IncomingHttpHeaders } from 'node:http';
import type { MessageFrom } from '#contract';
import { HttpRefusal } from '#core/servers/http-refusal';

/** Caller of the socket, a person of a channel or a program, with the conversation. */
export interface SocketCaller {
  /** Key of the conversation; if absent, the socket's main one. */
  readonly conversation: string | undefined;
  readonly channel: string | undefined;
  /** The service's own id of the person, or what a program calls itself. */
  readonly user: string | undefined;
  readonly name: string | undefined;
}

const MAX_NAME = 200;

/** Reads the `sigma-` headers; `user` is what the body says. @throws HttpRefusal */
export function callerOf(headers: IncomingHttpHeaders, user: unknown): SocketCaller {
  const channel = headerOf(headers, 'sigma-channel');
  if (channel !== undefined && !/^[\w.-]{1,64}$/.test(channel)) {
    throw invalidRequest('The header sigma-channel takes 1 to 64 letters, digits, dots and dashes');
  }
  if (user !== undefined && user !== null && (typeof user !== 'string' || user.length > MAX_NAME)) {
    throw invalidRequest(`"user" must be a text of at most ${MAX_NAME} characters`);
  }
  return {
    conversation: limitLength(headerOf(headers, 'sigma-conversation'), 'sigma-conversation'),
    channel,
    user: typeof user === 'string' && user.trim() !== '' ? user : undefined,
    name: limitLength(decodedHeader(headerOf(headers, 'sigma-person-name')), 'sigma-person-name'),
  };
}

/** Converts a caller to the sender of a message in the record. @throws HttpRefusal */
export function messageSender({ channel, user, name }: SocketCaller): MessageFrom {
  if (channel === undefined) {
    const known = user ?? name;
    return { kind: 'socket', ...(known !== undefined && { name: known }) };
  }
  if (user === undefined) throw invalidRequest('With the header sigma-channel, "user" says which person speaks');
  return { kind: 'channel', channel, person: user, ...(name !== undefined && { name }) };
}

function headerOf(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name];
  const text = (Array.isArray(value) ? value[0] : value)?.trim();
  return text === '' ? undefined : text;
}

function limitLength(text: string | undefined, header: string): string | undefined {
  if (text === undefined || text.length <= MAX_NAME) return text;
  throw invalidRequest(`The header ${header} takes at most ${MAX_NAME} characters`);
}

function decodedHeader(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  try {
    return decodeURIComponent(text);
  } catch {
    throw invalidRequest('The header sigma-person-name is not percent-encoded UTF-8');
  }
}

const invalidRequest = (message: string) => new HttpRefusal(400, message, 'invalid_request');
