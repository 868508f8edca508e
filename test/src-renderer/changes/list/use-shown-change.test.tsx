import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import type { Change } from '#contract';
import { ApiProvider } from '../../../../src-renderer/api/api-context.tsx';
import { useShownChange } from '../../../../src-renderer/changes/list/use-shown-change.ts';
import { ChangesHost } from '../../../support/changes-host.ts';
import { apiOf } from '../../../support/pane.tsx';
import { proposedChange } from '../../../support/proposed-change.ts';

const [list, added, old] = ['list', 'new', 'old'].map((name) =>
  proposedChange({ id: name, callId: name, path: `/w/${name}.txt`, shownPath: `${name}.txt` }),
) as [Change, Change, Change];

function setUp(proposals: readonly Change[], isOnScreen: boolean) {
  const api = apiOf({ changes: new ChangesHost(proposals).procedures });
  const wrapper = ({ children }: { readonly children: ReactNode }) => <ApiProvider api={api}>{children}</ApiProvider>;
  const view = renderHook(
    (props: { readonly proposals: readonly Change[]; readonly isOnScreen: boolean }) =>
      useShownChange({ proposals: props.proposals, turns: [] }, props.isOnScreen),
    { wrapper, initialProps: { proposals, isOnScreen } },
  );
  const update = (next: readonly Change[], visible: boolean) =>
    act(() => view.rerender({ proposals: next, isOnScreen: visible }));
  return { update, shown: () => view.result.current.shown?.id, choose: view.result.current.choose };
}

test('the first of the list is shown, in whatever order they arrived while nobody looked', () => {
  const { update, shown } = setUp([old], false);
  update([added, old], false);
  update([list, added, old], false);
  update([list, added, old], true);
  expect(shown()).toBe('list');
});

test('a proposal on the screen stays when another arrives before it', () => {
  const { update, shown } = setUp([added, old], true);
  expect(shown()).toBe('new');
  update([list, added, old], true);
  expect(shown()).toBe('new');
});

test('a proposal that was on the screen, but not chosen, gives way to the first once the list was left', () => {
  const { update, shown } = setUp([added, old], true);
  update([added, old], false);
  update([list, added, old], true);
  expect(shown()).toBe('list');
});

test('a chosen proposal stays while the list is left', () => {
  const { update, shown, choose } = setUp([list, added, old], true);
  act(() => choose({ kind: 'proposal', id: 'old' }));
  update([list, added, old], false);
  update([list, added, old], true);
  expect(shown()).toBe('old');
});
