import { createServer } from 'node:http';
import { serverEnder } from '#core/servers/http-ends';
import { listenOnUnixSocket } from '#core/servers/unix-socket-server';
import type { AiSocketOptions } from './ai-socket-options.ts';
import { answerRequest } from './answer-request.ts';

export interface AiSocket extends AsyncDisposable {
  /** Warnings for the person, such as that others can enter the folder. */
  readonly warnings: readonly string[];
}

/** Serves `POST /v1/chat/completions` and `GET /v1/models`. @throws AppError if the socket cannot be opened */
export async function openAiSocket(options: AiSocketOptions): Promise<AiSocket> {
  const server = createServer((request, response) => void answerRequest(request, response, options));
  // A model may think for long; who asks decides how long to wait.
  server.requestTimeout = 0;
  const end = serverEnder(server);
  const { warnings } = await listenOnUnixSocket(server, options.path);
  return { warnings, [Symbol.asyncDispose]: end };
}
