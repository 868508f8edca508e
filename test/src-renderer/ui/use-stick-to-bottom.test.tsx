import { act, renderHook } from '@testing-library/react';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { useStickToBottom } from '../../../src-renderer/ui/use-stick-to-bottom.ts';

/** A scroller with a layout of the test's own, which happy-dom has not. */
class Layout {
  readonly view = document.createElement('div');
  readonly content = document.createElement('div');
  scrollHeight = 600;
  clientHeight = 600;
  #top = 0;

  constructor() {
    Object.defineProperties(this.view, {
      scrollHeight: { get: () => this.scrollHeight },
      clientHeight: { get: () => this.clientHeight },
      scrollTop: {
        get: () => Math.min(this.#top, this.scrollHeight - this.clientHeight),
        set: (top: number) => {
          this.#top = Math.min(top, this.scrollHeight - this.clientHeight);
        },
      },
    });
  }

  scroll(): void {
    act(() => void this.view.dispatchEvent(new Event('scroll')));
  }

  scrollTo(top: number): void {
    this.view.scrollTop = top;
    this.scroll();
  }
}

let onResized: () => void = () => {};
const resize = () => act(() => onResized());

beforeEach(() => {
  const before = globalThis.ResizeObserver;
  globalThis.ResizeObserver = class {
    constructor(callback: () => void) {
      onResized = callback;
    }
    observe() {}
    unobserve() {}
    disconnect() {}
  } as unknown as typeof ResizeObserver;
  onTestFinished(() => {
    globalThis.ResizeObserver = before;
  });
});

function stick() {
  const layout = new Layout();
  const [scroller, content] = [{ current: layout.view }, { current: layout.content }];
  const { result } = renderHook(() => useStickToBottom(scroller, content));
  return { layout, result };
}

test('the end stays in view while the content grows and the view shrinks, whatever comes first', () => {
  const { layout, result } = stick();
  layout.scrollHeight = 900;
  resize();
  expect(layout.view.scrollTop).toBe(300);
  // The line with the tokens comes above it, before the scrolling is told.
  layout.clientHeight = 560;
  layout.scroll();
  resize();
  expect(layout.view.scrollTop).toBe(340);
  expect(result.current.isAtBottom).toBe(true);
  layout.scrollHeight = 1500;
  layout.scroll();
  resize();
  expect(layout.view.scrollTop).toBe(940);
});

test('a person who scrolls up stays there, and one who comes back to the end follows it again', () => {
  const { layout, result } = stick();
  layout.scrollHeight = 900;
  resize();
  layout.scroll();
  layout.scrollTo(200);
  expect(result.current.isAtBottom).toBe(false);
  layout.scrollHeight = 1200;
  resize();
  expect(layout.view.scrollTop).toBe(200);
  layout.scrollTo(580);
  expect(result.current.isAtBottom).toBe(true);
  layout.scrollHeight = 1300;
  resize();
  expect(layout.view.scrollTop).toBe(700);
  act(() => result.current.jumpToLatest());
  // Some pixels up are still the end; from there it is left as from the end.
  layout.scrollTo(690);
  expect(result.current.isAtBottom).toBe(true);
  layout.scrollTo(700);
  layout.scrollTo(600);
  expect(result.current.isAtBottom).toBe(false);
});

test('content that shrinks below the end is followed', () => {
  const { layout, result } = stick();
  layout.scrollHeight = 900;
  resize();
  layout.scrollHeight = 700;
  layout.scroll();
  resize();
  expect(result.current.isAtBottom).toBe(true);
  layout.scrollHeight = 900;
  resize();
  expect(layout.view.scrollTop).toBe(300);
});
