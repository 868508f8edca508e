import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  activeTab,
  addTab,
  EMPTY_LAYOUT,
  focusPane,
  isLayout,
  neighbourPane,
  reconcileLayout,
  removeTerminal,
  resizeSplit,
  splitPane,
  type TerminalLayout,
  terminalsOf,
} from '../../../src-renderer/terminals/layout-model.ts';

const terminalsIn = (layout: TerminalLayout) => layout.tabs.flatMap(({ root }) => terminalsOf(root));

function splitOf(layout: TerminalLayout) {
  const root = activeTab(layout)?.root;
  if (root?.kind !== 'split') throw new Error('The tab has no split');
  return root;
}

describe('splitting', () => {
  test('puts the new pane beside the other and gives it the focus', () => {
    const layout = splitPane(addTab(EMPTY_LAYOUT, 'a'), 'a', { added: 'b', direction: 'right' });
    expect(splitOf(layout)).toMatchObject({ direction: 'right', children: [{ terminal: 'a' }, { terminal: 'b' }] });
    expect(activeTab(layout)?.focused).toBe('b');
  });

  test('again in the same direction makes three of equal size', () => {
    let layout = splitPane(addTab(EMPTY_LAYOUT, 'a'), 'a', { added: 'b', direction: 'right' });
    layout = resizeSplit(layout, splitOf(layout).id, [70, 30]);
    layout = splitPane(layout, 'a', { added: 'c', direction: 'right' });
    expect(terminalsOf(splitOf(layout))).toEqual(['a', 'c', 'b']);
    expect(splitOf(layout).sizes).toBeUndefined();
  });

  test('in the other direction nests', () => {
    let layout = splitPane(addTab(EMPTY_LAYOUT, 'a'), 'a', { added: 'b', direction: 'right' });
    layout = splitPane(layout, 'b', { added: 'c', direction: 'down' });
    expect(splitOf(layout).children[1]).toMatchObject({ kind: 'split', direction: 'down' });
    expect(activeTab(layout) && neighbourPane(activeTab(layout) ?? raise(), 1)).toBe('a');
  });
});

describe('closing', () => {
  test('a pane leaves its neighbour the room and the focus', () => {
    const layout = removeTerminal(splitPane(addTab(EMPTY_LAYOUT, 'a'), 'a', { added: 'b', direction: 'down' }), 'b');
    expect(activeTab(layout)).toEqual({ id: 'a', root: { kind: 'pane', terminal: 'a' }, focused: 'a' });
  });

  test('the last pane of the shown tab shows the tab beside it', () => {
    const layout = ['a', 'b', 'c'].reduce(addTab, EMPTY_LAYOUT);
    expect(removeTerminal(focusPane(layout, 'b'), 'b').active).toBe('c');
    expect(removeTerminal(layout, 'c').active).toBe('b');
    expect(removeTerminal(addTab(EMPTY_LAYOUT, 'a'), 'a')).toEqual({ tabs: [], active: undefined });
  });
});

describe('fitting a kept layout to the terminals there are', () => {
  test('drops closed ones, adds new ones behind, and keeps what is shown', () => {
    const layout = focusPane(['a', 'b'].reduce(addTab, EMPTY_LAYOUT), 'a');
    const fitted = reconcileLayout(layout, ['a', 'c']);
    expect(terminalsIn(fitted)).toEqual(['a', 'c']);
    expect(fitted.active).toBe('a');
  });

  test('changes nothing that fits', () => {
    const layout = ['a', 'b'].reduce(addTab, EMPTY_LAYOUT);
    expect(reconcileLayout(layout, ['b', 'a'])).toBe(layout);
  });

  test('shows each terminal once, whatever was done before', () => {
    const id = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f');
    const step = fc.oneof(
      fc.record({
        kind: fc.constant('split' as const),
        at: id,
        direction: fc.constantFrom('right' as const, 'down' as const),
      }),
      fc.record({ kind: fc.constant('remove' as const), at: id }),
      fc.record({ kind: fc.constant('focus' as const), at: id }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 25 }), fc.uniqueArray(id), (steps, present) => {
        let count = 0;
        let layout = addTab(EMPTY_LAYOUT, 'a');
        for (const { at, ...rest } of steps) {
          if (rest.kind === 'split')
            layout = splitPane(layout, at, { added: `new${count++}`, direction: rest.direction });
          else layout = rest.kind === 'remove' ? removeTerminal(layout, at) : focusPane(layout, at);
        }
        const fitted = reconcileLayout(layout, present);
        expect(terminalsIn(fitted).toSorted()).toEqual(present.toSorted());
        expect(isLayout(JSON.parse(JSON.stringify(fitted)))).toBe(true);
        for (const tab of fitted.tabs) expect(terminalsOf(tab.root)).toContain(tab.focused);
        expect(activeTab(fitted) !== undefined).toBe(present.length > 0);
      }),
    );
  });
});

test('what another version kept is not taken for a layout', () => {
  for (const value of [
    undefined,
    1,
    {},
    { tabs: 1 },
    { tabs: [{}] },
    { tabs: [{ id: 'a', focused: 'a', root: { kind: 'grid' } }] },
  ]) {
    expect(isLayout(value)).toBe(false);
  }
});

function raise(): never {
  throw new Error('no tab');
}
