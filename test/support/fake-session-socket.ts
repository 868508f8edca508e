import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { TurnProgress } from '#contract';
import { serverEnder } from '#core/servers/http-ends';
import { temporaryFolder } from './temporary-folder.ts';

export interface TurnRequest {
  readonly content: unknown;
  readonly user: string | undefined;
  readonly headers: IncomingHttpHeaders;
  /** Tells more of the turn; `ended` and `withdrawn` end the stream. */
  say(...progress: readonly TurnProgress[]): void;
  /** Closes the connection in the middle. */
  drop(): void;
  readonly hasLeft: () => boolean;
}

export interface OtherRequest {
  readonly path: string;
  readonly body: Record<string, unknown>;
  readonly headers: IncomingHttpHeaders;
}

/** A session's socket as channels see it: a test decides what each turn does. */
export interface FakeSession extends AsyncDisposable {
  readonly path: string;
  readonly turns: readonly TurnRequest[];
  /** Questions that were answered, and stops. */
  readonly others: readonly OtherRequest[];
}

export interface FakeSessionOptions {
  /** Called for each turn, to carry it out. */
  readonly onTurn?: (turn: TurnRequest) => void;
  readonly approvers?: readonly string[];
  /** Handler that replaces any answer to a turn. */
  readonly raw?: (response: ServerResponse) => void;
}

/** A turn that answers at once. */
export const answerWith =
  (text: string) =>
  (turn: TurnRequest): void =>
    turn.say({ kind: 'queued', ahead: 0 }, { kind: 'started', turn: 't1' }, { kind: 'text', text }, endedUpdate(text));

export const endedUpdate = (
  text: string,
  more: Partial<Extract<TurnProgress, { kind: 'ended' }>> = {},
): TurnProgress => ({
  kind: 'ended',
  outcome: 'done',
  text,
  ...more,
});

export async function fakeSessionSocket(options: FakeSessionOptions = {}): Promise<FakeSession> {
  const folder = await temporaryFolder();
  const turns: TurnRequest[] = [];
  const others: OtherRequest[] = [];
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const piece of request.setEncoding('utf8')) text += piece;
    const { method, url = '', headers } = request;
    const body = text === '' ? {} : JSON.parse(text);
    if (url === '/v1/turns' && method === 'POST') {
      if (options.raw) return options.raw(response);
      response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
      response.write(': heartbeat\n\n');
      const turn = turnOn(response, body, headers);
      turns.push(turn);
      return options.onTurn?.(turn);
    }
    if (url === '/v1/session') {
      const { approvers = [] } = options;
      return answerJson(response, 200, {
        workspace: '/srv/agent',
        session: 's1',
        title: 'Agent',
        state: 'idle',
        approvers,
      });
    }
    others.push({ path: url, body, headers });
    const isQuestion = url.startsWith('/v1/questions/');
    if (isQuestion && !(options.approvers ?? []).includes(`${headers['sigma-channel']}:${body.user}`)) {
      const message = 'You are not among those who may answer questions here';
      return answerJson(response, 403, { error: { message, type: 'invalid_request_error', code: 'not_an_approver' } });
    }
    if (isQuestion && url.endsWith('/gone')) {
      const message = 'This question was answered already';
      return answerJson(response, 404, { error: { message, type: 'invalid_request_error', code: 'not_found' } });
    }
    response.writeHead(204).end();
  });
  const path = join(folder.path, 'session.sock');
  await once(server.listen(path), 'listening');
  const end = serverEnder(server);
  return {
    path,
    turns,
    others,
    [Symbol.asyncDispose]: async () => {
      await end();
      await folder[Symbol.asyncDispose]();
    },
  };
}

function turnOn(response: ServerResponse, body: Record<string, unknown>, headers: IncomingHttpHeaders): TurnRequest {
  let hasLeft = false;
  response.on('close', () => {
    hasLeft = true;
  });
  return {
    content: body.content,
    user: typeof body.user === 'string' ? body.user : undefined,
    headers,
    hasLeft: () => hasLeft,
    drop: () => response.destroy(),
    say: (...progress) => {
      for (const one of progress) {
        response.write(`event: ${one.kind}\ndata: ${JSON.stringify(one)}\n\n`);
        if (one.kind === 'ended' || one.kind === 'withdrawn') response.end();
      }
    },
  };
}

function answerJson(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}
