import type { IncomingMessage } from 'node:http';
import { isSameToken } from '#core/access-token';

/** Why a request is not answered: the status and one sentence for whoever looks at it. */
export interface Refusal {
  readonly status: number;
  readonly text: string;
}

export interface GateOptions {
  readonly port: number;
  readonly token: () => string;
}

const METHODS = ['GET', 'POST', 'DELETE'];
const ONCE_ONLY = [
  'host',
  'origin',
  'authorization',
  'content-type',
  'content-length',
  'mcp-session-id',
  'mcp-protocol-version',
];

/** Decides about a request from its head alone; `undefined` lets it in. Every path asks for the token. */
export function whyRefused(request: IncomingMessage, { port, token }: GateOptions): Refusal | undefined {
  return (
    whyMalformed(request) ?? whyMisdirected(request, port) ?? whyWrongKind(request) ?? whyNotKnown(request, token())
  );
}

function whyMalformed({ url, rawHeaders, headers }: IncomingMessage): Refusal | undefined {
  // An absolute target would name a host beside the Host header.
  if (!url?.startsWith('/')) return refusal(400, 'The request target must be a path');
  const names = rawHeaders.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase());
  const repeated = ONCE_ONLY.find((name) => names.indexOf(name) !== names.lastIndexOf(name));
  if (repeated) return refusal(400, `The header ${repeated} may be sent once`);
  return headers.host ? undefined : refusal(400, 'The header Host is missing');
}

/** A page of another site that reaches this port by a name of its own, or sends its visitors' browsers here. */
function whyMisdirected({ headers }: IncomingMessage, port: number): Refusal | undefined {
  const { host = '', origin } = headers;
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`];
  if (!hosts.includes(host)) return refusal(403, 'This server answers only under 127.0.0.1 and localhost');
  if (origin !== undefined && origin !== `http://${host}`) return refusal(403, 'This origin has no business here');
  return undefined;
}

function whyWrongKind({ method = '', headers }: IncomingMessage): Refusal | undefined {
  if (!METHODS.includes(method)) return refusal(405, 'Only GET, POST and DELETE are answered');
  const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  // What a page of another site can send without asking is never this type.
  if (method === 'POST' && type !== 'application/json') return refusal(415, 'A message is sent as application/json');
  return undefined;
}

function whyNotKnown({ headers }: IncomingMessage, token: string): Refusal | undefined {
  const given = /^Bearer ([\w.~+/-]+=*)$/i.exec(headers.authorization ?? '')?.[1];
  if (given !== undefined && isSameToken(given, token)) return undefined;
  return refusal(401, 'Send the token that Sigma Shell shows, as the header "Authorization: Bearer <token>"');
}

export function refusal(status: number, text: string): Refusal {
  return { status, text };
}
