import { randomUUID } from 'node:crypto';
import type { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import { type ClientSession, type ClientSessionOptions, serveMcpClient } from './client-session.ts';

interface ConnectedClient {
  readonly transport: WebStandardStreamableHTTPServerTransport;
  readonly session: ClientSession;
}

const MAX_SESSIONS = 32;

/** The clients that came by HTTP, by the ids of their sessions; the one unused for longest gives way to a new one. */
export class HttpClients {
  readonly #options: ClientSessionOptions;
  readonly #onChanged: () => void;
  /** Clients in the order of their last use. */
  readonly #entries = new Map<string, ConnectedClient>();
  /** Clients that begin, and have no entry yet. */
  #beginning = 0;
  /** Number of times that all were closed. */
  #closings = 0;

  constructor(options: ClientSessionOptions, onChanged: () => void) {
    this.#options = options;
    this.#onChanged = onChanged;
  }

  get sessions(): readonly ClientSession[] {
    return [...this.#entries.values()].map(({ session }) => session);
  }

  async answer(request: Request, message: unknown): Promise<Response> {
    const id = request.headers.get('mcp-session-id');
    if (id === null && isInitialize(message)) return await this.#beginInRoom(request, message);
    if (id === null) return problemResponse(400, 'The header Mcp-Session-Id is missing');
    const entry = this.#entries.get(id);
    if (!entry) return problemResponse(404, 'There is no such session; begin a new one');
    this.#entries.delete(id);
    this.#entries.set(id, entry);
    return await entry.transport.handleRequest(request, { parsedBody: message });
  }

  async closeAll(): Promise<void> {
    this.#closings++;
    await Promise.all(this.sessions.map((session) => session.close()));
  }

  async #beginInRoom(request: Request, message: unknown): Promise<Response> {
    const closings = this.#closings;
    this.#beginning++;
    try {
      if (await this.#makeRoom()) return await this.#begin(request, message, closings);
      return problemResponse(503, 'Too many clients wait for an answer; try again later');
    } finally {
      this.#beginning--;
    }
  }

  async #begin(request: Request, message: unknown, closings: number): Promise<Response> {
    const { WebStandardStreamableHTTPServerTransport } = await import(
      '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
    );
    const id = randomUUID();
    const transport = new WebStandardStreamableHTTPServerTransport({ sessionIdGenerator: () => id });
    const session = await serveMcpClient(transport, 'http', this.#options);
    const response = await transport.handleRequest(request, { parsedBody: message });
    const isClosed = closings !== this.#closings;
    if (!response.ok || isClosed) {
      await session.close();
      return isClosed ? problemResponse(503, 'All clients were just disconnected; try again') : response;
    }
    const onClose = transport.onclose;
    transport.onclose = () => {
      onClose?.();
      this.#entries.delete(id);
      this.#onChanged();
    };
    this.#entries.set(id, { transport, session });
    this.#onChanged();
    return response;
  }

  /** Whether there is room for all that begin. */
  async #makeRoom(): Promise<boolean> {
    while (this.#entries.size + this.#beginning > MAX_SESSIONS) {
      const oldest = [...this.#entries].find(([, { session }]) => !session.isBusy);
      if (!oldest) return false;
      const [id, { session }] = oldest;
      this.#entries.delete(id);
      await session.close();
    }
    return true;
  }
}

function isInitialize(message: unknown): boolean {
  return typeof message === 'object' && message !== null && 'method' in message && message.method === 'initialize';
}

function problemResponse(status: number, text: string): Response {
  const error = { code: status === 404 ? -32_001 : -32_000, message: text };
  return Response.json({ jsonrpc: '2.0', error, id: null }, { status });
}
