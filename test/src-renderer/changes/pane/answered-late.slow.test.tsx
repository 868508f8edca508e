import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Deferred } from '#core/async/deferred';
import { ChangesView } from '../../../../src-renderer/changes/index.ts';
import { LayoutProvider } from '../../../../src-renderer/state/layout.tsx';
import { LayoutStore } from '../../../../src-renderer/state/layout-store.ts';
import { ChangesHost } from '../../../support/changes-host.ts';
import { apiOf, commandQuestion, Feed, renderPane } from '../../../support/pane.tsx';
import { proposedChange, proposedDiff } from '../../../support/proposed-change.ts';

const questionOf = (proposal: string, shownPath: string) =>
  commandQuestion({
    id: `q-${proposal}`,
    subject: {
      kind: 'change',
      proposal,
      path: `/w/${shownPath}`,
      shownPath,
      isNew: false,
      addedLines: 3,
      removedLines: 3,
    },
  });

test('nothing that was written for an answer is kept, also where another change is shown when it is taken', async () => {
  const store = new LayoutStore({ 'changes.look': { value: 'accessible', at: 0 } });
  const answered = new Deferred<void>();
  const other = proposedChange({ id: 'p2', path: '/w/b.txt', shownPath: 'b.txt' });
  const api = apiOf({
    approvals: {
      waiting: new Feed([questionOf('p1', 'a.txt'), questionOf('p2', 'b.txt')]).open,
      decide: () => answered.promise,
    },
    changes: {
      ...new ChangesHost([proposedChange(), other]).procedures,
      diff: async ({ id }: { id: string }) => proposedDiff(id, { revision: 4 }),
      isCurrent: async () => true,
    },
  });
  renderPane(
    api,
    <LayoutProvider store={store}>
      <ChangesView isVisible />
    </LayoutProvider>,
  );
  const region = within(await screen.findByRole('region', { name: 'Diff of a.txt' }));
  await region.findByRole('heading', { name: /^Hunk 1\b/ });
  fireEvent.click(screen.getByRole('button', { name: 'Reject hunk 2' }));
  fireEvent.change(screen.getByRole('textbox', { name: 'Note to the model' }), { target: { value: 'Not that' } });
  expect(store.keys('changes.d')).toEqual(['changes.decisions.p1', 'changes.draft.p1']);
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Reject all' })));
  fireEvent.click(screen.getByTitle('/w/b.txt', { exact: true }));
  await screen.findByRole('region', { name: 'Diff of b.txt' });
  await act(async () => answered.resolve());
  await waitFor(() => expect(store.keys('changes.d')).toEqual([]));
});
