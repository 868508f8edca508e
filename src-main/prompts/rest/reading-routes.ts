import type { HttpBindings } from '@hono/node-server';
import type { Hono } from 'hono';
import type { PromptEngine } from '../ports.ts';
import { bytewise } from '../records/bytewise.ts';
import { isConversation } from '../registry/conversations.ts';
import { promptVariables } from './prompt-variables.ts';
import { type RestContext, replyFailure, replyJson } from './reply.ts';

type RestApp = Hono<{ Bindings: HttpBindings }>;

/**
 * Adds the routes that list what exists, by kind and ID. `hides`: whether conversations do not exist for the caller.
 */
export function addReadingRoutes(app: RestApp, engine: PromptEngine, hides: (c: RestContext) => boolean): void {
  app.get('/api/extensions', (c) => replyIds(c, engine, (state) => state.extensions.map(({ id }) => id)));
  app.get('/api/prompts', (c) => replyIds(c, engine, (state) => state.prompts.map(({ id }) => id)));
  app.get('/api/environs', (c) => {
    const isShown = hides(c) ? (one: State['variables'][number]) => !isConversation(one) : () => true;
    return replyIds(c, engine, (state) => state.variables.filter(isShown).map(({ id }) => id));
  });
  app.get('/api/tools', (c) => replyIds(c, engine, (state) => state.tools.map(({ id }) => id)));
  app.get('/api/problems', async (c) => {
    await engine.look();
    return replyJson(c, JSON.stringify(engine.state.value.problems));
  });
  app.get('/api/extensions/:id', (c) => replyStored(c, engine, 'extension'));
  app.get('/api/tools/:id', (c) => replyStored(c, engine, 'tool'));
  app.get('/api/prompts/:id', (c) => replyPrompt(c, engine));
  app.get('/api/environs/:id', (c) => replyVariable(c, engine, hides(c)));
}

type State = PromptEngine['state']['value'];

async function replyIds(
  c: RestContext,
  { state, look }: PromptEngine,
  idsOf: (state: State) => readonly string[],
): Promise<Response> {
  await look();
  const { store } = state.value;
  // Nothing was ever read: that is not the same as nothing being there.
  if (store.state !== 'ready' && store.refreshedAt === undefined) {
    return replyFailure(c, 500, unreachable(store.reason));
  }
  return replyJson(c, JSON.stringify([...idsOf(state.value)].sort(bytewise)));
}

export const unreachable = (reason: string | undefined): string =>
  `the store cannot be reached${reason === undefined ? '' : `: ${reason}`}`;

const NOT_FOUND = { extension: 'extension not found', tool: 'Tool not found' };

async function replyStored(c: RestContext, engine: PromptEngine, kind: 'extension' | 'tool'): Promise<Response> {
  await engine.look();
  const raw = engine.raw(kind, promptId(c));
  return raw ? replyJson(c, raw.text) : replyFailure(c, 404, NOT_FOUND[kind]);
}

async function replyPrompt(c: RestContext, engine: PromptEngine): Promise<Response> {
  const id = promptId(c);
  await engine.look(id);
  if (!engine.prompt(id)) await engine.look();
  const prompt = engine.prompt(id);
  if (!prompt) return replyFailure(c, 404, 'template not found');
  const { origin, record, error } = prompt;
  const told = error && { message: error.message, line: error.line, column: error.column };
  return replyJson(c, JSON.stringify({ origin, prompt: record, error: told, variables: promptVariables(engine, id) }));
}

async function replyVariable(c: RestContext, engine: PromptEngine, hidesConversations: boolean): Promise<Response> {
  const found = await engine.variable(promptId(c), { hidesConversations });
  if (!found) return replyFailure(c, 404, 'Environment variable not found');
  return replyJson(c, found.json ?? JSON.stringify(found.value) ?? 'null');
}

export const promptId = (c: RestContext): string => c.req.param('id') ?? '';
