import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { Settings, type SettingsState } from '#contract';
import { ApiContext } from '../../../../src-renderer/api/api-context.tsx';
import { useTakeBack } from '../../../../src-renderer/sessions/sending/use-take-back.ts';
import { useTurn } from '../../../../src-renderer/sessions/sending/use-turn.ts';
import { useConsole } from '../../../../src-renderer/sessions/shell/use-console.ts';
import { usePermission } from '../../../../src-renderer/state/permission.ts';
import { SettingsProvider } from '../../../../src-renderer/state/settings.tsx';
import { apiOf, Feed, failure } from '../../../support/pane.tsx';
import { session } from '../session-workbench.tsx';

const refuse = () => Promise.reject(failure('UNAVAILABLE', 'The record is full'));
const api = apiOf({
  sessions: { send: refuse, stop: refuse, withdraw: refuse },
  console: { changed: new Feed<never>().open, run: refuse },
  rules: { setMode: refuse },
});

const settings: SettingsState = { settings: Settings.parse({}), file: '/settings.yaml', yaml: '', problems: [] };
const wrapper = ({ children }: { children: ReactNode }) => (
  <ApiContext value={api}>
    <SettingsProvider state={settings}>{children}</SettingsProvider>
  </ApiContext>
);

/** Answers of a hook in session s1, in another one, and back. */
async function walked<T>(use: (id: string | undefined) => T, go: (at: T) => unknown, told: (at: T) => unknown) {
  const { result, rerender } = renderHook(({ id }: { id: string | undefined }) => use(id), {
    wrapper,
    initialProps: { id: 's1' as string | undefined },
  });
  await act(async () => void go(result.current));
  const seen = [told(result.current)];
  rerender({ id: 's2' });
  seen.push(told(result.current));
  rerender({ id: 's1' });
  return [...seen, told(result.current)];
}

const of = (id: string | undefined) => (id === undefined ? undefined : session({ id }));
const create = async () => 's9';

test.each([
  ['a message', (id: string | undefined) => useTurn(of(id), create), (at: ReturnType<typeof useTurn>) => at.send('hi')],
  ['an end', (id: string | undefined) => useTurn(of(id), create), (at: ReturnType<typeof useTurn>) => at.stop()],
])('%s that failed in one session is not told in another', async (_, use, go) => {
  const [own, other, again] = await walked(use, go, ({ problem }) => problem);
  expect(own).toMatch(/The record is full/);
  expect(other).toBeUndefined();
  expect(again).toBe(own);
});

test('a line, a mode and a message that is taken back fail where they were begun', async () => {
  const line = await walked(
    (id) => useConsole(of(id), create),
    ({ run }) => run('ls', { columns: 80, rows: 24 }),
    ({ problem }) => problem,
  );
  const mode = await walked(
    (id) => usePermission(of(id)),
    ({ cycle }) => cycle(),
    ({ problem }) => problem,
  );
  const back = await walked(
    (id) => useTakeBack({ session: id, setDraft: () => {}, putImages: () => {} }),
    ({ takeBack }) => takeBack(['m1']),
    ({ problem }) => problem,
  );
  for (const [own, other, again] of [line, mode, back]) {
    expect(own).toMatch(/The record is full/);
    expect(other).toBeUndefined();
    expect(again).toBe(own);
  }
});

test('a first message that fails is told in the session that was made for it', async () => {
  const { result, rerender } = renderHook(({ id }: { id: string | undefined }) => useTurn(of(id), create), {
    wrapper,
    initialProps: { id: undefined as string | undefined },
  });
  await act(async () => void result.current.send('hi'));
  rerender({ id: 's9' });
  expect(result.current.problem).toMatch(/The record is full/);
});
