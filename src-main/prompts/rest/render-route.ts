import type { ServerResponse } from 'node:http';
import type { RenderedPrompt, RenderFailure } from '#contract';
import type { PromptEngine } from '../ports.ts';
import { argsIn, type BodyResult, MAX_BODY_BYTES, readBody } from './body.ts';
import { type FailureExtra, writeFailure, writeJson } from './reply.ts';
import type { RequestBatches } from './request-batches.ts';
import type { RouteRequest } from './router.ts';

export interface RenderContext {
  readonly engine: PromptEngine;
  readonly batches: RequestBatches;
}

/** `POST /api/prompts/{id}/render`. */
export async function answerRender(asked: RouteRequest, { engine, batches }: RenderContext): Promise<void> {
  const { incoming, outgoing, id, hidesConversations } = asked;
  const body = await readBody(incoming);
  const args = body.kind === 'object' ? argsIn(body.value) : undefined;
  if (args === undefined) {
    writeUnusable(outgoing, body);
    return;
  }
  await batches.join();
  const outcome = await engine.render({ id, args, traced: false, hidesConversations });
  if (!outcome.isRendered) {
    writeNotRendered(outgoing, id, outcome.failure);
    return;
  }
  const { kind } = outcome.rendered;
  const rendered = JSON.stringify(
    kind === 'prompt' ? firstMessageText(outcome.rendered) : renderedMessages(outcome.rendered),
  );
  writeJson(outgoing, `{"status":"success","kind":"${kind}","rendered_prompt":${rendered}}`);
}

export function writeUnusable(outgoing: ServerResponse, { kind }: BodyResult): void {
  if (kind === 'gone') return;
  if (kind !== 'too-large') {
    const why = kind === 'not-utf-8' ? ': it is not UTF-8' : '';
    writeFailure(outgoing, { status: 400, message: `invalid request body${why}` });
    return;
  }
  const message = `a request body may have ${MAX_BODY_BYTES / 1_048_576} MiB at most`;
  // What is still coming is not read.
  writeFailure(outgoing, { status: 413, message, headers: { connection: 'close' } });
}

export const firstMessageText = ({ messages }: RenderedPrompt): string => messages[0]?.content ?? '';

export const renderedMessages = ({ messages }: RenderedPrompt) =>
  messages.map(({ role, content }) => ({ role, content }));

export function writeNotRendered(outgoing: ServerResponse, id: string, failure: RenderFailure): void {
  const { status, message, missing, problems } = failure;
  const [problem] = problems;
  writeFailure(outgoing, { status, message, extra: { missing, ...problemPlace(id, problem) } });
}

function problemPlace(id: string, problem: RenderFailure['problems'][number] | undefined): FailureExtra {
  if (problem?.line === undefined) return {};
  const { line, column } = problem;
  return { line, column, template: id };
}
