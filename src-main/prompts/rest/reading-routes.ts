import type { HttpBindings } from '@hono/node-server';
import type { Hono } from 'hono';
import type { PromptEngine } from '../ports.ts';
import { bytewise } from '../records/bytewise.ts';
import { variablesOf } from './prompt-variables.ts';
import { type RestContext, replyFailure, replyJson } from './reply.ts';

type App = Hono<{ Bindings: HttpBindings }>;

/** What is there, by kind and ID. */
export function addReadingRoutes(app: App, engine: PromptEngine): void {
  app.get('/api/extensions', (c) => replyIds(c, engine, (state) => state.extensions.map(({ id }) => id)));
  app.get('/api/prompts', (c) => replyIds(c, engine, (state) => state.prompts.map(({ id }) => id)));
  app.get('/api/environs', (c) => replyIds(c, engine, (state) => state.variables.map(({ id }) => id)));
  app.get('/api/tools', (c) => replyIds(c, engine, (state) => state.tools.map(({ id }) => id)));
  app.get('/api/extensions/:id', (c) => replyStored(c, engine, 'extension'));
  app.get('/api/tools/:id', (c) => replyStored(c, engine, 'tool'));
  app.get('/api/prompts/:id', (c) => replyPrompt(c, engine));
  app.get('/api/environs/:id', (c) => replyVariable(c, engine));
}

type State = PromptEngine['state']['value'];

function replyIds(c: RestContext, { state }: PromptEngine, idsOf: (state: State) => readonly string[]): Response {
  const { store } = state.value;
  // Nothing was ever read: that is not the same as nothing being there.
  if (store.state !== 'ready' && store.refreshedAt === undefined) {
    return replyFailure(c, 500, `the store cannot be reached${store.reason === undefined ? '' : `: ${store.reason}`}`);
  }
  return replyJson(c, JSON.stringify([...idsOf(state.value)].sort(bytewise)));
}

const NOT_FOUND = { extension: 'extension not found', tool: 'Tool not found' };

function replyStored(c: RestContext, engine: PromptEngine, kind: 'extension' | 'tool'): Response {
  const raw = engine.raw(kind, idOf(c));
  return raw ? replyJson(c, raw.text) : replyFailure(c, 404, NOT_FOUND[kind]);
}

function replyPrompt(c: RestContext, engine: PromptEngine): Response {
  const id = idOf(c);
  const prompt = engine.prompt(id);
  if (!prompt) return replyFailure(c, 404, 'template not found');
  const { origin, record, error } = prompt;
  const told = error && { message: error.message, line: error.line, column: error.column };
  return replyJson(c, JSON.stringify({ origin, prompt: record, error: told, variables: variablesOf(engine, id) }));
}

async function replyVariable(c: RestContext, engine: PromptEngine): Promise<Response> {
  const found = await engine.variable(idOf(c));
  if (!found) return replyFailure(c, 404, 'Environment variable not found');
  return replyJson(c, JSON.stringify(found.value) ?? 'null');
}

export const idOf = (c: RestContext): string => c.req.param('id') ?? '';
