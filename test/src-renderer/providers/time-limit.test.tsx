import { act, fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ProviderView } from '#contract';
import { Deferred } from '#core/async/deferred';
import { TimeLimit } from '../../../src-renderer/providers/time-limit.tsx';
import { apiOf, failure, renderPane } from '../../support/pane.tsx';

test('a limit that could not be saved stays as it was typed', async () => {
  const setCallTimeout = async () => Promise.reject(failure('UNAVAILABLE', 'The disk is full'));
  const provider = { id: 'p', callTimeoutMs: 60_000 } as ProviderView;
  renderPane(apiOf({ providers: { setCallTimeout } }), <TimeLimit provider={provider} />);
  const field = screen.getByLabelText('Time limit of a call, in seconds');
  fireEvent.change(field, { target: { value: '90' } });
  await act(async () => fireEvent.keyDown(field, { key: 'Enter' }));
  expect(await screen.findByText('The disk is full')).toBeTruthy();
  expect(field).toHaveProperty('value', '90');
});

test('keys that an input method takes neither save the limit nor give it up', async () => {
  const sent: unknown[] = [];
  const setCallTimeout = async (input: unknown) => void sent.push(input);
  const provider = { id: 'p', callTimeoutMs: 60_000 } as ProviderView;
  renderPane(apiOf({ providers: { setCallTimeout } }), <TimeLimit provider={provider} />);
  const field = screen.getByLabelText('Time limit of a call, in seconds');
  fireEvent.change(field, { target: { value: '90' } });
  await act(async () => fireEvent.keyDown(field, { key: 'Enter', isComposing: true }));
  await act(async () => fireEvent.keyDown(field, { key: 'Escape', isComposing: true }));
  expect(sent).toEqual([]);
  expect(field).toHaveProperty('value', '90');
});

test('a limit that is typed while another is being saved is saved, too, each once', async () => {
  const sent: unknown[] = [];
  const saved = new Deferred<void>();
  const setCallTimeout = ({ ms }: { ms: number }) => {
    sent.push(ms);
    return saved.promise;
  };
  const provider = { id: 'p', callTimeoutMs: 60_000 } as ProviderView;
  renderPane(apiOf({ providers: { setCallTimeout } }), <TimeLimit provider={provider} />);
  const field = screen.getByLabelText('Time limit of a call, in seconds');
  fireEvent.change(field, { target: { value: '5' } });
  fireEvent.keyDown(field, { key: 'Enter' });
  fireEvent.blur(field);
  fireEvent.change(field, { target: { value: '50' } });
  fireEvent.blur(field);
  expect(sent).toEqual([5000, 50_000]);
  await act(async () => saved.resolve());
});

test.each([
  ['given up', (field: HTMLElement) => fireEvent.keyDown(field, { key: 'Escape' })],
  [
    'typed back',
    (field: HTMLElement) => {
      fireEvent.change(field, { target: { value: '60' } });
      fireEvent.blur(field);
    },
  ],
])('what kept a limit from being saved is gone once that is %s', async (_, leave) => {
  const setCallTimeout = async () => Promise.reject(failure('UNAVAILABLE', 'The disk is full'));
  const provider = { id: 'p', callTimeoutMs: 60_000 } as ProviderView;
  renderPane(apiOf({ providers: { setCallTimeout } }), <TimeLimit provider={provider} />);
  const field = screen.getByLabelText('Time limit of a call, in seconds');
  fireEvent.change(field, { target: { value: '90' } });
  await act(async () => fireEvent.keyDown(field, { key: 'Enter' }));
  await screen.findByText('The disk is full');
  await act(async () => void leave(field));
  expect(field).toHaveProperty('value', '60');
  expect(screen.queryByText('The disk is full')).toBeNull();
});
