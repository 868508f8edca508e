import { expect, test } from 'vitest';
import type { Workspace } from '#contract';
import { workspaceAt, workspaceGroups } from '../../../src-renderer/state/workspaces.ts';

const workspace = (path: string, name: string): Workspace => ({ path, name, isSample: false });
const FIRST = workspace('/first', 'first');
const OTHER = workspace('/other', 'other');

const grouped = (open: readonly Workspace[], ...items: readonly { id: number; workspace?: string }[]) =>
  workspaceGroups(items, open)?.map((group) => [group.workspace.name, ...group.items.map(({ id }) => id)]);

test('one workspace alone needs no heading', () => {
  expect(grouped([FIRST], { id: 1, workspace: '/first' }, { id: 2 })).toBeUndefined();
  expect(grouped([], { id: 1, workspace: '/first' })).toBeUndefined();
});

test('open workspaces stand in their order, also without items; the others follow as their items come', () => {
  expect(
    grouped(
      [FIRST, OTHER],
      { id: 1, workspace: '/old/two' },
      { id: 2, workspace: '/old/one' },
      { id: 3, workspace: '/first' },
      { id: 4, workspace: '/old/two' },
    ),
  ).toEqual([['first', 3], ['other'], ['two', 1, 4], ['one', 2]]);
});

test('what does not say where it belongs is of the first', () => {
  expect(grouped([FIRST, OTHER], { id: 1 })).toEqual([['first', 1], ['other']]);
});

test.each([
  ['/home/me/work', 'work'],
  ['/home/me/work/', 'work'],
  ['C:\\Users\\me\\work', 'work'],
  ['/', '/'],
])('%s, which is not open, is called %s', (path, name) => {
  expect(workspaceAt(path, [FIRST])).toEqual(workspace(path, name));
});
