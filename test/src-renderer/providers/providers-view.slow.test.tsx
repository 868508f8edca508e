import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import type { McpServerState, ProviderCall, ProviderView } from '#contract';
import { ProvidersView } from '../../../src-renderer/providers/providers-view.tsx';
import { apiOf, Feed, failure, renderPane } from '../../support/pane.tsx';

const weather: ProviderView = {
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
const served: McpServerState = {
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

function show(providers: readonly ProviderView[] = [weather], parts: Record<string, Record<string, unknown>> = {}) {
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

const detail = async () => within(await screen.findByRole('region', { name: 'Provider weather.py' }));

describe('the list and what is chosen in it', () => {
  test('nothing attached says what to do, with the three ways to do it', async () => {
    show([]);
    expect(await screen.findByText('Nothing is attached')).toBeDefined();
    for (const name of ['Attach program', 'Attach Node package', 'Add MCP server', 'New TypeScript tool']) {
      expect(screen.getByRole('button', { name })).toBeDefined();
    }
  });

  test('shows state, pid, tools and where it runs', async () => {
    show();
    const list = within(await screen.findByRole('list', { name: 'Attached providers' }));
    expect(list.getByRole('button').textContent).toMatch(/weather\.py.*running.*pid 4242.*1 tool/);
    expect((await detail()).getByText('remembered for this workspace')).toBeDefined();
  });

  test('Kill ends one that runs; one that has ended is restarted or forgotten', async () => {
    const { sent, providers, user } = show();
    await user.click((await detail()).getByRole('button', { name: 'Kill' }));
    expect((await detail()).queryByRole('button', { name: 'Forget' })).toBeNull();
    await act(async () => providers.push([{ ...weather, state: 'failed', reason: 'exit code 3' }]));
    expect((await (await detail()).findByRole('alert')).textContent).toContain('exit code 3');
    expect((await detail()).queryByRole('button', { name: 'Kill' })).toBeNull();
    await user.click((await detail()).getByRole('button', { name: 'Restart' }));
    await user.click((await detail()).getByRole('button', { name: 'Forget' }));
    expect(sent).toEqual(['kill', 'restart', 'forget'].map((name) => ({ name, input: { id: 'p1' } })));
  });

  test('what the host refuses is said', async () => {
    const restart = async () => Promise.reject(failure('UNAVAILABLE', 'header incomplete: "Hello"'));
    const { user } = show([weather], { providers: { restart } });
    await user.click((await detail()).getByRole('button', { name: 'Restart' }));
    expect((await (await detail()).findByText('header incomplete: "Hello"')).textContent).toBeDefined();
  });

  test('one that waits is started by trusting the workspace, which is said to start all', async () => {
    const { sent, user } = show([{ ...weather, state: 'waiting-for-trust', tools: [] }]);
    const one = await detail();
    expect(one.getByRole('alert').textContent).toContain('starts everything that is remembered for it');
    expect(one.queryByRole('button', { name: 'Restart' })).toBeNull();
    await user.click(one.getByRole('button', { name: 'Trust this workspace' }));
    expect(sent).toEqual([{ name: 'trust', input: { id: 'p1' } }]);
  });

  test('changed tools show what differs, and are approved by the hash that was shown', async () => {
    const { sent, user } = show([
      { ...weather, state: 'changed', hash: 'h2', difference: ' "a"\n-"old"\n+"new\u202e"' },
    ]);
    const block = await screen.findByRole('group', { name: 'Difference of the tools' });
    expect([...block.querySelectorAll('[data-line]')].map((line) => line.getAttribute('data-line'))).toEqual([
      'removed',
      'added',
    ]);
    expect(within(block).getByRole('img').textContent).toBe('U+202E');
    await user.click(screen.getByRole('button', { name: 'Approve these tools' }));
    expect(sent).toEqual([{ name: 'approveTools', input: { id: 'p1', hash: 'h2' } }]);
  });

  test('the time limit of calls is set in seconds, within its bounds', async () => {
    const { sent, user } = show();
    const field = (await detail()).getByLabelText('Time limit of a call, in seconds');
    await user.clear(field);
    await user.type(field, '0{Enter}');
    expect((await detail()).getByRole('alert').textContent).toContain('0.1 to 3600');
    await user.type(field, '.5{Enter}');
    expect(sent).toEqual([{ name: 'setCallTimeout', input: { id: 'p1', ms: 500 } }]);
  });
});

describe('tools', () => {
  test('hidden characters are named and drawn, and models can be kept from a tool', async () => {
    const { sent, user } = show();
    const one = await detail();
    expect(one.getByText(/zero width space/)).toBeDefined();
    expect(one.getByRole('img').textContent).toBe('U+200B');
    await user.click(one.getByLabelText('Offer get_weather to models'));
    expect(sent).toEqual([{ name: 'offer', input: { id: 'p1', tool: 'get_weather', on: false } }]);
  });

  test('are tried by a form made from their schema; the result is shown with how it went', async () => {
    const asked: unknown[] = [];
    const tryTool = async (input: unknown) => {
      asked.push(input);
      return { content: 'Sunny', outcome: 'done' };
    };
    const { user } = show([weather], { providers: { tryTool } });
    await user.click((await detail()).getByRole('button', { name: 'Try get_weather' }));
    const form = within(screen.getByRole('form', { name: 'Try get_weather by hand' }));
    await user.click(form.getByRole('button', { name: 'Call' }));
    expect(form.getByRole('alert').textContent).toBe('This is needed.');
    expect(asked).toEqual([]);
    await user.type(form.getByLabelText('city (needed)'), 'Oslo');
    await user.click(form.getByRole('button', { name: 'Call' }));
    expect((await form.findByRole('group', { name: 'Result of get_weather' })).textContent).toBe('Sunny');
    expect(asked).toEqual([{ id: 'p1', tool: 'get_weather', arguments: '{"city":"Oslo"}' }]);
  });

  test('a call that is under way can be given up, and one against the schema made all the same', async () => {
    const signals: AbortSignal[] = [];
    const tryTool = (_: unknown, { signal }: { signal: AbortSignal }) => {
      signals.push(signal);
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('given up'))));
    };
    const { user } = show([weather], { providers: { tryTool } });
    await user.click((await detail()).getByRole('button', { name: 'Try get_weather' }));
    await user.click(screen.getByRole('button', { name: 'Call' }));
    await user.click(screen.getByRole('button', { name: 'Call it all the same' }));
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull());
    expect(screen.queryByText('given up')).toBeNull();
  });
});

test('the last calls are listed, newest first, with what was sent and what came back', async () => {
  const { calls, user } = show();
  const call: ProviderCall = {
    at: 1,
    tool: 'one',
    arguments: '{"a":1}',
    content: 'first',
    durationMs: 3,
    outcome: 'done',
  };
  await user.click((await detail()).getByRole('tab', { name: 'Last calls' }));
  await act(async () => calls.push([{ ...call, at: 2, tool: 'two', content: 'boom', outcome: 'failed' }, call]));
  const items = within(await screen.findByRole('list', { name: 'Last calls' })).getAllByRole('listitem');
  expect(items.map((item) => item.textContent)).toEqual([
    expect.stringMatching(/two.*failed/),
    expect.stringMatching(/one.*done/),
  ]);
  expect(items[0]?.textContent).toContain('boom');
});

test('the diagnostics grow as they come and say what was dropped', async () => {
  const { stderr, user } = show();
  await user.click((await detail()).getByRole('tab', { name: 'Diagnostics' }));
  await act(async () => stderr.push({ text: 'warming up\u001b[31m', droppedBytes: 2048 }));
  const log = await screen.findByRole('log', { name: 'Diagnostics of weather.py' });
  expect(log.textContent).toContain('warming up');
  expect(within(log).getByRole('img').textContent).toBe('U+001B');
  expect((await detail()).getByText(/2.0 kB before it are not kept/)).toBeDefined();
});

describe('attaching', () => {
  test('a program: its words are the host’s, progress shows while it starts, and it is chosen when it is ready', async () => {
    const asked: unknown[] = [];
    let ready = (_: ProviderView) => {};
    const attach = (input: unknown) => {
      asked.push(input);
      return new Promise<ProviderView>((resolve) => {
        ready = resolve;
      });
    };
    const { user, providers, progress } = show([weather], { providers: { attach } });
    await user.click(await screen.findByRole('button', { name: 'Attach program' }));
    await user.click(await screen.findByRole('checkbox', { name: 'OPENAI_API_KEY' }));
    await user.click(screen.getByRole('button', { name: 'Attach' }));
    expect(screen.getByRole('alert').textContent).toBe('Type the program and its arguments.');
    await user.type(screen.getByLabelText('Command line'), 'python3 two.py');
    await user.click(screen.getByRole('button', { name: 'Attach' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const spec = { kind: 'program', argv: ['python3', 'two.py'], keys: ['OPENAI_API_KEY'] } as const;
    expect(asked).toEqual([{ spec, remember: true }]);
    const two: ProviderView = {
      ...weather,
      id: 'p2',
      title: 'python3 two.py',
      spec: { ...spec, argv: [...spec.argv], keys: [...spec.keys] },
    };
    await act(async () => {
      providers.push([weather, { ...two, state: 'initializing' }]);
      progress.push({ title: two.title, text: 'waiting for its header' });
    });
    const strip = screen.getByRole('region', { name: 'Attaching python3 two.py' });
    await waitFor(() => expect(strip.textContent).toContain('waiting for its header'));
    await act(async () => {
      providers.push([weather, two]);
      ready(two);
    });
    const detailOfTwo = await screen.findByRole('region', { name: 'Provider two.py' });
    expect(detailOfTwo.textContent).toContain('given OPENAI_API_KEY of your environment');
    expect(screen.queryByRole('region', { name: 'Attaching python3 two.py' })).toBeNull();
  });

  test('that fails shows the reason and the offending line, and comes back with what was typed', async () => {
    const attach = async () => Promise.reject(failure('INVALID_INPUT', 'The header is no JSON:\nWelcome!'));
    const { user } = show([], { providers: { attach } });
    await user.click(await screen.findByRole('button', { name: 'Attach program' }));
    await user.type(screen.getByLabelText('Command line'), 'banner');
    await user.click(screen.getByRole('button', { name: 'Attach' }));
    expect((await screen.findByRole('alert')).textContent).toContain('The header is no JSON:\nWelcome!');
    await user.click(screen.getByRole('button', { name: 'Change and try again' }));
    expect(screen.getByLabelText('Command line')).toHaveProperty('value', 'banner');
  });

  test('a command line with an open quote is refused in the dialog', async () => {
    const words = async () => Promise.reject(failure('INVALID_INPUT', 'The quote " is not closed'));
    const { user } = show([], { providers: { words } });
    await user.click(await screen.findByRole('button', { name: 'Attach program' }));
    await user.type(screen.getByLabelText('Command line'), 'a "b');
    await user.click(screen.getByRole('button', { name: 'Attach' }));
    expect((await screen.findByRole('alert')).textContent).toContain('The quote " is not closed');
    expect(screen.getByRole('dialog', { name: 'Attach program' })).toBeDefined();
  });

  test('one that is under way can be stopped', async () => {
    const signals: AbortSignal[] = [];
    const attach = (_: unknown, { signal }: { signal: AbortSignal }) => {
      signals.push(signal);
      return new Promise(() => {});
    };
    const { user } = show([], { providers: { attach } });
    await user.click(await screen.findByRole('button', { name: 'Attach Node package' }));
    await user.type(screen.getByLabelText('Folder of the package'), './tools');
    await user.click(screen.getByLabelText(/Attach it again/));
    await user.click(screen.getByRole('button', { name: 'Attach' }));
    await user.click(
      within(await screen.findByRole('region', { name: 'Attaching ./tools' })).getByRole('button', { name: 'Cancel' }),
    );
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
    expect(screen.queryByRole('region', { name: 'Attaching ./tools' })).toBeNull();
  });

  test('an MCP server at an address, with a header whose value is not shown', async () => {
    const asked: unknown[] = [];
    const attach = async (input: unknown) => {
      asked.push(input);
      return weather;
    };
    const { user } = show([], { providers: { attach } });
    await user.click(await screen.findByRole('button', { name: 'Add MCP server' }));
    await user.selectOptions(screen.getByLabelText('Reached as'), 'A server at an address (HTTP)');
    await user.click(screen.getByRole('button', { name: 'Add' }));
    expect(screen.getAllByRole('alert')).toHaveLength(2);
    await user.type(screen.getByLabelText('Name'), 'docs');
    await user.type(screen.getByLabelText('Address'), 'https://example.org/mcp');
    await user.click(screen.getByRole('button', { name: 'Add header' }));
    await user.type(screen.getByLabelText('Name of header 1'), 'Authorization');
    await user.type(screen.getByLabelText('Value of header 1'), 'Bearer x');
    expect(screen.getByLabelText('Value of header 1').getAttribute('type')).toBe('password');
    await user.click(screen.getByRole('button', { name: 'Add' }));
    await waitFor(() => expect(asked).toHaveLength(1));
    expect(asked[0]).toMatchObject({
      spec: {
        kind: 'mcp',
        name: 'docs',
        transport: { type: 'http', url: 'https://example.org/mcp', headers: { Authorization: 'Bearer x' } },
      },
    });
  });

  test('a new TypeScript tool is written, and then offered to be attached', async () => {
    const newPackage = async ({ folder, name }: { folder: string; name: string }) => ({ path: `${folder}/${name}` });
    const { user } = show([], { providers: { newPackage } });
    await user.click(await screen.findByRole('button', { name: 'New TypeScript tool' }));
    await user.type(screen.getByLabelText('In the folder'), '/home/me/project');
    await user.click(screen.getByRole('button', { name: 'Write it' }));
    expect(await screen.findByRole('dialog', { name: 'Attach Node package' })).toBeDefined();
    expect(screen.getByLabelText('Folder of the package')).toHaveProperty('value', '/home/me/project/my-tools');
  });
});

describe('our tools over MCP', () => {
  async function open(parts: Record<string, unknown> = {}) {
    const shown = show([], { mcp: parts });
    await shown.user.click(await screen.findByRole('tab', { name: 'Our tools over MCP' }));
    await screen.findByRole('region', { name: 'Our tools over MCP' });
    return shown;
  }

  test('are started on a port, stopped, and ticked one by one', async () => {
    const { sent, mcp, user } = await open();
    await user.type(screen.getByLabelText('Port'), '70000');
    expect(screen.getByRole('button', { name: 'Start serving' })).toHaveProperty('disabled', true);
    await user.clear(screen.getByLabelText('Port'));
    await user.type(screen.getByLabelText('Port'), '4100');
    await user.click(screen.getByRole('button', { name: 'Start serving' }));
    await act(async () => mcp.push({ ...served, isOn: true, url: 'http://127.0.0.1:4100/mcp', clients: 1 }));
    expect(await screen.findByText('http://127.0.0.1:4100/mcp')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Stop serving' }));
    await user.click(screen.getByLabelText('Serve read_file'));
    expect(sent).toEqual([
      { name: 'start', input: { port: 4100 } },
      { name: 'stop', input: undefined },
      { name: 'serve', input: { tool: 'read_file', on: true } },
    ]);
  });

  test('each client has a policy, said in words and chosen there', async () => {
    const { sent, mcp, user } = await open();
    expect(
      screen.getByText('No client has connected yet. Each asks about every call until you choose otherwise.'),
    ).toBeDefined();
    const editor = { name: 'Editor', transport: 'stdio', policy: { kind: 'ask' }, isConnected: true } as const;
    const tools = served.tools.map((tool) => ({ ...tool, isServed: true }));
    await act(async () => mcp.push({ ...served, tools, clients: 1, policies: [editor] }));
    const choice = await screen.findByRole('combobox', { name: 'Calls of Editor' });
    expect(choice).toHaveProperty('value', 'ask');
    expect(screen.getByText('You are asked about every call of it.')).toBeDefined();
    await user.selectOptions(choice, 'Reading is free');
    await user.selectOptions(choice, 'By tool');
    const byTool = { ...editor, policy: { kind: 'tools' as const, byRules: [] } };
    await act(async () => mcp.push({ ...served, tools, clients: 1, policies: [byTool] }));
    await user.click(await screen.findByLabelText('read_file by your rules, for Editor'));
    const client = { name: 'Editor', transport: 'stdio' };
    expect(sent).toEqual([
      { name: 'setPolicy', input: { ...client, policy: { kind: 'reads' } } },
      { name: 'setPolicy', input: { ...client, policy: { kind: 'tools', byRules: [] } } },
      { name: 'setPolicy', input: { ...client, policy: { kind: 'tools', byRules: ['read_file'] } } },
    ]);
  });

  test('the token is shown when it is asked for, and replaced after a question', async () => {
    const { user } = await open({
      token: async () => ({ token: 'old-one' }),
      newToken: async () => ({ token: 'new-one' }),
    });
    expect(screen.queryByText('old-one')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Show the token' }));
    expect(await screen.findByText('old-one')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'New token…' }));
    await user.click(screen.getByRole('button', { name: 'Make a new token' }));
    expect(await screen.findByText('new-one')).toBeDefined();
    expect(screen.getByText('sigma mcp')).toBeDefined();
  });
});
