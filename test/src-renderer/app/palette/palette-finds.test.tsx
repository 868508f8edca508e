import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { usePaletteFinds } from '../../../../src-renderer/app/palette/use-palette-finds.ts';
import { LayoutProvider } from '../../../../src-renderer/state/layout.tsx';
import { LayoutStore } from '../../../../src-renderer/state/layout-store.ts';
import { apiOf, Feed, renderPane } from '../../../support/pane.tsx';

function Finds() {
  return usePaletteFinds(true).map(({ id, title, run }) => (
    <button key={id} type="button" onClick={run}>
      {title}
    </button>
  ));
}

/** Chooses the past command `ls` where the layout has this, and answers with the draft and the mode of then. */
async function chosen(layout: Readonly<Record<string, string>>) {
  const store = new LayoutStore({});
  for (const [key, value] of Object.entries(layout)) store.set(key, value);
  const api = apiOf({
    console: { history: async () => ['ls'] },
    sessions: { changed: new Feed([]).open },
  });
  const view = renderPane(
    api,
    <LayoutProvider store={store}>
      <Finds />
    </LayoutProvider>,
  );
  fireEvent.click(await screen.findByRole('button', { name: 'ls' }));
  view.unmount();
  return [store.get('shared.draft.new'), store.get('sessions.mode.new')];
}

test('a past command comes into the field of Shell mode, but not in the place of a message that is being written', async () => {
  expect(await chosen({})).toEqual(['ls', 'shell']);
  expect(await chosen({ 'shared.draft.new': ' \n' })).toEqual(['ls', 'shell']);
  expect(await chosen({ 'shared.draft.new': 'gi', 'sessions.mode.new': 'shell' })).toEqual(['ls', 'shell']);
  expect(await chosen({ 'shared.draft.new': 'Please explain why' })).toEqual(['Please explain why\nls', undefined]);
});
