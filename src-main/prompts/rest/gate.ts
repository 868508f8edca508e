import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import { hostname } from 'node:os';
import { isSameToken } from '#core/access-token';
import { isLoopbackAddress, isLoopbackHost } from '#core/loopback';
import type { RestConfig } from './rest-ports.ts';

export interface Caller {
  readonly headers: IncomingHttpHeaders;
  readonly address: string | undefined;
  /** The page about the API, and the document it is made of, are shown to everyone who gets this far. */
  readonly asksForDocs: boolean;
}

export interface Refusal {
  readonly status: 401 | 403;
  readonly message: string;
}

type Access = Pick<RestConfig, 'host' | 'token' | 'trustsLoopback'>;

/** Decides by the head of a request alone; `undefined` lets it in. */
export function whyRefused({ headers, address, asksForDocs }: Caller, access: Access): Refusal | undefined {
  const { host } = headers;
  const isKnown = hasToken(headers, access);
  // A page that reaches this port by a name of its own (DNS rebinding) says so here; it has no token.
  if (!isKnown && !isOurName(host, access.host)) return refused('this server does not answer under that Host');
  if (isForeignPage(headers)) return refused('web pages may not use this API');
  if (isKnown || asksForDocs || (access.trustsLoopback && isLoopbackAddress(address))) return undefined;
  return { status: 401, message: 'present the token as the header "Authorization: Bearer <token>"' };
}

/** Whether a request comes with the token. */
export function hasToken({ authorization }: IncomingHttpHeaders, { token }: Pick<Access, 'token'>): boolean {
  return authorization !== undefined && bears(authorization, token());
}

function bears(authorization: string, token: string | undefined): boolean {
  const scheme = 'Bearer ';
  return (
    token !== undefined && authorization.startsWith(scheme) && isSameToken(authorization.slice(scheme.length), token)
  );
}

const refused = (message: string): Refusal => ({ status: 403, message });

/** Our own page about the API is the only one that may. */
function isForeignPage({ origin, host, 'sec-fetch-site': site }: IncomingHttpHeaders): boolean {
  if (origin !== undefined && origin !== `http://${host ?? ''}`) return true;
  return site === 'cross-site' || site === 'same-site';
}

/** Names that were found to be ours: most requests come by one and the same. */
const known = new Map<string, boolean>();
const MAX_KNOWN = 100;

function isOurName(given: string | undefined, bound: string): boolean {
  const key = `${given ?? ''} ${bound}`;
  let isOurs = known.get(key);
  if (isOurs === undefined) {
    isOurs = isOurs ?? judgeName(given ?? '', bound);
    if (known.size >= MAX_KNOWN) known.clear();
    known.set(key, isOurs);
  }
  return isOurs;
}

function judgeName(given: string, bound: string): boolean {
  const name = bare(given.replace(/:\d+$/, ''));
  if (isLoopbackHost(name) || name === bare(bound)) return name !== '';
  if (isLoopbackHost(bare(bound))) return false;
  // An address is no name that somebody could point here.
  return isIP(name) !== 0 || name === hostname().toLowerCase();
}

const bare = (name: string) => name.toLowerCase().replace(/^\[|\]$/g, '');
