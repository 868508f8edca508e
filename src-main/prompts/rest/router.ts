import type { IncomingMessage, ServerResponse } from 'node:http';
import { percentDecoded } from '#core/text/percent-decoded';
import { writeFailure } from './reply.ts';

/** A request that was let in. */
export interface RouteRequest {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  /** ID in its address, percent-decoded; empty where there is none. */
  readonly id: string;
  /** Whether the caller has no token, so that conversations do not exist for it. */
  readonly hidesConversations: boolean;
}

export interface Route {
  readonly method: 'GET' | 'POST';
  /** Path of the address; an ID is its third part, and stands here as `:id`. */
  readonly path: string;
  readonly answer: (request: RouteRequest) => Promise<void>;
}

/** Makes what answers each request by the route of its path; GET answers HEAD, too, for which Node sends no body. */
export function createRestRouter(routes: readonly Route[]): (request: Omit<RouteRequest, 'id'>) => Promise<void> {
  const byPath = new Map(routes.map((route) => [route.path, route]));
  return (request) => {
    const { incoming, outgoing, hidesConversations } = request;
    const { path, id } = addressOf(incoming.url ?? '');
    const route = byPath.get(path);
    const method = incoming.method === 'HEAD' ? 'GET' : incoming.method;
    if (!route || route.method !== method) return refuse(outgoing, route?.method);
    return route.answer({ incoming, outgoing, id, hidesConversations });
  };
}

async function refuse(outgoing: ServerResponse, method: Route['method'] | undefined): Promise<void> {
  const allow = method === 'GET' ? 'GET, HEAD' : 'POST';
  if (method === undefined) writeFailure(outgoing, { status: 404, message: 'there is nothing here' });
  else writeFailure(outgoing, { status: 405, message: `the method must be ${method}`, headers: { allow } });
}

const ADDRESS = /^(\/[^/?#]*\/[^/?#]*\/)([^/?#]+)([^?#]*)/;

function addressOf(url: string): { readonly path: string; readonly id: string } {
  const [, start, id, end = ''] = ADDRESS.exec(url) ?? [];
  if (start === undefined || id === undefined) return { path: url.replace(/[?#].*$/s, ''), id: '' };
  return { path: `${start}:id${end}`, id: id.includes('%') ? decodePart(id) : id };
}

/** Decodes a part of a path; what is no percent-encoded text stays as it is. */
function decodePart(text: string): string {
  return text.replace(/(?:%[0-9a-f]{2})+/gi, percentDecoded);
}
