import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import type { MessageImage } from '#contract';
import { ApiContext } from '../../../../src-renderer/api/api-context.tsx';
import { useDraftImages } from '../../../../src-renderer/sessions/sending/use-draft-images.ts';
import { useMessageDraft } from '../../../../src-renderer/sessions/sending/use-message-draft.ts';
import { LayoutProvider } from '../../../../src-renderer/state/layout.tsx';
import { LayoutStore } from '../../../../src-renderer/state/layout-store.ts';
import { apiOf } from '../../../support/pane.tsx';

const imageOf = (letter: string): MessageImage => ({ hash: letter.repeat(64), type: 'image/png', bytes: 1 });

/** Fields of a message where no session is shown yet. */
function written(kept: Readonly<Record<string, unknown>>) {
  const store = new LayoutStore(
    Object.fromEntries(Object.entries(kept).map(([key, value]) => [key, { value, at: 1 }])),
  );
  const wrapper = ({ children }: { children: ReactNode }) => (
    <ApiContext value={apiOf({})}>
      <LayoutProvider store={store}>{children}</LayoutProvider>
    </ApiContext>
  );
  const { result, rerender } = renderHook(
    ({ id }) => {
      const [draft, setDraft] = useMessageDraft(id);
      return { draft, setDraft, attached: useDraftImages(id) };
    },
    { wrapper, initialProps: { id: undefined as string | undefined } },
  );
  return { result, store, show: (id: string | undefined) => rerender({ id }) };
}

test('what is written before a session is shown goes to it', () => {
  const { result, store, show } = written({});
  act(() => result.current.setDraft('typed early'));
  show('s1');
  expect(result.current.draft).toBe('typed early');
  expect(store.get('shared.draft.new')).toBeUndefined();
});

test('what is written before a session is shown stands below what is written in it already', () => {
  const { result, store, show } = written({ 'shared.draft.s1': 'of yesterday', 'shared.images.s1': [imageOf('a')] });
  act(() => {
    result.current.setDraft('typed early');
    result.current.attached.put([imageOf('a'), imageOf('b')]);
  });
  show('s1');
  expect(result.current.draft).toBe('of yesterday\ntyped early');
  expect(result.current.attached.images).toEqual([imageOf('a'), imageOf('b')]);
  expect(store.get('shared.draft.new')).toBeUndefined();
});

test('what comes late to a session stands beside what was written there in another window meanwhile', () => {
  const { result, store, show } = written({ 'shared.draft.s1': 'on its way' });
  show('s1');
  const { setDraft } = result.current;
  show('s2');
  act(() => store.receive({ 'shared.draft.s1': { value: 'typed elsewhere', at: Date.now() } }));
  act(() => setDraft((now) => `${now}\ntaken back`));
  expect(store.get('shared.draft.s1')).toBe('typed elsewhere\ntaken back');
});

test('what comes late to a session takes nothing of what is written for one that is being made', () => {
  const { result, store, show } = written({});
  show('s1');
  const { setDraft } = result.current;
  show(undefined);
  act(() => result.current.setDraft('for the new one'));
  act(() => setDraft(() => 'taken back'));
  expect(result.current.draft).toBe('for the new one');
  act(() => setDraft((now) => `${now}, too`));
  expect(store.get('shared.draft.s1')).toBe('taken back, too');
  show('s2');
  expect(result.current.draft).toBe('for the new one');
});
