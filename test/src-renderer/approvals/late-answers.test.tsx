import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Question } from '#contract';
import { Deferred } from '#core/async/deferred';
import { ReviewPane } from '../../../src-renderer/approvals/index.ts';
import { SETTLE_MS } from '../../../src-renderer/approvals/use-settled.ts';
import { apiOf, commandQuestion, Feed, failure, renderPane } from '../../support/pane.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(async () => {
  await act(() => vi.runAllTimersAsync());
  vi.useRealTimers();
});

const passed = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const announced = () => document.querySelector('[aria-live="polite"]')?.textContent ?? '';

/** Shows one question, whose card is settled, and refuses it; the test says what becomes of the answer. */
async function refuse() {
  const waiting = new Feed<readonly Question[]>([commandQuestion()]);
  const answered = new Deferred<void>();
  const sent: unknown[] = [];
  const decide = (answer: unknown) => {
    sent.push(answer);
    return answered.promise;
  };
  renderPane(apiOf({ approvals: { waiting: waiting.open, decide } }), <ReviewPane isVisible />);
  await passed(0);
  await passed(SETTLE_MS + 50);
  fireEvent.click(screen.getByRole('button', { name: 'Refuse' }));
  const withdraw = async () => {
    waiting.push([]);
    await passed(50);
  };
  return { answered, withdraw, sent };
}

test('an answer that comes too late is said to have come to nothing, though its card is gone', async () => {
  const { answered, withdraw } = await refuse();
  await withdraw();
  answered.reject(failure('NOT_FOUND', 'No question waits.'));
  await passed(0);
  const notice = screen.getByRole('alert');
  expect(notice.textContent).toContain('Run a command?');
  expect(notice.textContent).toContain('This was already answered or withdrawn.');
  fireEvent.click(within(notice).getByRole('button', { name: 'Dismiss' }));
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a question that goes after its answer was not taken is said to wait no longer', async () => {
  const { answered, withdraw } = await refuse();
  answered.reject(failure('UNAVAILABLE', 'The disk is full.'));
  await passed(0);
  expect(screen.getByRole('alert').textContent).toContain('The disk is full.');
  await withdraw();
  await passed(5000);
  expect(announced()).toContain('No longer waiting: run a command');
});

test('a question that goes because it was answered here is not said to be gone', async () => {
  const { answered, withdraw } = await refuse();
  answered.resolve();
  await withdraw();
  await passed(5000);
  expect(announced()).not.toContain('No longer waiting');
});

test('where the questions cannot be loaded, it is not said that there are none', async () => {
  const waiting = async () => Promise.reject(failure('UNAVAILABLE', 'The questions cannot be read'));
  renderPane(apiOf({ approvals: { waiting } }), <ReviewPane isVisible />);
  expect(screen.queryByText('Nothing to review')).toBeNull();
  await passed(0);
  expect(screen.getByRole('alert').textContent).toBe('The questions cannot be read');
  expect(screen.queryByText('Nothing to review')).toBeNull();
});

test('a second press on a card that is answered and has yet to go sends nothing', async () => {
  const { answered, sent } = await refuse();
  answered.resolve();
  await passed(0);
  fireEvent.click(screen.getByRole('button', { name: 'Allow once' }));
  await passed(0);
  expect(sent).toHaveLength(1);
});
