import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { LayoutEntries } from '#contract';
import { LayoutProvider } from '../../../src-renderer/state/layout.tsx';
import { LayoutStore } from '../../../src-renderer/state/layout-store.ts';
import { useTrialDraft } from '../../../src-renderer/tools/use-trial-draft.ts';

const contentOf = (city: string) => ({ value: { city }, texts: [] });

/** Keeps the arguments of some tools, one after the other; `kept` is what there is of one. */
function setUp() {
  const saved: LayoutEntries[] = [];
  const store = new LayoutStore({}, async (changes) => void saved.push(changes));
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <LayoutProvider store={store}>{children}</LayoutProvider>
  );
  const draftOf = (tool: string) => renderHook(() => useTrialDraft(tool), { wrapper }).result;
  return {
    saved,
    flush: () => act(async () => store.flush()),
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

test('the arguments of one tool are sent alone, so that those of another window stay', async () => {
  const { keep, saved, flush } = setUp();
  keep('one', 'Oslo');
  await flush();
  keep('two', 'Bergen');
  await flush();
  const [first, second] = saved.map((changes) => JSON.stringify(changes));
  expect(first).toContain('Oslo');
  expect(second).toContain('Bergen');
  expect(second).not.toContain('Oslo');
});

test('the arguments of a tool in a folder with a long path have a key that the host takes', async () => {
  const { keep, kept, saved, flush } = setUp();
  const folder = `/home/me/${'deep/'.repeat(60)}`;
  keep(`provider ${folder} weather get_weather`, 'Oslo');
  await flush();
  expect(LayoutEntries.safeParse(saved[0]).success).toBe(true);
  expect(kept(`provider ${folder} weather get_weather`)).toEqual(contentOf('Oslo'));
  expect(kept(`provider ${folder} weather get_time`)).toBeUndefined();
});
