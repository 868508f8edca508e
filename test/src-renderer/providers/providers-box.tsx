import { userEvent } from '@testing-library/user-event';
import type { McpServerState, ProviderCall, ProviderView } from '#contract';
import { ProvidersView } from '../../../src-renderer/providers/providers-view.tsx';
import { apiOf, Feed, renderPane } from '../../support/pane.tsx';

export const weather: ProviderView = {
  id: 'p1',
  spec: { kind: 'program', argv: ['python3', 'weather.py'] },
  title: 'python3 weather.py',
  workspace: '/work',
  cwd: '/home/me/project',
  pid: 4242,
  isRemembered: true,
  state: 'running',
  tools: [
    {
      name: 'get_weather',
      description: 'Tells the weather\u200b',
      hidden: ['zero width space'],
      parameters: { type: 'object', required: ['city'], properties: { city: { type: 'string' } } },
      isOffered: true,
    },
  ],
  hash: 'h1',
  restarts: 0,
  callTimeoutMs: 15_000,
  startedAt: 0,
};

export const served: McpServerState = {
  isOn: false,
  command: 'sigma mcp',
  tools: [{ name: 'read_file', description: 'Reads a file', isServed: false }],
  clients: 0,
  policies: [],
};

interface SentCall {
  readonly name: string;
  readonly input: unknown;
}

export function show(
  providers: readonly ProviderView[] = [weather],
  parts: Record<string, Record<string, unknown>> = {},
) {
  const sent: SentCall[] = [];
  const noting = (name: string) => async (input: unknown) => void sent.push({ name, input });
  const feeds = {
    providers: new Feed<readonly ProviderView[]>(providers),
    progress: new Feed<{ title: string; text: string }>(),
    stderr: new Feed<{ text: string; droppedBytes: number }>({ text: '', droppedBytes: 0 }),
    calls: new Feed<readonly ProviderCall[]>([]),
    mcp: new Feed(served),
  };
  const api = apiOf({
    providers: {
      changed: feeds.providers.open,
      progress: feeds.progress.open,
      stderr: feeds.stderr.open,
      calls: feeds.calls.open,
      keys: async () => ['OPENAI_API_KEY'],
      words: async ({ line }: { line: string }) => line.split(' '),
      ...Object.fromEntries(
        ['kill', 'restart', 'forget', 'offer', 'approveTools', 'trust', 'setCallTimeout'].map((name) => [
          name,
          noting(name),
        ]),
      ),
      ...parts.providers,
    },
    mcp: {
      changed: feeds.mcp.open,
      ...Object.fromEntries(['start', 'stop', 'serve', 'setPolicy'].map((name) => [name, noting(name)])),
      ...parts.mcp,
    },
  });
  renderPane(api, <ProvidersView />);
  return { ...feeds, sent, user: userEvent.setup() };
}
