import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { hostname } from 'node:os';
import { isLoopbackHost } from './loopback.ts';

/** The part of a request that a gate decides by: its head alone. */
export type RequestHead = Pick<IncomingMessage, 'url' | 'headers' | 'rawHeaders'>;

/** Refusal of a request: the HTTP status, and one sentence for whoever looks at it. */
export interface GateRefusal {
  readonly status: number;
  readonly text: string;
}

/** Policy of one server: the names, origins and tokens that it takes. */
export interface GatePolicy {
  /** Whether a Host header names this server; see `hostsAt` and `hostsOf`. */
  readonly isOurHost: (host: string, head: RequestHead) => boolean;
  /** Whether pages of that origin may ask; without it, only pages that the server itself has served. */
  readonly isOurOrigin?: (origin: string) => boolean;
  /** Whether a person may be led here by a link of another site, so that `Sec-Fetch-Site` tells nothing. */
  readonly isLinkedTo?: boolean;
  /** Headers that may be sent once, in lower case, beside those of every server. */
  readonly once?: readonly string[];
}

export type LoopbackGate = (head: RequestHead) => GateRefusal | undefined;

const ONCE = ['host', 'origin', 'authorization'];

/**
 * Makes the gate of a server that programs and pages of this machine reach: it refuses what is malformed, what was meant for another
 * host (DNS rebinding), and what a page of another site has its visitors' browsers send. Who may ask is for the server to decide.
 */
export function createLoopbackGate(policy: GatePolicy): LoopbackGate {
  const once = new Set([...ONCE, ...(policy.once ?? [])]);
  return (head) => whyMalformed(head, once) ?? whyMisdirected(head, policy);
}

function whyMalformed({ url, headers, rawHeaders }: RequestHead, once: ReadonlySet<string>): GateRefusal | undefined {
  // An absolute target would name a host beside the Host header.
  if (!url?.startsWith('/')) return { status: 400, text: 'The request target must be a path' };
  const seen = new Set<string>();
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]?.toLowerCase() ?? '';
    if (!once.has(name)) continue;
    if (seen.has(name)) return { status: 400, text: `The header ${name} may be sent once` };
    seen.add(name);
  }
  return headers.host ? undefined : { status: 400, text: 'The header Host is missing' };
}

function whyMisdirected(head: RequestHead, policy: GatePolicy): GateRefusal | undefined {
  const { host = '', origin, 'sec-fetch-site': site } = head.headers;
  if (!policy.isOurHost(host, head)) return { status: 403, text: 'This server does not answer under that Host' };
  const { isOurOrigin = (one: string) => one === `http://${host}` } = policy;
  if (origin !== undefined) {
    return isOurOrigin(origin) ? undefined : { status: 403, text: 'Web pages of this origin may not ask here' };
  }
  const isForeign = !policy.isLinkedTo && (site === 'cross-site' || site === 'same-site');
  return isForeign ? { status: 403, text: 'Web pages of other sites may not ask here' } : undefined;
}

/** Answers whether a Host header names a server on 127.0.0.1 at exactly that port. */
export function hostsAt(port: number): (host: string) => boolean {
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`];
  return (host) => hosts.includes(host);
}

/**
 * Answers whether a Host header names a server that listens at `bound`, a name or an address, empty for all interfaces. Any port is right:
 * whoever forwards one of its own has another.
 */
export function hostsOf(bound: string): (host: string) => boolean {
  const own = bare(bound);
  const isOurs = (host: string) => {
    const name = nameIn(host);
    if (name === undefined) return false;
    if (isLoopbackHost(name) || name === own) return true;
    if (isLoopbackHost(own)) return false;
    // An address is no name that somebody could point here.
    return isIP(name) !== 0 || name === hostname().toLowerCase();
  };
  // Most requests come by one and the same.
  let last = { host: '', isOurs: false };
  return (host) => {
    if (host !== last.host) last = { host, isOurs: isOurs(host) };
    return last.isOurs;
  };
}

const HOST = /^(?:\[(?<ipv6>[^\]]+)\]|(?<name>[^:\s/?#@[\],]+))(?::(?<port>\d{1,5}))?$/;

/** The name or address of a Host header without its port and brackets; `undefined` where it is none. */
function nameIn(host: string): string | undefined {
  const { ipv6, name, port = '0' } = HOST.exec(host)?.groups ?? {};
  if (Number(port) > 65_535 || (ipv6 !== undefined && isIP(ipv6) !== 6)) return undefined;
  return (ipv6 ?? name)?.toLowerCase();
}

const bare = (name: string) => name.toLowerCase().replace(/^\[|\]$/g, '');
