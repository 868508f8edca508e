import { render, waitFor } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { ApiProvider } from '../../../src-renderer/api/api-context.tsx';
import { useMenuActions } from '../../../src-renderer/app/use-menu-actions.ts';
import { ActionsProvider, useActions } from '../../../src-renderer/state/actions.tsx';
import { apiOf, Feed } from '../../support/pane.tsx';

function Pane({ ran }: { readonly ran: string[] }) {
  useMenuActions();
  useActions([
    { id: 'view.changes', title: 'Changes', group: 'Views', run: () => ran.push('view.changes') },
    { id: 'view.off', title: 'Off', group: 'Views', enabled: false, run: () => ran.push('view.off') },
  ]);
  return <p>pane</p>;
}

test('what is picked in the menu runs, if there is such an action now', async () => {
  const picks = new Feed<string>();
  const ran: string[] = [];
  const view = render(
    <ApiProvider api={apiOf({ app: { actions: picks.open } })}>
      <ActionsProvider keymap={{}}>
        <Pane ran={ran} />
      </ActionsProvider>
    </ApiProvider>,
  );
  onTestFinished(() => view.unmount());
  await waitFor(() => {
    picks.push('view.unknown');
    picks.push('view.off');
    picks.push('view.changes');
    expect(ran).toContain('view.changes');
  });

  expect(new Set(ran)).toEqual(new Set(['view.changes']));
});
