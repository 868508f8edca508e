import { act, fireEvent, renderHook, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { ApiContext } from '../../../src-renderer/api/api-context.tsx';
import { ConnectionLostError } from '../../../src-renderer/api/connection-lost-error.ts';
import { useForkSession } from '../../../src-renderer/sessions/list/use-fork-session.ts';
import { useTakeBack } from '../../../src-renderer/sessions/sending/use-take-back.ts';
import { apiOf } from '../../support/pane.tsx';
import { openSessions } from './session-workbench.tsx';

const lost = new ConnectionLostError();
const row = () => screen.getByRole('button', { name: /^Greeting/ });
const alert = async () => (await screen.findByRole('alert')).textContent;

test.each([
  ['deletion', 'remove', async () => void fireEvent.keyDown(row(), { key: 'Delete' })],
  [
    'new title',
    'rename',
    async () => {
      fireEvent.keyDown(row(), { key: 'F2' });
      const field = screen.getByRole('textbox', { name: 'Title of the session' });
      fireEvent.change(field, { target: { value: 'Farewell' } });
      fireEvent.keyDown(field, { key: 'Enter' });
    },
  ],
  ['session', 'create', async () => void fireEvent.click(screen.getByRole('button', { name: 'New session' }))],
  [
    'permission mode',
    'setMode',
    async () => {
      const field = screen.getByRole('textbox', { name: 'Message or command' });
      fireEvent.keyDown(field, { key: 'Tab', shiftKey: true });
    },
  ],
])('a %s whose answer was lost is not said to have failed', async (_, procedure, go) => {
  await openSessions({ fails: { [procedure]: lost } });
  await go();
  const text = await alert();
  expect(text).toContain(lost.message);
  expect(text).not.toMatch(/\b[Nn]ot? (deleted|renamed|changed|session)/);
});

test.each([
  ['Compact', 'compact'],
  ['Empty', 'reset'],
])('what the palette did whose answer was lost is not said to have failed (%s)', async (_, name) => {
  const { actions } = await openSessions({ fails: { [name]: lost } });
  act(
    () =>
      void actions()
        .find(({ id }) => id === `sessions.${name}`)
        ?.run(),
  );
  expect(await alert()).toBe(lost.message);
});

const renderOn = <T,>(sessions: Parameters<typeof apiOf>[0][string], use: () => T) => {
  const api = apiOf({ sessions });
  const wrapper = ({ children }: { children: ReactNode }) => <ApiContext value={api}>{children}</ApiContext>;
  return renderHook(use, { wrapper }).result;
};

test('a fork and a message taken back whose answer was lost are not said to have failed', async () => {
  const fork = renderOn({ fork: () => Promise.reject(lost) }, () => useForkSession(() => {}, undefined));
  await act(async () => fork.current.start({ id: 's1' } as never));
  expect(fork.current.problem).toBe(lost.message);
  const options = { session: 's1', setDraft: () => {}, putImages: () => {} };
  const back = renderOn({ withdraw: () => Promise.reject(lost) }, () => useTakeBack(options));
  await act(async () => back.current.takeBack(['m1']));
  expect(back.current.problem).toBe(lost.message);
});
