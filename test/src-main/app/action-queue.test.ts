import { expect, test } from 'vitest';
import { heldActions } from '../../../src-main/app/action-queue.ts';

function heard(actions: ReturnType<typeof heldActions>) {
  const ids: string[] = [];
  return { ids, leave: actions.subscribe((id) => void ids.push(id)) };
}

test('an action that comes before a page listens is run by the first that does, once', () => {
  const actions = heldActions();
  actions.run('view.activity');
  actions.run('palette.open');
  const first = heard(actions);
  const second = heard(actions);
  actions.run('app.quit');

  expect(first.ids).toEqual(['view.activity', 'palette.open', 'app.quit']);
  expect(second.ids).toEqual(['app.quit']);
});

test('an action that nobody took for a while is not run by a page that comes much later', () => {
  let now = 0;
  const actions = heldActions(() => now);
  heard(actions).leave();
  actions.run('view.activity');
  now = 60_000;

  expect(heard(actions).ids).toEqual([]);
});
