import { renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useWindowTitle } from '../../../src-renderer/app/news/use-waiting.ts';

test("the window's title names the session that is shown, and says how much waits", () => {
  const title = (count: number, session: string | undefined) => ({ count, session });
  const { rerender, unmount } = renderHook(({ count, session }) => useWindowTitle(count, session), {
    initialProps: title(0, undefined),
  });
  expect(document.title).toBe('Sigma Shell');
  rerender(title(0, 'Make it friendlier'));
  expect(document.title).toBe('Make it friendlier – Sigma Shell');
  rerender(title(2, 'Make it friendlier'));
  expect(document.title).toBe('(2) Make it friendlier – Sigma Shell');
  unmount();
});
