import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ChangeList } from '../../../../src-renderer/changes/list/change-list.tsx';
import { changeRow } from '../../../support/changes-host.ts';
import { apiOf, renderPane } from '../../../support/pane.tsx';
import { proposedChange } from '../../../support/proposed-change.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: new Date(2026, 10, 27, 23, 50) });
});
afterEach(() => {
  vi.useRealTimers();
});

test('a turn that was of today is told with its date after midnight', async () => {
  const at = new Date(2026, 10, 27, 9).getTime();
  const list = { proposals: [], turns: [changeRow([proposedChange({ state: 'applied', at })])], older: 0 };
  const folds = { isOpen: () => false, set: () => {} };
  renderPane(
    apiOf({}),
    <ChangeList list={list} folds={folds} shown={undefined} onChoose={() => {}} onShowOlder={() => {}} />,
  );
  expect(await screen.findByText('09:00')).toBeTruthy();
  vi.setSystemTime(new Date(2026, 10, 28, 0, 10));
  await act(async () => vi.advanceTimersByTime(60_000));
  expect(screen.queryByText('09:00')).toBeNull();
  expect(screen.getByText('Nov 27')).toBeTruthy();
});
