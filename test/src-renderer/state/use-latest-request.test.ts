import { renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useLatestRequest } from '../../../src-renderer/state/use-latest-request.ts';

test('the newest request alone is the latest, at each rendering', () => {
  const { result, rerender } = renderHook(useLatestRequest);
  const isFirst = result.current.begin();
  expect(isFirst()).toBe(true);
  rerender();
  const isSecond = result.current.begin();
  expect([isFirst(), isSecond()]).toEqual([false, true]);
});

test('after a cancel no request is the latest', () => {
  const { result } = renderHook(useLatestRequest);
  const isLatest = result.current.begin();
  result.current.cancel();
  expect(isLatest()).toBe(false);
});
