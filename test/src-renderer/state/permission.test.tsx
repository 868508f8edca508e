import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import type { PermissionMode } from '#contract';
import { Deferred } from '#core/async/deferred';
import { ApiContext } from '../../../src-renderer/api/api-context.tsx';
import { LayoutProvider } from '../../../src-renderer/state/layout.tsx';
import { LayoutStore } from '../../../src-renderer/state/layout-store.ts';
import { usePlacePermission } from '../../../src-renderer/state/permission.ts';
import { apiOf } from '../../support/pane.tsx';

const KEY = 'sessions.permission.new';

test('a mode chosen while another one is being placed is the one that the new session has', async () => {
  const placed: PermissionMode[] = [];
  const first = new Deferred<void>();
  const setMode = async ({ mode }: { readonly mode: PermissionMode }) => {
    placed.push(mode);
    if (placed.length === 1) await first.promise;
  };
  const api = apiOf({ rules: { setMode } });
  const layout = new LayoutStore();
  layout.set(KEY, 'edits');
  const wrapper = ({ children }: { children: ReactNode }) => (
    <ApiContext value={api}>
      <LayoutProvider store={layout}>{children}</LayoutProvider>
    </ApiContext>
  );
  const { result } = renderHook(() => usePlacePermission(), { wrapper });
  const done = result.current('s1');
  act(() => layout.set(KEY, 'read-only'));
  await act(async () => {
    first.resolve();
    await done;
  });
  expect(placed).toEqual(['edits', 'read-only']);
  expect(layout.get(KEY)).toBeUndefined();
});
