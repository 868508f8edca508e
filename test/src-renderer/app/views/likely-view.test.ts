import { expect, test, vi } from 'vitest';
import { loadLikelyView, rememberView } from '../../../../src-renderer/app/views/likely-view.ts';
import { views } from '../../../../src-renderer/app/views/views.ts';

/** Ids of the views that a start begins to load. */
function loadedAtStart(): readonly string[] {
  const loaded: string[] = [];
  const load = (id: string) => async () => {
    loaded.push(id);
    throw new Error('Nobody may hear of it here');
  };
  loadLikelyView(views.map((entry) => ({ ...entry, load: load(entry.id) })));
  return loaded;
}

test('a start begins to load the view that was shown last, and the terminals where none was', () => {
  localStorage.clear();
  expect(loadedAtStart()).toEqual(['terminals']);

  rememberView('changes');
  expect(loadedAtStart()).toEqual(['changes']);

  localStorage.setItem('sigma.view', 'a view of another version');
  expect(loadedAtStart()).toEqual(['terminals']);
});

test('a start is none the worse without storage', () => {
  const refused = vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new Error('Storage is switched off');
  });

  expect(loadedAtStart()).toEqual(['terminals']);
  refused.mockRestore();
});
