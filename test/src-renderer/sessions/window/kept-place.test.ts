import { expect, test } from 'vitest';
import type { ConversationItems } from '../../../../src-renderer/sessions/items/conversation-state.ts';
import { EntryHeights } from '../../../../src-renderer/sessions/window/entry-heights.ts';
import { KeptPlace } from '../../../../src-renderer/sessions/window/kept-place.ts';

/** A view of 100 pixels over entries of these heights, laid out as a browser does. */
function viewOver(heights: number[]) {
  const list = document.createElement('ol');
  const view = document.createElement('div');
  let top = 0;
  const total = () => heights.reduce((sum, height) => sum + height, 0);
  // A browser does not scroll back what was cut off.
  const clamped = () => {
    top = Math.max(0, Math.min(top, total() - 100));
    return top;
  };
  Object.defineProperties(view, {
    clientHeight: { value: 100 },
    scrollHeight: { get: total },
    scrollTop: {
      get: clamped,
      set: (to: number) => {
        top = to;
      },
    },
  });
  view.getBoundingClientRect = () => ({ top: 0 }) as DOMRect;
  heights.forEach((_, at) => {
    const box = document.createElement('li');
    box.dataset.entry = `e${at}`;
    box.getBoundingClientRect = () => {
      const start = heights.slice(0, at).reduce((sum, height) => sum + height, 0) - clamped();
      return { top: start, bottom: start + (heights[at] ?? 0) } as DOMRect;
    };
    list.append(box);
  });
  const entries = heights.map((_, at) => ({ id: `e${at}` })) as unknown as ConversationItems;
  const kept = new KeptPlace(new EntryHeights());
  const shown = { view, list, entries, sticks: false };
  return {
    view,
    heights,
    scrollTo: (to: number) => {
      view.scrollTop = to;
      kept.follow(shown, true);
    },
    /** Looks again, as when heights of entries have changed. */
    look: () => {
      kept.restore(view, list);
      kept.follow(shown, false);
    },
    hide: () => kept.unseen(),
    topOf: (at: number) => list.children[at]?.getBoundingClientRect().top,
  };
}

test('what is in view stays while entries above it grow', () => {
  const { scrollTo, heights, look, topOf } = viewOver([100, 100, 100, 100, 100]);
  scrollTo(200);

  heights[0] = 160;
  look();

  expect(topOf(2)).toBe(0);
});

test('a scroll that is no event yet is not taken back when entries grow', () => {
  const { scrollTo, heights, view, look, topOf } = viewOver([100, 100, 100, 100, 100, 100]);
  scrollTo(300);

  view.scrollTop -= 70;
  heights[0] = 160;
  look();
  expect(topOf(3)).toBe(70);
  heights[1] = 90;
  look();

  expect(topOf(3)).toBe(70);
});

test('an end that is lost and comes back takes nobody elsewhere', () => {
  const { scrollTo, heights, look, topOf } = viewOver([100, 100, 100, 100, 100]);
  scrollTo(400);

  heights[1] = 20;
  look();
  heights[1] = 140;
  look();

  expect(topOf(4)).toBe(0);
});

test('a view that is hidden and comes back at its beginning goes where it was', () => {
  const { scrollTo, view, hide, look, topOf } = viewOver([100, 100, 100, 100, 100]);
  scrollTo(200);

  hide();
  view.scrollTop = 0;
  look();

  expect(topOf(2)).toBe(0);
});
