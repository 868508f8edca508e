import { expect, test } from 'vitest';
import { ItemStore } from '../../../../src-main/chat/items/item-store.ts';

const notice = (id: string, text = id) => ({ kind: 'notice', id, at: 1, level: 'info', text }) as const;

test('items keep the place at which they first appeared', () => {
  const store = new ItemStore();
  for (const id of ['a', 'b', 'c']) store.put(notice(id));
  store.put(notice('a', 'again'));
  store.replace(notice('b', 'over'));
  expect(store.all).toEqual([notice('a', 'again'), notice('b', 'over'), notice('c')]);
  expect([store.get('b'), store.get('z'), store.get(undefined)]).toEqual([notice('b', 'over'), undefined, undefined]);
});

test('what was put is told once and as it is now; what was laid over is not told', () => {
  const store = new ItemStore();
  store.put(notice('a'));
  store.put(notice('a', 'newer'));
  store.put(notice('b'));
  store.replace(notice('c'));
  expect(store.takeTouched()).toEqual([notice('a', 'newer'), notice('b')]);
  expect(store.takeTouched()).toEqual([]);
});

test('an update is of an item of its kind, and of nothing else', () => {
  const store = new ItemStore();
  store.put(notice('a'));
  store.takeTouched();
  store.update('a', 'tool', (item) => ({ ...item, result: 'x' }));
  store.update('b', 'notice', (item) => ({ ...item, text: 'x' }));
  store.update(undefined, 'notice', (item) => ({ ...item, text: 'x' }));
  expect(store.takeTouched()).toEqual([]);
  store.update('a', 'notice', (item) => ({ ...item, text: 'changed' }));
  expect(store.takeTouched()).toEqual([notice('a', 'changed')]);
});
