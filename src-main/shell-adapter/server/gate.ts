import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { bearerToken, isSameToken } from '#core/secrets/access-token';
import { isLoopbackAddress } from '#core/servers/loopback';
import { createLoopbackGate, type GateRefusal, hostsOf, type RequestHead } from '#core/servers/loopback-gate';
import type { Origins } from './config/adapter-config.ts';

export interface AdapterGateOptions {
  /** Host on which we listen, as in the file. */
  readonly host: string;
  readonly origins: Origins;
  /** Token that every client must present; without one, native programs of this machine are admitted as they are. */
  readonly token: () => string | undefined;
}

/** The part of a request that decides whether it is let in. */
export type GateRequest = RequestHead & { readonly socket: Pick<IncomingMessage['socket'], 'remoteAddress'> };

/** Makes what decides by the head of a request alone, of polling and WebSocket alike; `undefined` lets it in. */
export function createGate({
  host,
  origins,
  token,
}: AdapterGateOptions): (caller: GateRequest) => GateRefusal | undefined {
  const whyOutside = createLoopbackGate({
    isOurHost: hostsOf(host),
    isOurOrigin: (origin) => origins.listed.includes(origin.toLowerCase()) || (origins.isAny && token() !== undefined),
  });
  const whyNotHere = ({ socket }: GateRequest) =>
    token() === undefined && !isLoopbackAddress(socket.remoteAddress)
      ? { status: 401, text: 'Other machines need a token' }
      : undefined;
  return (caller) => whyOutside(caller) ?? whyNotHere(caller);
}

/** Whether the client presents the token, where there is one. */
export function isAuthorised(
  { auth, headers }: { readonly auth: Readonly<Record<string, unknown>>; readonly headers: IncomingHttpHeaders },
  token: string | undefined,
): boolean {
  if (token === undefined) return true;
  const given = [auth.token, bearerToken(headers)].filter((one) => typeof one === 'string');
  return given.map((one) => isSameToken(one, token)).includes(true);
}
