import { onTestFinished } from 'vitest';

/** Collects the elements brought into view in this test, in order, and restores the page for the next one. */
export function scrolledElements(): readonly HTMLElement[] {
  const prototype = HTMLElement.prototype;
  const before = Object.getOwnPropertyDescriptor(prototype, 'scrollIntoView');
  const scrolled: HTMLElement[] = [];
  prototype.scrollIntoView = function (this: HTMLElement) {
    scrolled.push(this);
    // As newer browsers answer: what is no function must not become the cleanup of an effect.
    return Promise.resolve();
  };
  onTestFinished(() => {
    if (before) Object.defineProperty(prototype, 'scrollIntoView', before);
    else Reflect.deleteProperty(prototype, 'scrollIntoView');
  });
  return scrolled;
}
