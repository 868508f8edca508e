import { act, fireEvent, renderHook, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import type { Api } from '#contract';
import { ApiContext } from '../../../../src-renderer/api/api-context.tsx';
import { useTurn } from '../../../../src-renderer/sessions/sending/use-turn.ts';
import { apiOf, failure } from '../../../support/pane.tsx';
import { openSessions, place, session } from '../session-workbench.tsx';

const on =
  (api: Api) =>
  ({ children }: { children: ReactNode }) => <ApiContext value={api}>{children}</ApiContext>;

test('a second press while a message is on its way makes no second session', async () => {
  const created: string[] = [];
  const sent: unknown[] = [];
  const api = apiOf({ sessions: { send: async (input: unknown) => void sent.push(input) } });
  const onCreate = async () => {
    created.push('s1');
    return 's1';
  };
  const { result } = renderHook(() => useTurn(undefined, onCreate), { wrapper: on(api) });

  await act(async () => {
    const { send } = result.current;
    expect(await Promise.all([send('hello'), send('hello')])).toEqual([true, false]);
  });

  expect(created).toEqual(['s1']);
  expect(sent).toEqual([{ session: 's1', text: 'hello' }]);
});

test('what was not sent in one session is not said of another', async () => {
  const api = apiOf({ sessions: { send: async () => Promise.reject(failure('UNAVAILABLE', 'The disk is full')) } });
  const [here, there] = [session(), session({ id: 's2' })];
  const initialProps = { at: here };
  const { result, rerender } = renderHook(({ at }) => useTurn(at, async () => 's1'), {
    wrapper: on(api),
    initialProps,
  });
  await act(async () => void (await result.current.send('hello')));
  expect(result.current.problem).toBe('Not sent: The disk is full');
  rerender({ at: there });
  expect(result.current.problem).toBeUndefined();
  rerender({ at: here });
  expect(result.current.problem).toBe('Not sent: The disk is full');
});

test('what was not sent in a session that was made for it is said there', async () => {
  const api = apiOf({ sessions: { send: async () => Promise.reject(failure('UNAVAILABLE', 'The disk is full')) } });
  const initialProps: { at: ReturnType<typeof session> | undefined } = { at: undefined };
  const { result, rerender } = renderHook(({ at }) => useTurn(at, async () => 's1'), {
    wrapper: on(api),
    initialProps,
  });
  await act(async () => void (await result.current.send('hello')));
  rerender({ at: session() });
  expect(result.current.problem).toBe('Not sent: The disk is full');
});

test('a message on its way in one session holds up none of another', async () => {
  const sent: unknown[] = [];
  const release: (() => void)[] = [];
  const send = (input: unknown) => {
    sent.push(input);
    return new Promise<void>((resolve) => release.push(resolve));
  };
  const [here, there] = [session(), session({ id: 's2' })];
  const { result, rerender } = renderHook(({ at }) => useTurn(at, async () => 's1'), {
    wrapper: on(apiOf({ sessions: { send } })),
    initialProps: { at: here },
  });
  await act(async () => void result.current.send('hello'));
  expect(result.current.isSending).toBe(true);
  rerender({ at: there });
  expect(result.current.isSending).toBe(false);
  await act(async () => void result.current.send('hi'));
  expect(sent).toEqual([
    { session: 's1', text: 'hello' },
    { session: 's2', text: 'hi' },
  ]);
  await act(async () => release[1]?.());
  expect(result.current.isSending).toBe(false);
  rerender({ at: here });
  expect(result.current.isSending).toBe(true);
  await act(async () => release[0]?.());
  expect(result.current.isSending).toBe(false);
});

test('a message on its way is still on it when the session that was made for it is shown', async () => {
  let release = () => {};
  const send = () =>
    new Promise<void>((resolve) => {
      release = resolve;
    });
  const initialProps: { at: ReturnType<typeof session> | undefined } = { at: undefined };
  const { result, rerender } = renderHook(({ at }) => useTurn(at, async () => 's1'), {
    wrapper: on(apiOf({ sessions: { send } })),
    initialProps,
  });
  await act(async () => void result.current.send('hello'));
  // The list may tell of it later.
  await act(async () => expect(await result.current.send('hello')).toBe(false));
  rerender({ at: session() });
  expect(result.current.isSending).toBe(true);
  await act(async () => release());
  expect(result.current.isSending).toBe(false);
});

test('the example of an empty session goes to the profile that is chosen', async () => {
  const { calls } = await openSessions({
    sessions: [session({ messages: 0 })],
    console: place({ modes: ['openai', 'local'] }),
    profiles: ['openai', 'local'],
    layout: { 'sessions.mode.s1': 'chat:local' },
  });
  fireEvent.click(await screen.findByRole('button', { name: /^Explain what this workspace does/ }));
  await waitFor(() => expect(calls).toMatchObject([['send', { session: 's1', profile: 'local' }]]));
});
