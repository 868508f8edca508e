import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { LayoutProvider } from '../../../src-renderer/state/layout.tsx';
import { LayoutStore } from '../../../src-renderer/state/layout-store.ts';
import { useTrialDraft } from '../../../src-renderer/tools/use-trial-draft.ts';

const contentOf = (city: string) => ({ value: { city }, texts: [] });

/** Keeps the arguments of some tools, one after the other; `kept` is what there is of one. */
function setUp() {
  const store = new LayoutStore();
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <LayoutProvider store={store}>{children}</LayoutProvider>
  );
  const draftOf = (tool: string) => renderHook(() => useTrialDraft(tool), { wrapper }).result;
  return {
    keep: (tool: string, city: string) => {
      const draft = draftOf(tool);
      act(() => draft.current.keep(contentOf(city)));
    },
    kept: (tool: string) => draftOf(tool).current.kept,
  };
}

test('the arguments of many tools are kept, and those that were filled in longest ago give way', () => {
  const { keep, kept } = setUp();
  for (let tool = 0; tool < 30; tool += 1) keep(`t${tool}`, 'Oslo');
  keep('t0', 'Bergen');
  keep('t30', 'Oslo');
  expect(['t0', 't1', 't2', 't30'].map(kept)).toEqual([
    contentOf('Bergen'),
    undefined,
    contentOf('Oslo'),
    contentOf('Oslo'),
  ]);
});

test('arguments too long to be kept leave those of other tools as they are', () => {
  const { keep, kept } = setUp();
  keep('one', 'Oslo');
  keep('two', 'Bergen');
  keep('two', 'x'.repeat(200_000));
  expect([kept('one'), kept('two')]).toEqual([contentOf('Oslo'), undefined]);
});
