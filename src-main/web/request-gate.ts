import type { IncomingMessage } from 'node:http';
import { createLoopbackGate, type GateRefusal, hostsAt } from '#core/servers/loopback-gate';
import type { Access } from './access.ts';

export interface RequestRefusal extends GateRefusal {
  readonly kind: 'refused';
}

export type GateDecision =
  | RequestRefusal
  | { readonly kind: 'let-in'; readonly path: string }
  /** The one-time code was right: set the cookie and lead to `/`. */
  | { readonly kind: 'redeemed'; readonly token: string };

export interface GateOptions {
  readonly port: number;
  readonly access: Access;
}

export type Gate = (request: IncomingMessage) => GateDecision;

/** Name of the cookie for a port: cookies know no ports, and two hosts on one machine would overwrite each other's. */
export const cookieNameFor = (port: number) => `sigma-${port}`;

const ONCE = ['cookie', 'upgrade', 'sec-websocket-key'];

/** Decides about a request from its head alone: who is asked, from where, how, and with what right. Every path asks for the right. */
export function createWebGate({ port, access }: GateOptions): Gate {
  // The link in the terminal may be opened from any page.
  const whyOutside = createLoopbackGate({ isOurHost: hostsAt(port), isLinkedTo: true, once: ONCE });
  const cookieName = cookieNameFor(port);
  return (request) => {
    const [path = '', query] = splitOnce(request.url ?? '', '?');
    const code = path === '/' && query !== undefined ? codeIn(query) : undefined;
    const refusal = whyOutside(request) ?? whyWrongMethod(request);
    if (refusal) return { kind: 'refused', ...refusal };
    return (
      redeemCode(request, code, access) ??
      whyNotKnown(request, cookieName, access, code !== undefined) ?? { kind: 'let-in', path }
    );
  };
}

function whyWrongMethod({ method }: IncomingMessage): GateRefusal | undefined {
  return method === 'GET' || method === 'HEAD' ? undefined : { status: 405, text: 'Only GET and HEAD are answered' };
}

function redeemCode(request: IncomingMessage, code: string | undefined, access: Access): GateDecision | undefined {
  if (code === undefined || request.method !== 'GET' || isPrefetch(request)) return undefined;
  const token = access.redeem(code);
  return token === undefined ? undefined : { kind: 'redeemed', token };
}

function whyNotKnown(
  { headers }: IncomingMessage,
  cookieName: string,
  access: Access,
  hadCode: boolean,
): RequestRefusal | undefined {
  const [token, ...more] = cookieValues(headers.cookie, cookieName);
  if (more.length > 0) return pageRefusal(400, `The cookie ${cookieName} may be sent once`);
  return token !== undefined && access.isKnown(token) ? undefined : pageRefusal(401, noEntry(hadCode));
}

export function pageRefusal(status: number, text: string): RequestRefusal {
  return { kind: 'refused', status, text };
}

function noEntry(hadCode: boolean): string {
  return hadCode
    ? 'This link has been used or is older than a minute. Press Enter in the terminal where Sigma Shell runs for a fresh one.'
    : 'Sigma Shell opens with the link it prints in the terminal. Press Enter there for a fresh one.';
}

function codeIn(query: string): string | undefined {
  const codes = new URLSearchParams(query).getAll('code');
  return codes.length === 1 ? codes[0] : undefined;
}

/** A browser that loads a page ahead of the person must not use up the code. */
function isPrefetch({ headers }: IncomingMessage): boolean {
  return [headers['sec-purpose'], headers.purpose].some((purpose) => String(purpose).includes('prefetch'));
}

function cookieValues(header: string | undefined, name: string): string[] {
  const pairs = (header ?? '').split(';').map((pair) => splitOnce(pair.trim(), '='));
  return pairs.flatMap(([key, value]) => (key === name && value !== undefined ? [value] : []));
}

function splitOnce(text: string, separator: string): [string, string | undefined] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}
