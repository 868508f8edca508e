import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import { hostname } from 'node:os';
import { isSameToken } from '#core/access-token';
import { isLoopbackAddress, isLoopbackHost } from '#core/loopback';
import type { Origins } from './config/adapter-config.ts';

export interface GateOptions {
  /** Where we listen, as the file has it. */
  readonly host: string;
  readonly origins: Origins;
  /** What everybody must present; without one, native programs of this machine may come as they are. */
  readonly token: () => string | undefined;
}

/** What of a request decides whether it is let in. */
export interface Caller {
  readonly headers: IncomingHttpHeaders;
  readonly address: string | undefined;
}

/** Decides by the head of a request alone, of polling and WebSocket alike; `undefined` lets it in. */
export function whyRefused({ headers, address }: Caller, { host, origins, token }: GateOptions): string | undefined {
  // A page that reaches this port by a name of its own (DNS rebinding) says so here.
  if (!isOurName(nameIn(headers.host), host)) return 'This server does not answer under that Host';
  const hasToken = token() !== undefined;
  if (headers.origin !== undefined && !isKnownOrigin(headers.origin, origins, hasToken)) {
    return 'Web pages of this origin may not connect';
  }
  if (!hasToken && !isLoopbackAddress(address)) return 'Other machines need a token';
  return undefined;
}

/** Whether the client presents the token, where there is one. */
export function isAuthorised(
  { auth, headers }: { readonly auth: Readonly<Record<string, unknown>>; readonly headers: IncomingHttpHeaders },
  token: string | undefined,
): boolean {
  if (token === undefined) return true;
  const bearer = /^Bearer ([^\s]+)$/i.exec(headers.authorization ?? '')?.[1];
  const given = [auth.token, bearer].filter((one) => typeof one === 'string');
  return given.map((one) => isSameToken(one, token)).includes(true);
}

/** Without the port: whoever forwards one of its own has another. */
function nameIn(host: string | undefined): string {
  return (host ?? '').replace(/:\d+$/, '').toLowerCase();
}

function isOurName(name: string, host: string): boolean {
  if (isLoopbackHost(name) || name === host.toLowerCase()) return true;
  if (isLoopbackHost(host)) return false;
  // An address is no name that somebody could point here.
  return isIP(name.replace(/^\[|\]$/g, '')) !== 0 || name === hostname().toLowerCase();
}

function isKnownOrigin(origin: string, { isAny, listed }: Origins, hasToken: boolean): boolean {
  return listed.includes(origin.toLowerCase()) || (isAny && hasToken);
}
