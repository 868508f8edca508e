import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Deferred } from '#core/async/deferred';
import { useSettingsAction } from '../../../src-renderer/settings/use-settings-action.ts';

function setUp(options: { readonly mayOverlap?: boolean }) {
  const { result } = renderHook(() => useSettingsAction(options));
  const begun: Deferred<void>[] = [];
  const done: boolean[] = [];
  const { run } = result.current;
  const click = async () => {
    const isDone = await run(() => {
      const request = new Deferred<void>();
      begun.push(request);
      return request.promise;
    });
    done.push(isDone);
  };
  return { result, begun, done, click };
}

test('two clicks in one frame begin one request', async () => {
  const { result, begun, done, click } = setUp({});
  await act(async () => {
    void click();
    void click();
  });
  expect([begun.length, done]).toEqual([1, [false]]);
  expect(result.current.isBusy).toBe(true);

  await act(async () => begun[0]?.resolve());
  expect([result.current.isBusy, done]).toEqual([false, [false, true]]);
  act(() => void click());
  expect(begun).toHaveLength(2);
});

test('of requests that may overlap all are begun, and it is busy until the last has ended', async () => {
  const { result, begun, done, click } = setUp({ mayOverlap: true });
  await act(async () => {
    void click();
    void click();
  });
  expect(begun).toHaveLength(2);
  await act(async () => begun[0]?.resolve());
  expect(result.current.isBusy).toBe(true);
  await act(async () => begun[1]?.resolve());
  expect([result.current.isBusy, done]).toEqual([false, [true, true]]);
});
