import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi';
import { ExtensionRecord, PromptMessage, PromptRecord, ToolRecord } from '#contract';

export type ApiDocument = ReturnType<OpenAPIHono['getOpenAPI31Document']>;

const ApiError = z
  .object({
    code: z.string().openapi({ example: '400', description: 'The HTTP status' }),
    message: z.string(),
    success: z.literal(false),
    error: z.object({ message: z.string(), type: z.string(), param: z.null(), code: z.string() }),
    missing: z.array(z.string()).optional().describe('Arguments that are missing, or variables that are not defined'),
    line: z.int().optional(),
    column: z.int().optional(),
    template: z.string().optional(),
  })
  .openapi('Error');

const Args = z.record(z.string(), z.unknown()).optional().describe('What the template knows as .args');

const RenderRequest = z.object({ args: Args }).openapi('RenderRequest', { example: { args: { who: 'Ann' } } });

const Rendered = z
  .object({
    status: z.literal('success'),
    kind: z.enum(['prompt', 'messages']),
    rendered_prompt: z.union([z.string(), z.array(PromptMessage)]),
  })
  .openapi('Rendered');

const ChatRequest = z
  .object({
    model: z.string().optional().describe('A model, or the name of a profile; the configured one without it'),
    args: Args,
    stream: z.boolean().optional().describe('Answers with server-sent events, as the model’s server sends them'),
    temperature: z.number().optional(),
    max_tokens: z.int().optional(),
    top_p: z.number().optional(),
    frequency_penalty: z.number().optional(),
    presence_penalty: z.number().optional(),
    stop: z.union([z.string(), z.array(z.string())]).optional(),
    n: z.int().optional(),
    user: z.string().optional(),
  })
  .openapi('ChatRequest', { example: { args: { code: 'x := 1' }, stream: false } });

const StoredPrompt = z
  .object({
    origin: z.enum(['direct', 'extension']),
    prompt: PromptRecord,
    error: z.object({ message: z.string(), line: z.int().optional(), column: z.int().optional() }).optional(),
    variables: z.array(z.string()).describe('What its templates refer to, dotted'),
  })
  .openapi('StoredPrompt');

const STATUS: Readonly<Record<number, string>> = {
  400: 'A bad body, a template that does not compile, missing or wrong arguments, undefined variables',
  401: 'The token is missing or wrong',
  403: 'The Host or Origin is not one that is answered',
  404: 'There is nothing of this ID',
  413: 'The body is too large',
  500: 'The template failed, or the store did',
  502: 'The model failed three times',
  503: 'Rendering took too long',
};

const json = (schema: z.ZodType, description: string) => ({
  description,
  content: { 'application/json': { schema } },
});

const failures = (...statuses: readonly number[]) =>
  Object.fromEntries([401, 403, ...statuses].map((status) => [status, json(ApiError, STATUS[status] ?? '')]));

const byId = {
  params: z.object({ id: z.string().openapi({ description: 'Percent-encoded', example: 'demo.hello' }) }),
};
const withBody = (schema: z.ZodType) => ({ ...byId, body: { content: { 'application/json': { schema } } } });

const READABLE = [
  { path: 'prompts', one: 'prompt', schema: StoredPrompt, about: 'Prompts of the store and of extensions' },
  { path: 'environs', one: 'variable', schema: z.unknown(), about: 'Shared variables' },
  { path: 'tools', one: 'tool', schema: ToolRecord, about: 'Functions that templates may call' },
  { path: 'extensions', one: 'extension', schema: ExtensionRecord, about: 'Extensions that bring prompts' },
];

/** The whole API in OpenAPI 3.1. */
export function openApiDocument(version: string): ApiDocument {
  const app = new OpenAPIHono();
  for (const { path, one, schema, about } of READABLE) {
    const tags = [path];
    const list = json(z.array(z.string()), 'IDs, sorted');
    app.openAPIRegistry.registerPath(
      createRoute({
        method: 'get',
        path: `/api/${path}`,
        tags,
        summary: about,
        responses: { 200: list, ...failures(500) },
      }),
    );
    app.openAPIRegistry.registerPath(
      createRoute({
        method: 'get',
        path: `/api/${path}/{id}`,
        tags,
        summary: `One ${one}`,
        request: byId,
        responses: { 200: json(schema, `The ${one} as it is stored`), ...failures(404) },
      }),
    );
  }
  registerStore(app);
  registerWork(app);
  return app.getOpenAPI31Document({
    openapi: '3.1.0',
    info: {
      title: 'Prompt engine of Sigma Shell',
      version,
      description: 'Renders stored prompt templates, and asks models.',
    },
    servers: [{ url: '/' }],
    security: [{ token: [] }, {}],
  });
}

const Problem = z
  .object({
    kind: z.enum(['extension', 'template', 'environ', 'tool']),
    key: z.string(),
    severity: z.enum(['error', 'warning']),
    message: z.string(),
  })
  .openapi('Problem');

const Reloaded = z
  .object({
    status: z.literal('success'),
    prompts: z.int(),
    environs: z.int(),
    tools: z.int(),
    extensions: z.int(),
    problems: z.int(),
  })
  .openapi('Reloaded');

function registerStore(app: OpenAPIHono): void {
  app.openAPIRegistry.registerPath(
    createRoute({
      method: 'get',
      path: '/api/problems',
      tags: ['store'],
      summary: 'Records that cannot be used, or not as they were meant',
      responses: { 200: json(z.array(Problem), 'What is wrong with each; at most 1000'), ...failures(500) },
    }),
  );
  app.openAPIRegistry.registerPath(
    createRoute({
      method: 'post',
      path: '/api/reload',
      tags: ['store'],
      summary: 'Read the store again, now',
      responses: { 200: json(Reloaded, 'How many records there are'), ...failures(503) },
    }),
  );
}

function registerWork(app: OpenAPIHono): void {
  app.openAPIRegistry.registerComponent('securitySchemes', 'token', {
    type: 'http',
    scheme: 'bearer',
    description: 'Not needed by programs of this machine where `sigma prompts` listens on loopback',
  });
  app.openAPIRegistry.registerPath(
    createRoute({
      method: 'post',
      path: '/api/prompts/{id}/render',
      tags: ['prompts'],
      summary: 'Render a prompt',
      request: withBody(RenderRequest),
      responses: { 200: json(Rendered, 'The rendered prompt'), ...failures(400, 404, 413, 500, 503) },
    }),
  );
  const completion = json(z.looseObject({}), 'What the model’s server answered, unchanged').content;
  app.openAPIRegistry.registerPath(
    createRoute({
      method: 'post',
      path: '/api/prompts/{id}/chat',
      tags: ['prompts'],
      summary: 'Render a prompt and send it to a model',
      request: withBody(ChatRequest),
      responses: {
        200: {
          description: 'What the model’s server answered, unchanged',
          content: { ...completion, 'text/event-stream': { schema: z.string() } },
        },
        ...failures(400, 404, 413, 500, 502, 503),
      },
    }),
  );
}
