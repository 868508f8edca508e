import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Question } from '#contract';
import { useReviewPanel } from '../../../../src-renderer/app/review/use-review-panel.ts';
import { ReviewPane } from '../../../../src-renderer/approvals/index.ts';
import { SETTLE_MS } from '../../../../src-renderer/approvals/use-settled.ts';
import { LayoutProvider } from '../../../../src-renderer/state/layout.tsx';
import { LayoutStore } from '../../../../src-renderer/state/layout-store.ts';
import { NavigationProvider } from '../../../../src-renderer/state/navigation.tsx';
import { apiOf, commandQuestion, Feed, failure, renderPane } from '../../../support/pane.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(async () => {
  await act(() => vi.runAllTimersAsync());
  vi.useRealTimers();
});

const passed = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

function Panel() {
  const { isOpen, toggle } = useReviewPanel([]);
  return (
    <>
      <button type="button" onClick={toggle}>
        Toggle
      </button>
      <output>{isOpen ? 'open' : 'closed'}</output>
      <ReviewPane isVisible={isOpen} />
    </>
  );
}
const panelState = () => document.querySelector('output')?.textContent;

/** Refuses a question, which is withdrawn before the answer, in a panel that is closed by then. */
async function answerTooLate({ isClosed = false } = {}) {
  const store = new LayoutStore();
  const waiting = new Feed<readonly Question[]>([commandQuestion()]);
  const decide = async () => Promise.reject(failure('NOT_FOUND', 'No question waits.'));
  renderPane(
    apiOf({ approvals: { waiting: waiting.open, decide } }),
    <LayoutProvider store={store}>
      <NavigationProvider>
        <Panel />
      </NavigationProvider>
    </LayoutProvider>,
  );
  await passed(0);
  await passed(SETTLE_MS + 50);
  if (isClosed) store.set('review.wish', 'closed');
  waiting.push([]);
  fireEvent.click(screen.getByRole('button', { name: 'Refuse' }));
  await passed(50);
  return store;
}

test('the review is open while it tells of an answer that came too late, and keeps nothing of that over a reload', async () => {
  const store = await answerTooLate();
  expect(panelState()).toBe('open');
  expect(store.keys('review.')).toEqual([]);
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(panelState()).toBe('closed');
});

test('a review that the person has closed opens to tell it, and can be closed again', async () => {
  await answerTooLate({ isClosed: true });
  expect(panelState()).toBe('open');
  fireEvent.click(screen.getByRole('button', { name: 'Toggle' }));
  expect(panelState()).toBe('closed');
  expect(screen.getByText(/already answered or withdrawn/)).toBeTruthy();
});
