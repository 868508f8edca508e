import type { IncomingMessage } from 'node:http';
import { bearerToken, isSameToken } from '#core/secrets/access-token';
import { createLoopbackGate, type GateRefusal, hostsAt } from '#core/servers/loopback-gate';

export interface McpGateOptions {
  readonly port: number;
  readonly token: () => string;
}

const METHODS = ['GET', 'POST', 'DELETE'];
const ONCE = ['content-type', 'content-length', 'mcp-session-id', 'mcp-protocol-version'];

/** Makes what decides about a request from its head alone; `undefined` lets it in. Every path asks for the token. */
export function createMcpGate({ port, token }: McpGateOptions): (request: IncomingMessage) => GateRefusal | undefined {
  const whyOutside = createLoopbackGate({ isOurHost: hostsAt(port), once: ONCE });
  return (request) => whyOutside(request) ?? whyWrongKind(request) ?? whyNotKnown(request, token());
}

function whyWrongKind({ method = '', headers }: IncomingMessage): GateRefusal | undefined {
  if (!METHODS.includes(method)) return { status: 405, text: 'Only GET, POST and DELETE are answered' };
  const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  // What a page of another site can send without asking is never this type.
  if (method === 'POST' && type !== 'application/json') {
    return { status: 415, text: 'A message is sent as application/json' };
  }
  return undefined;
}

function whyNotKnown({ headers }: IncomingMessage, token: string): GateRefusal | undefined {
  const given = bearerToken(headers);
  if (given !== undefined && isSameToken(given, token)) return undefined;
  const text = 'Send the token that Sigma Shell shows, as the header "Authorization: Bearer <token>"';
  return { status: 401, text };
}
