import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import type { MessageImage } from '#contract';
import { Deferred } from '#core/async/deferred';
import { ApiContext } from '../../../../src-renderer/api/api-context.tsx';
import { useDraftImages } from '../../../../src-renderer/sessions/sending/use-draft-images.ts';
import { apiOf, failure } from '../../../support/pane.tsx';

const picture: MessageImage = { hash: 'a'.repeat(64), type: 'image/png', bytes: 1, name: 'plan.png' };
const file = new File(['x'], 'plan.png', { type: 'image/png' });

/** The images of a session on a host that keeps the first one, and none after it. */
function draftImages() {
  let kept = 0;
  const keepImage = async () => {
    kept += 1;
    if (kept > 1) throw failure('UNAVAILABLE', 'the disk is full');
    return picture;
  };
  const api = apiOf({ sessions: { keepImage } });
  const wrapper = ({ children }: { children: ReactNode }) => <ApiContext value={api}>{children}</ApiContext>;
  const { result } = renderHook(() => useDraftImages('s1'), { wrapper });
  const settled = () =>
    act(async () => {
      result.current.add([file]);
      return await result.current.settled();
    });
  return { result, settled };
}

test('an image that cannot be attached in one session neither is told in another nor holds its message back', async () => {
  const late = new Deferred<void>();
  const keepImage = async () => {
    await late.promise;
    throw failure('UNAVAILABLE', 'the disk is full');
  };
  const api = apiOf({ sessions: { keepImage } });
  const wrapper = ({ children }: { children: ReactNode }) => <ApiContext value={api}>{children}</ApiContext>;
  const { result, rerender } = renderHook(({ id }) => useDraftImages(id), { wrapper, initialProps: { id: 's1' } });
  act(() => result.current.add([file]));
  rerender({ id: 's2' });
  const other = await act(async () => {
    const settled = result.current.settled();
    late.resolve();
    return await settled;
  });
  expect(other).toEqual([]);
  expect(result.current.problem).toBeUndefined();
  rerender({ id: 's1' });
  await waitFor(() => expect(result.current.problem).toBe('“plan.png” was not attached: the disk is full'));
});

test('a message does not wait for the images of another session', async () => {
  const never = new Deferred<MessageImage>();
  const [slow, quick] = [file, new File(['yy'], 'quick.png', { type: 'image/png' })];
  const keepImage = async ({ name }: { readonly name: string }) =>
    name === slow.name ? await never.promise : { ...picture, hash: 'b'.repeat(64), name };
  const api = apiOf({ sessions: { keepImage } });
  const wrapper = ({ children }: { children: ReactNode }) => <ApiContext value={api}>{children}</ApiContext>;
  const { result, rerender } = renderHook(({ id }) => useDraftImages(id), { wrapper, initialProps: { id: 's1' } });
  await act(async () => result.current.add([slow]));
  expect(result.current.arriving).toBe(1);
  rerender({ id: 's2' });
  expect(result.current.arriving).toBe(0);
  const settled = await act(async () => {
    result.current.add([quick]);
    return await Promise.race([result.current.settled(), new Promise((resolve) => setTimeout(resolve, 500, 'waits'))]);
  });
  expect(settled).toMatchObject([{ name: 'quick.png' }]);
});

test('a message that waits for an image which cannot be attached is not sent without it', async () => {
  const { result, settled } = draftImages();
  expect(await settled()).toEqual([picture]);
  expect(await settled()).toBeUndefined();
  expect(result.current.problem).toBe('“plan.png” was not attached: the disk is full');
  expect(await act(() => result.current.settled())).toEqual([picture]);
});

test('a long name is not cut within a character', async () => {
  const names: string[] = [];
  const keepImage = async ({ name }: { readonly name: string }) => {
    names.push(name);
    return picture;
  };
  const api = apiOf({ sessions: { keepImage } });
  const wrapper = ({ children }: { children: ReactNode }) => <ApiContext value={api}>{children}</ApiContext>;
  const { result } = renderHook(() => useDraftImages('s1'), { wrapper });
  await act(async () => {
    result.current.add([new File(['x'], `${'n'.repeat(254)}🙂.png`, { type: 'image/png' })]);
    await result.current.settled();
  });
  expect(names).toEqual(['n'.repeat(254)]);
});
