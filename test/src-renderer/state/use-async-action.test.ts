import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Deferred } from '#core/async/deferred';
import { useAsyncAction } from '../../../src-renderer/state/use-async-action.ts';

test('two clicks in one frame begin one request, and the next may begin when it has ended', async () => {
  const { result } = renderHook(useAsyncAction);
  const begun: Deferred<void>[] = [];
  const { run } = result.current;
  const click = () =>
    run(() => {
      const request = new Deferred<void>();
      begun.push(request);
      return request.promise;
    });
  act(() => {
    click();
    click();
  });
  expect(begun).toHaveLength(1);
  expect(result.current.isBusy).toBe(true);

  await act(async () => begun[0]?.reject(new Error('The disk is full')));
  expect([result.current.isBusy, result.current.problem]).toEqual([false, 'The disk is full']);
  act(click);
  expect(begun).toHaveLength(2);
});
