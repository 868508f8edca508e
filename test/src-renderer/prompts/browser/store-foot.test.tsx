import { render, screen } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { StoreFoot } from '../../../../src-renderer/prompts/browser/store-foot.tsx';
import { formatTime } from '../../../../src-renderer/ui/format.ts';
import { state } from '../show-prompts.tsx';

test('a store that cannot be read says since when', () => {
  const since = Date.now() - 90_000;
  const store = { kind: 'redis', place: 'redis.test:6379', state: 'down', reason: 'It is away', since } as const;
  const view = render(<StoreFoot state={{ ...state, store: { ...store, isWatched: false } }} onProblems={() => {}} />);
  onTestFinished(() => view.unmount());
  expect(screen.getByText('It is away')).toBeTruthy();
  expect(screen.getByText(`down since ${formatTime(since)}`)).toBeTruthy();
});
