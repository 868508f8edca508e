import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import type { ImageSummary } from '#contract';
import { ApiContext } from '../../../src-renderer/api/api-context.tsx';
import { useImages } from '../../../src-renderer/workspaces/images/use-images.ts';
import { apiOf, Feed } from '../../support/pane.tsx';

const image = (path: string, size = 1) => ({ path, size }) as ImageSummary;

test('an image that is written late neither takes the place of another nor opens again', async () => {
  const api = apiOf({ workspaceImages: { opened: new Feed([]).open } });
  const wrapper = ({ children }: { children: ReactNode }) => <ApiContext value={api}>{children}</ApiContext>;
  const { result } = renderHook(() => useImages('/w'), { wrapper });
  await waitFor(() => expect(result.current.opened).toEqual([]));
  act(() => result.current.show(image('/a')));
  act(() => result.current.update(image('/a', 2)));
  expect(result.current.shown?.image.size).toBe(2);
  act(() => result.current.show(image('/b')));
  act(() => result.current.update(image('/a', 3)));
  expect(result.current.shown?.image.path).toBe('/b');
  act(() => result.current.show(undefined));
  act(() => result.current.update(image('/a', 4)));
  expect(result.current.shown).toBeUndefined();
});
