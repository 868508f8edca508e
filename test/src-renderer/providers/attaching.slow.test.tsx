import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { ProviderView } from '#contract';
import { failure } from '../../support/pane.tsx';
import { served, show, weather } from './providers-box.tsx';

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
    expect(screen.getByText('You are asked about every call.')).toBeDefined();
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
