import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { AnyLedgerEvent } from '#contract';
import { usePausableEvents } from '../../../src-renderer/activity/use-pausable-events.ts';

const eventsOf = (...ids: readonly string[]) => ids.map((id) => ({ id, session: 's1' }) as unknown as AnyLedgerEvent);

test('a list that is paused stays so when another filter has it without the event at its top', () => {
  const { result, rerender } = renderHook(({ ids }) => usePausableEvents(eventsOf(...ids)), {
    initialProps: { ids: ['b', 'a'] },
  });
  act(() => result.current.pause());
  rerender({ ids: ['y', 'x'] });
  rerender({ ids: ['z', 'y', 'x'] });
  expect(result.current.events.map(({ id }) => id)).toEqual(['y', 'x']);
  expect([result.current.isPaused, result.current.waiting]).toEqual([true, 1]);
});
