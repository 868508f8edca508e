import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import type { MessageImage } from '#contract';
import { ApiContext } from '../../../../src-renderer/api/api-context.tsx';
import { type SubmitOptions, useSubmit } from '../../../../src-renderer/sessions/composer/use-submit.ts';
import { apiOf } from '../../../support/pane.tsx';
import { session } from '../session-workbench.tsx';

const picture: MessageImage = { hash: 'a'.repeat(64), type: 'image/png', bytes: 10 };

/** A composer of a session in which a turn runs, whose message waits for an image. */
function waitingForImage(settled: Promise<readonly MessageImage[] | undefined>) {
  const sent: unknown[] = [];
  const options = {
    session: session({ state: 'running' }),
    turn: { isRunning: true, isSending: false, send: async (...what: unknown[]) => sent.push(what) > 0 },
    waiting: [],
    modes: { mode: { kind: 'chat', chat: {} } },
    draft: 'look',
    setDraft: () => {},
    attached: { images: [], arriving: 1, settled: () => settled, remove: () => {} },
    history: { sent: () => {} },
  } as unknown as SubmitOptions;
  const wrapper = ({ children }: { children: ReactNode }) => <ApiContext value={apiOf({})}>{children}</ApiContext>;
  const { result } = renderHook(() => useSubmit(options), { wrapper });
  return { sent, submit: () => result.current.submit() };
}

test('a message that waits for its image is sent once, however often Enter is pressed', async () => {
  const { sent, submit } = waitingForImage(Promise.resolve([picture]));
  await act(async () => {
    submit();
    submit();
  });
  expect(sent).toEqual([['look', undefined, { images: [picture] }]]);
});

test('a message whose image could not be attached is not sent without it', async () => {
  const { sent, submit } = waitingForImage(Promise.resolve(undefined));
  await act(async () => submit());
  expect(sent).toEqual([]);
});

test('a message on its way in one session is not sent twice after another session sent one', async () => {
  const sent: unknown[] = [];
  const turn = {
    isRunning: true,
    isSending: true,
    send: (text: string) => {
      sent.push(text);
      return new Promise<boolean>(() => {});
    },
  };
  const optionsOf = (id: string, draft: string) =>
    ({
      session: session({ id, state: 'running' }),
      turn,
      waiting: [],
      draft,
      setDraft: () => {},
      modes: { mode: { kind: 'chat', chat: {} } },
      attached: { images: [], arriving: 0, settled: async () => [], remove: () => {} },
      history: { sent: () => {} },
    }) as unknown as SubmitOptions;
  const wrapper = ({ children }: { children: ReactNode }) => <ApiContext value={apiOf({})}>{children}</ApiContext>;
  const initialProps = { ...optionsOf('s1', 'one'), turn: { ...turn, isSending: false } } as unknown as SubmitOptions;
  const { result, rerender } = renderHook(useSubmit, { wrapper, initialProps });
  await act(async () => result.current.submit());
  rerender({ ...optionsOf('s2', 'two'), turn: { ...turn, isSending: false } } as unknown as SubmitOptions);
  await act(async () => result.current.submit());
  rerender(optionsOf('s1', 'one'));
  await act(async () => result.current.submit());
  expect(sent).toEqual(['one', 'two']);
});

test('Enter waits until it is known who answers, and what was changed meanwhile does not go', async () => {
  const sent: unknown[] = [];
  const ran: string[] = [];
  const optionsOf = (draft: string, modes: unknown) =>
    ({
      session: undefined,
      waiting: [],
      draft,
      setDraft: () => {},
      modes,
      likelySize: () => undefined,
      turn: { isRunning: false, isSending: false, send: async (text: string) => sent.push(text) > 0 },
      console: { isRunning: false, run: async (line: string) => ran.push(line) },
      attached: { images: [], arriving: 0, settled: async () => [], remove: () => {} },
      history: { sent: () => {} },
    }) as unknown as SubmitOptions;
  const loading = { mode: { kind: 'chat', chat: {} }, isLoading: true };
  const shell = { mode: { kind: 'shell' }, isLoading: false };
  const wrapper = ({ children }: { children: ReactNode }) => <ApiContext value={apiOf({})}>{children}</ApiContext>;
  const { result, rerender } = renderHook(useSubmit, { wrapper, initialProps: optionsOf('help', loading) });
  await act(async () => result.current.submit());
  expect(result.current.problem).toMatch(/as soon as/);
  await act(async () => rerender(optionsOf('help', shell)));
  expect([sent, ran, result.current.problem]).toEqual([[], ['help'], undefined]);

  rerender(optionsOf('rm', loading));
  await act(async () => result.current.submit());
  rerender(optionsOf('rm x', loading));
  await act(async () => rerender(optionsOf('rm x', shell)));
  expect([sent, ran]).toEqual([[], ['help']]);
});
