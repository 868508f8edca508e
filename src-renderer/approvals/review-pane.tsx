import { type RefObject, useCallback, useEffect, useMemo, useRef } from 'react';
import type { Question } from '#contract';
import { useLayout } from '../state/layout.tsx';
import { useReviewFocus } from '../state/review-focus.ts';
import { setReviewNotices } from '../state/review-notices.ts';
import { type LiveState, useLive } from '../state/use-live.ts';
import { announce } from '../ui/announce.ts';
import { Banner } from '../ui/banner.tsx';
import { VisibleText } from '../ui/visible-text.tsx';
import { ApprovalCard } from './approval-card.tsx';
import { questionTitle, questionWords } from './question-words.ts';
import styles from './review-pane.module.css';
import { useGoneDrafts } from './use-answer-draft.ts';
import { useAnswersHere } from './use-answers-here.ts';
import { currentFirst } from './waiting-order.ts';

const none: readonly Question[] = [];

/** Pane with the waiting questions, that of the visible session first. It never takes the focus by itself. */
export function ReviewPane({ isVisible }: { readonly isVisible: boolean }) {
  const live = useLive((api, signal) => api.approvals.waiting(undefined, { signal }), []);
  const [current] = useLayout<string | undefined>('sessions.current', undefined);
  const all = live.status === 'ready' ? live.value : none;
  const waiting = useMemo(() => currentFirst(all, current), [all, current]);
  const heading = useRef<HTMLHeadingElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const { reports, notices, dismiss, takeSent } = useAnswersHere(waiting);
  const onGoneWithFocus = useCallback(() => heading.current?.focus(), []);
  useGoneDrafts(live.status === 'ready' ? live.value : undefined);
  useNewQuestions(waiting, live.status === 'ready', takeSent);
  useToldNotices(notices.length);
  useFocusOnRequest(list, waiting, isVisible);

  return (
    <aside className={styles.pane} aria-label="Review">
      <header className={styles.header}>
        <h2 ref={heading} className={styles.heading} tabIndex={-1}>
          Review
        </h2>
        <span className={styles.count}>{countWords(live.status, waiting.length)}</span>
      </header>
      {live.status === 'failed' ? <Banner level="error">{live.error.message}</Banner> : undefined}
      {notices.map(({ question, text }) => (
        <Banner
          key={question.id}
          level="warning"
          title={<VisibleText text={questionTitle(question)} />}
          onDismiss={() => dismiss(question.id)}
        >
          {text}
        </Banner>
      ))}
      <div ref={list} className={styles.list}>
        {waiting.map((question, index) => (
          <ApprovalCard
            key={question.id}
            question={question}
            above={waiting
              .slice(0, index)
              .map((one) => one.id)
              .join(' ')}
            reports={reports}
            onGoneWithFocus={onGoneWithFocus}
          />
        ))}
        {waiting.length === 0 && live.status === 'ready' ? (
          <p className={styles.empty}>
            Commands and file changes of the model wait here until you allow or refuse them.
          </p>
        ) : undefined}
      </div>
    </aside>
  );
}

/** Describes how many questions wait; where they are not known nothing is said of them. */
function countWords(status: LiveState<unknown>['status'], waiting: number): string {
  if (status === 'failed') return 'Not known';
  if (status === 'loading') return 'Loading…';
  return waiting === 0 ? 'Nothing to review' : `${waiting} waiting`;
}

/** Tells the shell, which keeps the panel open while it has something to read. */
function useToldNotices(count: number): void {
  useEffect(() => setReviewNotices(count), [count]);
  useEffect(() => () => setReviewNotices(0), []);
}

/** Says what has come and what was answered elsewhere. */
function useNewQuestions(
  waiting: readonly Question[],
  isReady: boolean,
  takeSent: (question: string) => boolean,
): void {
  const before = useRef<readonly Question[] | undefined>(undefined);
  useEffect(() => {
    if (!isReady) return;
    const was = before.current ?? [];
    before.current = waiting;
    for (const question of missingFrom(was, waiting)) announce(`Waiting for you: ${questionWords(question)}`);
    for (const question of missingFrom(waiting, was)) {
      if (!takeSent(question.id)) announce(`No longer waiting: ${questionWords(question)}`);
    }
  }, [waiting, isReady, takeSent]);
}

function missingFrom(some: readonly Question[], others: readonly Question[]): readonly Question[] {
  const ids = new Set(some.map((question) => question.id));
  return others.filter((question) => !ids.has(question.id));
}

/** Moves the focus to a card, only on request. */
function useFocusOnRequest(
  list: RefObject<HTMLElement | null>,
  waiting: readonly Question[],
  isVisible: boolean,
): void {
  const request = useReviewFocus();
  const served = useRef(request?.count ?? 0);
  useEffect(() => {
    if (request === undefined || request.count === served.current || !isVisible) return;
    const cards = list.current?.querySelectorAll<HTMLElement>('[data-question]') ?? [];
    const card = [...cards].find((one) => one.dataset.question === request.question);
    if (card === undefined || !waiting.some((question) => question.id === request.question)) return;
    served.current = request.count;
    card.focus();
    card.scrollIntoView?.({ block: 'nearest' });
  }, [request, waiting, isVisible, list]);
}
