import { act, fireEvent, render, renderHook, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, onTestFinished, test } from 'vitest';
import { Deferred } from '#core/async/deferred';
import { ApiContext } from '../../../../src-renderer/api/api-context.tsx';
import { useForkSession } from '../../../../src-renderer/sessions/list/use-fork-session.ts';
import { useRewind } from '../../../../src-renderer/sessions/rewind/use-rewind.ts';
import { LayoutProvider } from '../../../../src-renderer/state/layout.tsx';
import { LayoutStore } from '../../../../src-renderer/state/layout-store.ts';
import { NavigationProvider, useNavigation } from '../../../../src-renderer/state/navigation.tsx';
import { apiOf } from '../../../support/pane.tsx';
import { session } from '../session-workbench.tsx';

function forkingOn<T>(use: () => T) {
  const made = new Deferred<ReturnType<typeof session>>();
  const store = new LayoutStore({ view: { value: 'sessions', at: 1 }, 'sessions.current': { value: 's1', at: 1 } });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <ApiContext value={apiOf({ sessions: { fork: () => made.promise } })}>
      <LayoutProvider store={store}>
        <NavigationProvider>{children}</NavigationProvider>
      </LayoutProvider>
    </ApiContext>
  );
  const { result } = renderHook(use, { wrapper });
  return { result, store, finish: () => act(async () => made.resolve(session({ id: 'fork' }))) };
}

test.each([
  ['s1', ['fork']],
  ['s2', []],
])('a fork that was made while %s is looked at is shown to who has stayed', async (looked, expected) => {
  const chosen: string[] = [];
  const { result, store, finish } = forkingOn(() => useForkSession((id) => chosen.push(id), 's1'));
  act(() => result.current.start(session()));
  act(() => store.set('sessions.current', looked));
  await finish();
  expect(chosen).toEqual(expected);
});

test.each([
  ['s1', 'sessions', 'fork'],
  ['s2', 'sessions', undefined],
  ['s1', 'terminals', undefined],
])(
  'a fork from a message that was made while %s in %s is looked at is shown to who has stayed',
  async (looked, view, target) => {
    const { result, store, finish } = forkingOn(() => ({
      rewind: useRewind({ session: 's1', items: [], focusComposer: () => {} }),
      navigation: useNavigation(),
    }));
    act(() => result.current.rewind.context.fork({ before: 'm1', text: 'Again' }));
    act(() => store.set('sessions.current', looked));
    act(() => store.set('view', view));
    await finish();
    expect(result.current.navigation.view).toBe(view);
    expect(result.current.navigation.target).toBe(target);
    expect(store.get('shared.draft.fork')).toBe('Again');
  },
);

function Rewind() {
  const { fork } = useRewind({ session: 's1', items: [], focusComposer: () => {} }).context;
  return (
    <button type="button" onClick={() => fork({ before: 'm1' })}>
      Fork
    </button>
  );
}

function Target() {
  return <output>{useNavigation().target ?? 'nothing'}</output>;
}

test('a fork from a message of a conversation that is gone by then is not shown', async () => {
  const made = new Deferred<ReturnType<typeof session>>();
  const store = new LayoutStore({ view: { value: 'sessions', at: 1 }, 'sessions.current': { value: 's1', at: 1 } });
  const page = (shown: ReactNode) => (
    <ApiContext value={apiOf({ sessions: { fork: () => made.promise } })}>
      <LayoutProvider store={store}>
        <NavigationProvider>
          <Target />
          {shown}
        </NavigationProvider>
      </LayoutProvider>
    </ApiContext>
  );
  const { rerender, unmount } = render(page(<Rewind />));
  onTestFinished(unmount);
  fireEvent.click(screen.getByText('Fork'));
  rerender(page(undefined));
  await act(async () => made.resolve(session({ id: 'fork' })));
  expect(screen.getByRole('status').textContent).toBe('nothing');
});
