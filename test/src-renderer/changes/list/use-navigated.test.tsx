import { act, renderHook } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { expect, test } from 'vitest';
import type { TurnId } from '#contract';
import { Deferred } from '#core/async/deferred';
import { ApiContext } from '../../../../src-renderer/api/api-context.tsx';
import type { ChangeSelection } from '../../../../src-renderer/changes/list/change-selection.ts';
import { useNavigated } from '../../../../src-renderer/changes/list/use-navigated.ts';
import { NavigationProvider, useNavigation } from '../../../../src-renderer/state/navigation.tsx';
import { apiOf } from '../../../support/pane.tsx';

interface Found extends TurnId {
  readonly path: string;
  readonly newer: number;
}

function useView() {
  const [chosen, choose] = useState<ChangeSelection | undefined>(undefined);
  useNavigated({
    isVisible: true,
    proposals: [],
    chosen,
    choose,
    reach: () => {},
    folds: { isOpen: () => false, set: () => {} },
  });
  return { chosen, choose, open: useNavigation().open };
}

test('a change that was asked for is shown when it is found, unless another one was chosen since', async () => {
  const asked: Deferred<Found>[] = [];
  const find = () => {
    const answer = new Deferred<Found>();
    asked.push(answer);
    return answer.promise;
  };
  const api = apiOf({ changes: { find } });
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <ApiContext value={api}>
      <NavigationProvider>{children}</NavigationProvider>
    </ApiContext>
  );
  const { result } = renderHook(useView, { wrapper });
  const found = { session: 's', turn: 't', path: '/w/a.txt', newer: 0 };
  const file = { kind: 'file', session: 's', turn: 't', path: '/w/a.txt' };

  act(() => result.current.open('changes', 'e1'));
  await act(async () => asked[0]?.resolve(found));
  expect(result.current.chosen).toEqual(file);

  act(() => result.current.open('changes', 'e1'));
  act(() => result.current.choose({ kind: 'proposal', id: 'p2' }));
  await act(async () => asked[1]?.resolve(found));
  expect(result.current.chosen).toEqual({ kind: 'proposal', id: 'p2' });
});
