import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import type { ProviderView } from '#contract';
import { Deferred } from '#core/async/deferred';
import { show, weather } from './providers-box.tsx';

const program = (id: string, line: string): ProviderView => ({
  ...weather,
  id,
  title: line,
  state: 'initializing',
  tools: [],
  spec: { kind: 'program', argv: line.split(' ') },
});
const press = (name: string) => act(async () => fireEvent.click(screen.getByRole('button', { name })));

async function attach(line: string) {
  await press('Attach program');
  fireEvent.change(screen.getByLabelText('Command line'), { target: { value: line } });
  await press('Attach');
}

test('what was cancelled before its words were known is not attached', async () => {
  const words = new Deferred<string[]>();
  const asked: unknown[] = [];
  const { user } = show([weather], {
    providers: { words: () => words.promise, attach: async (input: unknown) => void asked.push(input) },
  });
  await screen.findByRole('region', { name: 'Provider weather.py' });
  await attach('python3 two.py');
  await press('Cancel');
  await user.click(screen.getByRole('button', { name: 'Add MCP server' }));
  await act(async () => words.resolve(['python3', 'two.py']));
  expect(asked).toEqual([]);
  expect(screen.getByRole('dialog', { name: 'Add MCP server' })).toBeTruthy();
});

test('each of two that start says its own progress', async () => {
  const { providers, progress } = show([weather], { providers: { attach: () => new Promise(() => {}) } });
  await screen.findByRole('region', { name: 'Provider weather.py' });
  await attach('python3 one.py');
  await attach('python3 two.py');
  await act(async () => {
    providers.push([weather, program('p2', 'python3 one.py'), program('p3', 'python3 two.py')]);
    progress.push({ title: 'python3 one.py', text: 'the first waits' });
    progress.push({ title: 'python3 two.py', text: 'the second installs' });
  });
  const strip = (line: string) => screen.getByRole('region', { name: `Attaching ${line}` });
  await waitFor(() => expect(strip('python3 one.py').textContent).toContain('the first waits'));
  expect(strip('python3 two.py').textContent).toContain('the second installs');
});

test('one that is ready late leaves a person at the provider that they have chosen or type into', async () => {
  const answers: ((provider: ProviderView) => void)[] = [];
  const attachLate = () => new Promise<ProviderView>((resolve) => void answers.push(resolve));
  const { providers, user } = show([weather, program('p0', 'python3 tides.py')], { providers: { attach: attachLate } });
  const two: ProviderView = { ...program('p2', 'python3 two.py'), state: 'running' };
  await screen.findByRole('region', { name: 'Provider weather.py' });
  await attach('python3 two.py');
  await user.click(screen.getByLabelText('Time limit of a call, in seconds'));
  providers.push([weather, program('p0', 'python3 tides.py'), two]);
  await screen.findByRole('button', { name: /two/ });
  await act(async () => answers[0]?.(two));
  expect(screen.getByRole('region', { name: 'Provider weather.py' })).toBeTruthy();
  await attach('python3 three.py');
  await user.click(screen.getByRole('button', { name: /tides/ }));
  await act(async () => answers[1]?.(two));
  expect(screen.getByRole('region', { name: 'Provider tides.py' })).toBeTruthy();
});

test('one that is ready while a person types in another view is chosen', async () => {
  const attached = new Deferred<ProviderView>();
  const { providers } = show([weather], { providers: { attach: () => attached.promise } });
  const two: ProviderView = { ...program('p2', 'python3 two.py'), state: 'running' };
  await screen.findByRole('region', { name: 'Provider weather.py' });
  await attach('python3 two.py');
  const message = document.body.appendChild(document.createElement('textarea'));
  onTestFinished(() => message.remove());
  message.focus();
  providers.push([weather, two]);
  await act(async () => attached.resolve(two));
  expect(await screen.findByRole('region', { name: 'Provider two.py' })).toBeTruthy();
});

test('a package that was written after its dialog was left opens none', async () => {
  const written = new Deferred<{ path: string }>();
  show([], { providers: { newPackage: () => written.promise } });
  await screen.findByText('Nothing is attached');
  await press('New TypeScript tool');
  fireEvent.change(screen.getByLabelText('In the folder'), { target: { value: '/home/me' } });
  await press('Write it');
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancel' }));
  await act(async () => written.resolve({ path: '/home/me/my-tools' }));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('one that failed stays to be tried again until another attempt has begun, secrets included', async () => {
  let count = 0;
  const fail = async () => Promise.reject(new Error(`It does not answer (${++count})`));
  show([], { providers: { attach: fail } });
  await screen.findByText('Nothing is attached');
  await attach('tool --api-key sk-123');
  await screen.findByText('It does not answer (1)');
  await press('Change and try again');
  await press('Cancel');
  await press('Change and try again');
  expect(screen.getByLabelText('Command line')).toHaveProperty('value', 'tool --api-key sk-123');
  await press('Attach');
  expect(await screen.findByText('It does not answer (2)')).toBeTruthy();
  expect(screen.queryByText('It does not answer (1)')).toBeNull();
});
