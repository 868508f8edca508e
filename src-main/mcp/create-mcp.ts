import { os } from '#core/servers/procedures';
import type { OpenLink } from '#tools';
import { openChoices } from './choices.ts';
import { McpToolServer, type McpToolServerOptions } from './mcp-tool-server.ts';
import { mcpOpener, type OpenMcpOptions } from './open-mcp.ts';

export interface McpOptions extends Omit<McpToolServerOptions, 'choices'>, Pick<OpenMcpOptions, 'media' | 'redactor'> {}

export interface McpFeature extends AsyncDisposable {
  readonly router: ReturnType<typeof mcpServerRouter>;
  /** Attaches MCP servers as providers. */
  readonly openLink: OpenLink;
  /** Begins to serve what the person chose; for the host of the data folder alone, once everything else is there. */
  listen(): Promise<void>;
  /** Lists what is served, in words; empty while it is off. */
  background(): string[];
  /** Tools that can be served came, went or changed. */
  toolsChanged(): void;
}

/** MCP both ways. Nothing of the SDK is loaded until there is a server to attach, or a client. */
export async function createMcp(options: McpOptions): Promise<McpFeature> {
  const choices = await openChoices(options.file, options.log, options.redactor);
  const served = new McpToolServer({ ...options, choices });
  return {
    router: mcpServerRouter(served),
    openLink: mcpOpener(options),
    background: () => {
      const { isOn, url = 'its port' } = served.state.value;
      return isOn ? [`MCP server at ${url}`] : [];
    },
    listen: () => served.listen(),
    toolsChanged: () => served.toolsChanged(),
    [Symbol.asyncDispose]: () => served[Symbol.asyncDispose](),
  };
}

function mcpServerRouter(served: McpToolServer) {
  return os.mcp.router({
    changed: os.mcp.changed.handler(async function* ({ signal }) {
      served.publish();
      yield* served.state.stream(signal);
    }),
    start: os.mcp.start.handler(({ input }) => served.start(input.port)),
    stop: os.mcp.stop.handler(() => served.stop()),
    serve: os.mcp.serve.handler(({ input }) => served.serve(input.tool, input.on)),
    setPolicy: os.mcp.setPolicy.handler(({ input: { policy, ...client } }) => served.setPolicy(client, policy)),
    token: os.mcp.token.handler(() => ({ token: served.token })),
    newToken: os.mcp.newToken.handler(async () => ({ token: await served.newToken() })),
  });
}
