import { renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { MAX_MATCHES } from '../../../../src-renderer/sessions/find/text-matches.ts';
import { useTextMatches } from '../../../../src-renderer/sessions/find/use-text-matches.ts';
import { reply } from '../session-workbench.tsx';

/** The browser's own, as far as it is used. */
class FakeHighlight extends Set<Range> {
  constructor(...ranges: Range[]) {
    super(ranges);
  }
}

beforeEach(() => {
  vi.stubGlobal('Highlight', FakeHighlight);
  vi.stubGlobal('CSS', { highlights: new Map<string, FakeHighlight>() });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test('more matches than a call takes arguments are marked, too', () => {
  const text = 'e '.repeat(MAX_MATCHES);
  const entries = Array.from({ length: 26 }, (_, index) => reply({ id: `a${index}`, text }));
  const list = document.createElement('div');
  for (const { id } of entries) {
    const entry = document.createElement('article');
    entry.dataset.entry = id;
    entry.textContent = text;
    list.append(entry);
  }
  const searched = { content: { current: list }, entries, show: () => {} };
  const { result } = renderHook(() => useTextMatches(searched, 'e', true));
  expect(result.current.count).toBe(26 * MAX_MATCHES);
  expect((CSS.highlights as unknown as Map<string, FakeHighlight>).get('sigma-found')?.size).toBe(26 * MAX_MATCHES);
});
