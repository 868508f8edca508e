import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { bearerToken, isSameToken } from '#core/secrets/access-token';
import { isLoopbackAddress } from '#core/servers/loopback';
import { createLoopbackGate, type GateRefusal, hostsOf, type RequestHead } from '#core/servers/loopback-gate';
import type { RestConfig } from './rest-ports.ts';

type Access = Pick<RestConfig, 'host' | 'token' | 'trustsLoopback'>;

/** The part of a request that decides whether it is let in. */
export type RequestSource = RequestHead & { readonly socket: Pick<IncomingMessage['socket'], 'remoteAddress'> };

const ONCE = ['content-type', 'content-length'];

/** Makes what decides about a request by its head alone; `undefined` lets it in. */
export function createRestGate(access: Access): (caller: RequestSource) => GateRefusal | undefined {
  const isNamed = hostsOf(access.host);
  // A page that reaches this port by a name of its own has no token.
  const isOurHost = (host: string, { headers }: RequestHead) => isNamed(host) || hasToken(headers, access);
  const whyOutside = createLoopbackGate({ isOurHost, once: ONCE });
  return (caller) => whyOutside(caller) ?? whyNotKnown(caller, access);
}

function whyNotKnown({ url, headers, socket }: RequestSource, access: Access): GateRefusal | undefined {
  // The page about the API, and the document it is made of, are shown to everyone who gets this far.
  if (url === '/docs' || url === '/api/openapi.json') return undefined;
  if (access.trustsLoopback && isLoopbackAddress(socket.remoteAddress)) return undefined;
  if (hasToken(headers, access)) return undefined;
  return { status: 401, text: 'Present the token as the header "Authorization: Bearer <token>"' };
}

/** Whether a request comes with the token. */
export function hasToken(headers: IncomingHttpHeaders, { token }: Pick<Access, 'token'>): boolean {
  const [given, known] = [bearerToken(headers), token()];
  return given !== undefined && known !== undefined && isSameToken(given, known);
}
