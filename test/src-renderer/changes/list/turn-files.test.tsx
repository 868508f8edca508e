import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ChangesView } from '../../../../src-renderer/changes/index.ts';
import { ActionsProvider } from '../../../../src-renderer/state/actions.tsx';
import { LayoutProvider } from '../../../../src-renderer/state/layout.tsx';
import { LayoutStore } from '../../../../src-renderer/state/layout-store.ts';
import { ChangesHost } from '../../../support/changes-host.ts';
import { apiOf, Feed, renderPane } from '../../../support/pane.tsx';
import { proposedChange, proposedDiff } from '../../../support/proposed-change.ts';

test('the files of a turn stay in the list while more of them are fetched', async () => {
  const changes = Array.from({ length: 201 }, (_, at) =>
    proposedChange({
      id: `e${at}`,
      path: `/w/f${at}`,
      shownPath: `f${at}`,
      state: 'applied',
      session: 's1',
      turn: 't1',
    }),
  );
  const { procedures } = new ChangesHost(changes);
  const asked: unknown[] = [];
  const files: typeof procedures.files = (input, options) => {
    asked.push(input.most);
    return procedures.files(input, options);
  };
  const api = apiOf({
    approvals: { waiting: new Feed([]).open },
    changes: { ...procedures, files, diff: async ({ id }: { id: string }) => proposedDiff(id) },
  });
  renderPane(
    api,
    <LayoutProvider store={new LayoutStore({ 'changes.look': { value: 'accessible', at: 0 } })}>
      <ActionsProvider keymap={{}}>
        <ChangesView isVisible />
      </ActionsProvider>
    </LayoutProvider>,
  );
  const turn = await screen.findByText('Make it friendlier');
  fireEvent.click(turn);
  const more = await screen.findByText('Show more: 1 file');
  const rows = () => [...document.querySelectorAll('[data-level="2"]')];
  const [first] = rows();
  more.focus();
  // Pressed on while they are fetched, it asks for no more than once.
  for (const _ of [1, 2, 3, 4]) fireEvent.click(more);
  await waitFor(() => expect(rows()).toHaveLength(201));
  expect(first?.isConnected).toBe(true);
  expect(asked.slice(-2)).toEqual([200, 1000]);
});
