import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { ProviderCall } from '#contract';
import { failure } from '../../support/pane.tsx';
import { show, weather } from './providers-box.tsx';

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
