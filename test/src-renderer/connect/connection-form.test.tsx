import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import type { Connection } from '#contract';
import { Deferred } from '#core/async/deferred';
import { ApiProvider } from '../../../src-renderer/api/api-context.tsx';
import { EMPTY_CONNECTION } from '../../../src-renderer/connect/connection-draft.ts';
import { ConnectionForm } from '../../../src-renderer/connect/connection-form.tsx';
import { newDraft } from '../../../src-renderer/settings/profiles/profile-draft.ts';
import { apiOf, Feed } from '../../support/pane.tsx';

const passes = { ok: true, message: 'tiny answered', models: ['tiny', 'large'], durationMs: 40 };

function open(outcome: object | (() => Promise<unknown>) = passes) {
  const tested: Connection[] = [];
  const connected: Connection[] = [];
  const api = apiOf({
    profiles: {
      test: async (input: Connection) => {
        tested.push(input);
        return typeof outcome === 'function' ? await outcome() : outcome;
      },
      connect: async (input: Connection) => void connected.push(input),
    },
    keychain: { changed: new Feed().open },
  });
  const view = render(
    <ApiProvider api={api}>
      <ConnectionForm />
    </ApiProvider>,
  );
  onTestFinished(() => view.unmount());
  return { tested, connected };
}

const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

test('begins with what a new profile begins with, and an empty field is the usual value that it shows', async () => {
  expect(newDraft()).toMatchObject(EMPTY_CONNECTION);
  const { tested } = open();
  expect(screen.getByLabelText('Base URL')).toMatchObject({ value: '', placeholder: 'https://api.openai.com/v1/' });
  expect(screen.getByLabelText('Model')).toMatchObject({ value: '', placeholder: 'gpt-4o' });
  press('Test connection');
  await waitFor(() => expect(tested).toEqual([{ baseUrl: 'https://api.openai.com/v1/', model: 'gpt-4o' }]));
});

test('a server on this machine needs no key unless the person says so, and is then asked for it', async () => {
  const { connected } = open();
  type('Base URL', 'http://127.0.0.1:8099/v1');
  const tick = screen.getByLabelText<HTMLInputElement>('This server needs no key');
  expect(tick.checked).toBe(true);
  fireEvent.click(tick);
  press('Connect');
  expect((await screen.findByRole('alert')).textContent).toContain('Type the key');
  expect(connected).toEqual([]);
  type('API key', 'secret');
  press('Connect');
  await waitFor(() => expect(connected).toMatchObject([{ baseUrl: 'http://127.0.0.1:8099/v1', key: 'secret' }]));
});

test('“no key” is told to the host, also for a server elsewhere', async () => {
  const { connected } = open();
  type('Base URL', 'http://models.example/v1');
  type('Model', 'tiny');
  fireEvent.click(screen.getByLabelText('This server needs no key'));
  press('Connect');
  await waitFor(() => expect(connected).toEqual([{ baseUrl: 'http://models.example/v1', model: 'tiny', key: '' }]));
});

test('the outcome of the test stands beside its button, with the models to choose from', async () => {
  open();
  press('Test connection');
  const outcome = await screen.findByText(/tiny answered/);
  const button = screen.getByRole('button', { name: 'Test connection' });
  expect(button.parentElement?.contains(outcome)).toBe(true);
  press('large');
  expect(screen.getByLabelText('Model')).toHaveProperty('value', 'large');
});

test('a server that fails the test is connected to only when the person insists', async () => {
  const { connected } = open({ ...passes, ok: false, message: '401: no such key' });
  press('Connect');
  expect((await screen.findByRole('alert')).textContent).toContain('401: no such key');
  expect(connected).toEqual([]);
  press('Connect anyway');
  await waitFor(() => expect(connected).toHaveLength(1));
});

test('what a server said goes when the address or the key is another; its models stay for another model', async () => {
  open();
  press('Test connection');
  await screen.findByText(/tiny answered/);
  type('Model', 'large');
  expect(screen.queryByText(/tiny answered/)).not.toBeNull();
  type('Base URL', 'http://127.0.0.1:8099/v1');
  expect(screen.queryByText(/tiny answered/)).toBeNull();
});

test('an answer that is on its way when the address is changed is not said of the new one', async () => {
  const answered = new Deferred<unknown>();
  open(() => answered.promise);
  press('Test connection');
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Test connection' });
  expect(button.disabled).toBe(true);
  type('Base URL', 'http://127.0.0.1:8099/v1');
  await act(async () => answered.resolve(passes));
  expect(screen.queryByText(/tiny answered/)).toBeNull();
  expect(button.disabled).toBe(false);
});
