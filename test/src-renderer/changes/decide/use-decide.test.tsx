import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import type { Change, Question } from '#contract';
import { Deferred } from '#core/async/deferred';
import { ApiProvider } from '../../../../src-renderer/api/api-context.tsx';
import type { ShownDecision } from '../../../../src-renderer/changes/decide/use-after-decision.ts';
import { useDecide } from '../../../../src-renderer/changes/decide/use-decide.ts';
import { apiOf, commandQuestion, Feed, failure } from '../../../support/pane.tsx';

const changeOf = (id: string): Change => ({
  id,
  session: 's',
  sessionTitle: 'Greeting',
  path: `/w/${id}.txt`,
  shownPath: `${id}.txt`,
  at: 0,
  state: 'proposed',
  change: 'modified',
  origin: 'tool',
  canUndo: false,
  canRedo: false,
});
const questionOf = (proposal: string): Question =>
  commandQuestion({
    id: `q-${proposal}`,
    subject: {
      kind: 'change',
      proposal,
      path: `/w/${proposal}.txt`,
      shownPath: `${proposal}.txt`,
      isNew: false,
      addedLines: 1,
      removedLines: 1,
    },
  });

/** Decides about two changes, of which the test shows one after the other. */
async function setUp() {
  const sent: { readonly question: string; readonly answer: Deferred<void> }[] = [];
  const decide = ({ question }: { readonly question: string }) => {
    const answer = new Deferred<void>();
    sent.push({ question, answer });
    return answer.promise;
  };
  const waiting = new Feed<readonly Question[]>([questionOf('a'), questionOf('b')]);
  const api = apiOf({ approvals: { waiting: waiting.open, decide } });
  const decided: ShownDecision[] = [];
  const { result, rerender } = renderHook(
    ({ change }) =>
      useDecide({
        change,
        hunks: 1,
        told: { note: '', comments: [] },
        accept: async () => ({ verdict: 'allow' }),
        onDecided: (one) => void decided.push(one),
      }),
    {
      initialProps: { change: changeOf('a') },
      wrapper: ({ children }: { readonly children: ReactNode }) => <ApiProvider api={api}>{children}</ApiProvider>,
    },
  );
  await waitFor(() => expect(result.current.isAsked).toBe(true));
  return { sent, decided, now: () => result.current, show: (id: string) => rerender({ change: changeOf(id) }) };
}

test('a change is answered while the answer about another is still on its way', async () => {
  const { sent, now, show } = await setUp();
  await act(async () => now().apply());
  expect(now().isDeciding).toBe(true);
  show('b');
  expect(now().isDeciding).toBe(false);
  await act(async () => now().rejectAll());
  expect(sent.map(({ question }) => question)).toEqual(['q-a', 'q-b']);
});

test('one change is answered once, however often the button is pressed', async () => {
  const { sent, now } = await setUp();
  await act(async () => now().apply());
  await act(async () => now().apply());
  expect(sent).toHaveLength(1);
});

test('the failure of an answer is there when its change is shown again, whatever was answered since', async () => {
  const { sent, now, show } = await setUp();
  await act(async () => now().apply());
  show('b');
  await act(async () => sent[0]?.answer.reject(failure('UNAVAILABLE', 'The disk is full')));
  expect(now().problem).toBeUndefined();
  await act(async () => now().apply());
  show('a');
  expect(now().problem).toContain('The disk is full');
});
