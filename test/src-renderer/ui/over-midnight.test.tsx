import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { QuestionDetails } from '../../../src-renderer/approvals/question-details.tsx';
import { RehearsalView } from '../../../src-renderer/permissions/rehearsal-view.tsx';
import { MessageFoot } from '../../../src-renderer/sessions/messages/message-foot.tsx';
import { CallList } from '../../../src-renderer/tools/call-list.tsx';
import { apiOf, commandQuestion, renderPane } from '../../support/pane.tsx';

const late = new Date(2026, 10, 27, 23, 50).getTime();

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: late });
});
afterEach(() => {
  vi.useRealTimers();
});

async function waitUntil(at: number) {
  vi.setSystemTime(at);
  await act(async () => vi.advanceTimersByTime(60_000));
}

const call = { at: late, tool: 'add', arguments: '{}', outcome: 'done', content: '3', durationMs: 5 } as const;
const examples = [{ text: 'npm test', at: late, decided: 'allow' }] as const;

test('a time of yesterday has its date once midnight is past, wherever it stands', async () => {
  renderPane(
    apiOf({}),
    <>
      <MessageFoot at={late} text="Hi" what="message" />
      <CallList live={{ status: 'ready', value: [call] }} />
      <RehearsalView rehearsal={{ looked: 1, wouldAllow: 1, refused: 0, examples: [...examples] }} />
    </>,
  );
  const times = () => [...document.querySelectorAll('time')].map(({ textContent }) => textContent);
  for (const time of times()) expect(time).toMatch(/^23:50/);
  await waitUntil(new Date(2026, 10, 28, 0, 10).getTime());
  expect(times()).toHaveLength(3);
  for (const time of times()) expect(time).toMatch(/Nov 27/);
});

test('a question that waits says how old the kept output is by now', async () => {
  const kept = { at: late - 60_000, durationMs: 5, outputBytes: 7, isOfWorkspace: true };
  render(<QuestionDetails question={commandQuestion({ kept })} />);
  expect(screen.getByText(/^of 1 minute ago/)).toBeTruthy();
  await waitUntil(late + 3 * 3_600_000);
  expect(screen.getByText(/^of 3 hours ago/)).toBeTruthy();
});
