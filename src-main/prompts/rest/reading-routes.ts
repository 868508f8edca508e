import type { ServerResponse } from 'node:http';
import { TemplateError } from '#template';
import type { LoadedPrompt, PromptEngine } from '../ports.ts';
import { bytewise } from '../records/bytewise.ts';
import { loadedTemplates } from '../registry/compile.ts';
import { isConversation } from '../registry/conversations.ts';
import { findPrompt } from '../registry/find-prompt.ts';
import { promptTexts } from '../registry/tables.ts';
import { referencedPaths } from '../render/references.ts';
import { writeFailure, writeJson } from './reply.ts';
import type { Route, RouteRequest } from './router.ts';

type State = PromptEngine['state']['value'];

/** Makes the routes that list what exists, by kind and ID, and the one that reads it again. */
export function readingRoutes(engine: PromptEngine): readonly Route[] {
  const get = (path: string, answer: Route['answer']): Route => ({ method: 'GET', path, answer });
  const list = (kind: string, idsOf: (state: State, request: RouteRequest) => readonly string[]) =>
    get(`/api/${kind}`, (request) => answerIds(request, engine, (state) => idsOf(state, request)));
  const idsIn = (records: readonly { readonly id: string }[]) => records.map(({ id }) => id);
  return [
    list('extensions', ({ extensions }) => idsIn(extensions)),
    list('prompts', ({ prompts }) => idsIn(prompts)),
    list('environs', (state, request) => idsIn(shownVariables(state, request))),
    list('tools', ({ tools }) => idsIn(tools)),
    get('/api/problems', async ({ outgoing }) => {
      await engine.look();
      writeJson(outgoing, JSON.stringify(engine.state.value.problems));
    }),
    get('/api/extensions/:id', (request) => answerStored(request, engine, 'extension')),
    get('/api/tools/:id', (request) => answerStored(request, engine, 'tool')),
    get('/api/prompts/:id', (request) => answerPrompt(request, engine)),
    get('/api/environs/:id', (request) => answerVariable(request, engine)),
    { method: 'POST', path: '/api/reload', answer: (request) => reload(request, engine) },
  ];
}

/** Conversations do not exist for a caller without a token. */
function shownVariables({ variables }: State, { hidesConversations }: RouteRequest): State['variables'] {
  return hidesConversations ? variables.filter((one) => !isConversation(one)) : variables;
}

async function answerIds(
  { outgoing }: RouteRequest,
  { state, look }: PromptEngine,
  idsOf: (state: State) => readonly string[],
): Promise<void> {
  await look();
  const { store } = state.value;
  // Nothing was ever read: that is not the same as nothing being there.
  if (store.state !== 'ready' && store.refreshedAt === undefined) writeUnreachable(outgoing, 500, store.reason);
  else writeJson(outgoing, JSON.stringify([...idsOf(state.value)].sort(bytewise)));
}

function writeUnreachable(outgoing: ServerResponse, status: number, reason: string | undefined): void {
  const why = reason === undefined ? '' : `: ${reason}`;
  writeFailure(outgoing, { status, message: `the store cannot be reached${why}` });
}

const NOT_FOUND = { extension: 'extension not found', tool: 'Tool not found' };

async function answerStored(
  { outgoing, id }: RouteRequest,
  engine: PromptEngine,
  kind: 'extension' | 'tool',
): Promise<void> {
  await engine.look();
  const raw = engine.raw(kind, id);
  if (raw) writeJson(outgoing, raw.text);
  else writeFailure(outgoing, { status: 404, message: NOT_FOUND[kind] });
}

async function answerPrompt({ outgoing, id }: RouteRequest, engine: PromptEngine): Promise<void> {
  const prompt = await findPrompt(engine, id);
  if (!prompt) {
    writeFailure(outgoing, { status: 404, message: 'template not found' });
    return;
  }
  const { origin, record, error } = prompt;
  const told = error && { message: error.message, line: error.line, column: error.column };
  const variables = promptVariables(prompt, id);
  writeJson(outgoing, JSON.stringify({ origin, prompt: record, error: told, variables }));
}

async function answerVariable(request: RouteRequest, engine: PromptEngine): Promise<void> {
  const { outgoing, id, hidesConversations } = request;
  const found = await engine.variable(id, { hidesConversations });
  if (found) writeJson(outgoing, found.json ?? JSON.stringify(found.value) ?? 'null');
  else writeFailure(outgoing, { status: 404, message: 'Environment variable not found' });
}

async function reload(request: RouteRequest, engine: PromptEngine): Promise<void> {
  const problem = await engine.refresh();
  const state = engine.state.value;
  const { store, prompts, tools, extensions, problems } = state;
  if (store.state !== 'ready') {
    writeUnreachable(request.outgoing, 503, store.reason);
    return;
  }
  if (problem !== undefined) {
    writeFailure(request.outgoing, { status: 503, message: `the store cannot be read: ${problem}` });
    return;
  }
  const counts = { prompts: prompts.length, tools: tools.length, extensions: extensions.length };
  const environs = shownVariables(state, request).length;
  writeJson(request.outgoing, JSON.stringify({ status: 'success', ...counts, environs, problems: problems.length }));
}

/** Dotted paths of what a prompt's templates refer to; none of one that does not parse. */
function promptVariables({ record, error }: LoadedPrompt, id: string): readonly string[] {
  if (error) return [];
  const texts = promptTexts(id, record);
  try {
    return referencedPaths({ set: loadedTemplates(texts), texts });
  } catch (problem) {
    if (problem instanceof TemplateError) return [];
    throw problem;
  }
}
