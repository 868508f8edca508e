import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ProviderView } from '#contract';
import { served, show, weather } from './providers-box.tsx';

const two: ProviderView = {
  ...weather,
  id: 'p2',
  title: 'python3 tides.py',
  spec: { kind: 'program', argv: ['python3', 'tides.py'] },
};
const detail = async (name = 'weather.py') => within(await screen.findByRole('region', { name: `Provider ${name}` }));
const press = (button: HTMLElement) => act(async () => fireEvent.click(button));

test('one that does not come back from a restart can be killed', async () => {
  const { sent } = show([weather], { providers: { restart: () => new Promise(() => {}) } });
  await press((await detail()).getByRole('button', { name: 'Restart' }));
  await press((await detail()).getByRole('button', { name: 'Kill' }));
  expect(sent).toEqual([{ name: 'kill', input: { id: 'p1' } }]);
});

test('one that could not be written down says that it will be as before, and why', async () => {
  show([{ ...weather, unsaved: 'The disk is full' }]);
  expect((await detail()).getByText(/It will be as before at the next start/)).toBeTruthy();
  expect((await detail()).getByText(/The disk is full\. Free some space/)).toBeTruthy();
});

test.each([
  ['for-this-run', /Its secret values are forgotten with this run/],
  ['missing', /could not be read where keys are kept.* unlock it and start Sigma Shell again; else forget/],
] as const)('one whose secret values are %s says so', async (values, words) => {
  show([{ ...weather, values }]);
  expect((await detail()).getByText(words)).toBeTruthy();
});

test('where one is gone no other stands in its place, to be killed by a second press', async () => {
  const { providers, user } = show([weather, { ...two, state: 'failed' }]);
  await user.click(await screen.findByRole('button', { name: /tides/ }));
  await press((await detail('tides.py')).getByRole('button', { name: 'Forget' }));
  providers.push([weather]);
  await waitFor(() => expect(screen.queryByRole('button', { name: /tides/ })).toBeNull());
  expect(screen.queryByRole('region', { name: /^Provider/ })).toBeNull();
  const row = screen.getByRole('button', { name: /weather/ });
  expect(row.tabIndex).toBe(0);
  await press(row);
  expect(await detail()).toBeTruthy();
});

test('where one is forgotten, the list has the focus, and not the page', async () => {
  const { providers, user } = show([weather, { ...two, state: 'failed' }]);
  await user.click(await screen.findByRole('button', { name: /tides/ }));
  await user.click((await detail('tides.py')).getByRole('button', { name: 'Forget' }));
  providers.push([weather]);
  await waitFor(() => expect(screen.queryByRole('region', { name: /^Provider/ })).toBeNull());
  expect(document.activeElement).toBe(screen.getByRole('button', { name: /weather/ }));
});

test('the same program that is attached anew, as after a restart, is shown; its twin that stood beside it is not', async () => {
  const twin = { ...weather, id: 'p9' };
  const { providers } = show([weather, twin]);
  await detail();
  providers.push([twin]);
  await screen.findByText('It is not in the list any more');
  providers.push([two, { ...weather, id: 'p3', pid: 4343 }]);
  expect((await detail()).getByText('pid 4343')).toBeTruthy();
});

test('a search leaves a tool that is being tried as it is', async () => {
  const signals: AbortSignal[] = [];
  const tryTool = (_: unknown, { signal }: { signal: AbortSignal }) => {
    signals.push(signal);
    return new Promise(() => {});
  };
  const [tool] = weather.tools;
  const tools = Array.from({ length: 13 }, (_, index) => ({ ...tool, name: `tool_${index}`, parameters: {} }));
  const { user } = show([{ ...weather, tools: tools as typeof weather.tools }], { providers: { tryTool } });
  await user.click((await detail()).getByRole('button', { name: 'Try tool_3' }));
  await user.click(screen.getByRole('button', { name: 'Call' }));
  await user.type(screen.getByRole('searchbox', { name: 'Search tools' }), 'tool_12');
  expect(screen.queryByRole('button', { name: 'Try tool_3' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Try tool_12' })).toBeTruthy();
  await user.clear(screen.getByRole('searchbox', { name: 'Search tools' }));
  expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
  expect(screen.getByRole('form', { name: 'Try tool_3 by hand' })).toBeTruthy();
});

test('our tools are no longer served also where no port was typed that could be served on', async () => {
  const { mcp, sent, user } = show([]);
  await user.click(await screen.findByRole('tab', { name: 'Our tools over MCP' }));
  await user.type(await screen.findByLabelText('Port'), '70000');
  await act(async () => mcp.push({ ...served, isOn: true, url: 'http://127.0.0.1:4100/mcp' }));
  await user.click(await screen.findByRole('button', { name: 'Stop serving' }));
  expect(sent).toEqual([{ name: 'stop', input: undefined }]);
});

test('a tick keeps the focus while it is being saved, so that the next is a key away', async () => {
  const { user, sent } = show([], { mcp: { serve: () => new Promise(() => {}) } });
  await user.click(await screen.findByRole('tab', { name: 'Our tools over MCP' }));
  const box = await screen.findByLabelText('Serve read_file');
  await user.click(box);
  expect(box).toHaveProperty('disabled', false);
  expect(box.getAttribute('aria-disabled')).toBe('true');
  expect(sent).toEqual([]);
});
