import type { Api, LinkSpec, ProviderView } from '#contract';
import { withHiddenShown } from '#contract/hidden-characters';
import { messageOf } from '#core/app-error';
import { MCP_WORDS, mcpSpecOf } from '#core/text/mcp-words';
import { printableText } from '../printable-text.ts';
import type { ServingHost } from '../service-command.ts';

interface Output {
  write(text: string): unknown;
}

export interface McpServersCommand {
  readonly stdout: Output;
  readonly stderr: Output;
  /** Words after `mcp`: the operation and its arguments. */
  readonly words: readonly string[];
  /** The folder whose servers they are. */
  readonly workspace: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** @throws what makes the start impossible; its message is told */
  readonly open: () => Promise<ServingHost>;
}

/** Help for the servers that `sigma mcp` manages, in addition to serving our own tools. */
export const MCP_HELP = `Usage:
  sigma mcp add ${MCP_WORDS}
  sigma mcp list [--json]
  sigma mcp remove <name>

MCP servers of this folder, or of the one that -dir before the rest names: the same as under Providers in the app.
add starts the server and remembers it. Variables whose names say that they are keys are passed on by -env alone.`;

type McpSpec = Extract<LinkSpec, { kind: 'mcp' }>;
type McpView = ProviderView & { readonly spec: McpSpec };

const FOR_RUN = `Its secret values are forgotten when the app ends: no keychain took them. Choose another place for keys in
Settings, or add it where a keychain answers.
`;

/** Time that servers which are being started get to be ready before they are listed, in milliseconds. */
const STARTED_MS = 1000;

/** `sigma mcp add | list | remove`: the exit code; 1 when it failed, 2 when the words are wrong. */
export async function mcpServersCommand(command: McpServersCommand): Promise<number> {
  const { stderr, words, environment, open, workspace } = command;
  let act: (api: Api, folder: string) => Promise<number>;
  try {
    act = serverAction(words, command, (name) => environment[name]);
  } catch (error) {
    stderr.write(`${messageOf(error)}.\n\n${MCP_HELP}\n`);
    return 2;
  }
  try {
    await using host = await open();
    const { path } = await host.api.app.openWorkspace({ path: workspace });
    return await act(host.api, path);
  } catch (error) {
    stderr.write(withHiddenShown(`${messageOf(error)}\n${adviceOf(error)}`));
    return 1;
  }
}

function serverAction(
  [verb, ...rest]: readonly string[],
  { stdout, stderr }: McpServersCommand,
  variable: (name: string) => string | undefined,
): (api: Api, folder: string) => Promise<number> {
  if (verb === 'add') {
    const spec = mcpSpecOf(rest, variable);
    return (api, folder) => add(api, folder, spec, stdout);
  }
  if (verb === 'list') {
    const isJson = /^--?json$/.test(rest[0] ?? '');
    if (rest.length > (isJson ? 1 : 0)) throw new Error(`${rest.at(-1)} is not understood`);
    return async (api, folder) => {
      const servers = await startedServers(api, folder);
      stdout.write(isJson ? `${JSON.stringify(servers.map(asJson), undefined, 2)}\n` : serverListText(servers));
      return 0;
    };
  }
  const [name] = rest;
  if (name === undefined || rest.length > 1) throw new Error('remove takes one name');
  return async (api, folder) => {
    const found = await serversIn(api, folder, name);
    for (const { id } of found) {
      await api.providers.kill({ id });
      await api.providers.forget({ id });
    }
    const isThere = found.length > 0;
    (isThere ? stdout : stderr).write(
      isThere ? `Removed ${name}.\n` : `There is no MCP server ${name} in ${folder}.\n`,
    );
    return isThere ? 0 : 1;
  };
}

async function add(api: Api, workspace: string, spec: McpSpec, stdout: Output): Promise<number> {
  if ((await serversIn(api, workspace, spec.name)).length > 0) {
    throw new Error(`There is an MCP server ${spec.name} already; sigma mcp remove ${spec.name} takes it away.`);
  }
  const { title, tools, unsaved, values } = await api.providers.attach({ spec, workspace, remember: true });
  if (unsaved !== undefined) {
    const what = `${printableText(title)} was started, but is not remembered: it could not be written down`;
    throw new Error(`${what}: ${unsaved}`);
  }
  const offers = tools.length === 0 ? 'It offers no tools.' : `Its tools: ${tools.map(({ name }) => name).join(', ')}`;
  stdout.write(`Added ${printableText(title)}\n${printableText(offers)}\n${values === undefined ? '' : FOR_RUN}`);
  return 0;
}

/** Lists the servers that a folder remembers; with `name` those of that name. */
async function serversIn(api: Api, workspace: string, name?: string): Promise<readonly McpView[]> {
  const servers = (await api.providers.remembered({ workspace })).filter(isMcp);
  return servers.filter(({ spec }) => name === undefined || spec.name === name);
}

/** Lists the servers that a folder remembers: a host that has just opened the folder is starting them. */
async function startedServers(api: Api, workspace: string): Promise<readonly McpView[]> {
  const enough = AbortSignal.timeout(STARTED_MS);
  let servers = await serversIn(api, workspace);
  if (servers.every(isSettled)) return servers;
  try {
    for await (const all of await api.providers.changed(undefined, { signal: enough })) {
      const views = new Map(all.map((view) => [view.id, view]));
      servers = servers.map((server) => views.get(server.id) ?? server).filter(isMcp);
      if (servers.every(isSettled)) break;
    }
  } catch (error) {
    if (!enough.aborted) throw error;
  }
  return servers;
}

const isMcp = (view: ProviderView): view is McpView => view.spec.kind === 'mcp';
const isSettled = ({ state }: ProviderView): boolean => state !== 'initializing';

function serverListText(servers: readonly McpView[]): string {
  if (servers.length === 0) return 'No MCP server is remembered for this folder.\n';
  return servers
    .map(({ title, state, reason }) => `${printableText(`${title} (${state}${reason ? `; ${reason}` : ''})`)}\n`)
    .join('');
}

const asJson = ({ spec, state, reason, tools }: McpView) => ({
  name: spec.name,
  transport: spec.transport,
  state,
  ...(reason !== undefined && { reason }),
  tools: tools.map(({ name }) => name),
});

function adviceOf(error: unknown): string {
  const data: unknown = typeof error === 'object' && error !== null && 'data' in error ? error.data : undefined;
  const advice = typeof data === 'object' && data !== null && 'advice' in data ? data.advice : undefined;
  return typeof advice === 'string' && advice !== '' ? `${advice}\n` : '';
}
