import { useEffect, useId } from 'react';
import type { ScheduleRunDetail } from '#contract';
import { useApi } from '../../api/api-context.tsx';
import { focusReview } from '../../state/review-focus.ts';
import { useLive } from '../../state/use-live.ts';
import { Markdown } from '../../text/markdown.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { formatCount, formatDollars, formatFullTime, plural } from '../../ui/format.ts';
import { lastName } from '../../ui/last-name.ts';
import { ScrollBlock } from '../../ui/scroll-block.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { whenWords } from '../times.ts';
import type { OpenRun } from './open-run.ts';
import { RunButtons } from './run-buttons.tsx';
import { RunChanges } from './run-changes.tsx';
import styles from './run-detail.module.css';
import { RunMark } from './run-mark.tsx';
import { isOver, runVerdictWords, startWords } from './run-words.ts';
import type { RunVerbs } from './use-run-verbs.ts';

export interface RunDetailProps {
  readonly opened: OpenRun;
  readonly isVisible: boolean;
  readonly verbs: RunVerbs;
}

/** One run: its answer, what it changed, what was refused, and what a person can do about it. */
export function RunDetail({ opened, isVisible, verbs }: RunDetailProps) {
  const { id } = opened;
  const live = useLive((api, signal) => api.schedules.run({ run: id }, { signal }), [id]);
  if (live.status === 'loading') return <Spinner label="Loading the run" />;
  if (live.status === 'failed') return <Banner level="error">{live.error.message}</Banner>;
  return <Detail run={live.value} opened={opened} isVisible={isVisible} verbs={verbs} />;
}

interface DetailProps extends RunDetailProps {
  readonly run: ScheduleRunDetail;
}

function Detail({ run, opened, isVisible, verbs }: DetailProps) {
  const titleId = useId();
  useMarkedAsRead(run, isVisible);
  useCardOfQuestion(run, opened, isVisible);
  const { name, state, questions, refusals, answer, text, session, turn } = run;
  return (
    <ScrollBlock label={`Run of ${name}`} className={styles.detail}>
      <header className={styles.head}>
        <h2 id={titleId} className={styles.title}>
          <VisibleText text={name} />
        </h2>
        <RunFacts run={run} />
        <RunButtons run={run} verbs={verbs} />
      </header>
      {state === 'waiting' ? <WaitingQuestions questions={questions} /> : undefined}
      {isTold(run) ? undefined : (
        <Banner level={state === 'failed' ? 'error' : 'warning'}>
          <VisibleText text={run.line} />
        </Banner>
      )}
      <section className={styles.part} aria-label="Answer">
        {answer === '' ? (
          <p className={styles.muted}>{isOver(run) ? 'It gave no answer.' : 'It has not answered yet.'}</p>
        ) : (
          <Markdown text={answer} />
        )}
      </section>
      {session === undefined || turn === undefined ? undefined : <RunChanges session={session} turn={turn} run={run} />}
      {refusals.length === 0 ? undefined : (
        <section className={styles.part} aria-label="Refused questions">
          <h3 className={styles.heading}>{plural(refusals.length, 'question')} refused</h3>
          <ul className={styles.refusals}>
            {refusals.map(({ title, why }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the same may have been asked twice.
              <li key={at}>
                <b>
                  <VisibleText text={title} />
                </b>
                <span className={styles.why}>
                  <VisibleText text={why} />
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <details className={styles.part}>
        <summary className={styles.summary}>What it was told</summary>
        <div className={styles.told}>
          <VisibleText text={text} />
        </div>
      </details>
    </ScrollBlock>
  );
}

/** Whether the line of a run says nothing that its answer does not. */
function isTold({ state, line, answer }: ScheduleRunDetail): boolean {
  const isTrouble = state === 'failed' || state === 'over-budget' || state === 'interrupted';
  return !isTrouble || line === '' || answer.startsWith(line);
}

function RunFacts({ run }: { readonly run: ScheduleRunDetail }) {
  const { state, startedAt, plannedAt, tokens, cost, workspace, branch } = run;
  const verdict = runVerdictWords(run);
  return (
    <p className={styles.facts}>
      <RunMark state={state} />
      {verdict === undefined ? undefined : <b>{verdict}</b>}
      {branch === undefined ? undefined : <span>in a branch</span>}
      <span>
        <time dateTime={new Date(startedAt).toISOString()} title={formatFullTime(startedAt)}>
          {whenWords(startedAt - (startedAt % 60_000))}
        </time>
        , {startWords(run)}
      </span>
      {plannedAt === undefined || startedAt - plannedAt < 60_000 ? undefined : (
        <span>planned for {whenWords(plannedAt)}</span>
      )}
      {tokens === undefined ? undefined : <span>{formatCount(tokens)} tokens</span>}
      {cost === undefined ? undefined : <span>{formatDollars(cost)}</span>}
      <span title={workspace}>
        <VisibleText text={lastName(workspace)} />
      </span>
    </p>
  );
}

function WaitingQuestions({ questions }: Pick<ScheduleRunDetail, 'questions'>) {
  const [first] = questions;
  return (
    <Banner
      level="warning"
      title={questions.length > 1 ? `${questions.length} questions wait for you.` : 'A question waits for you.'}
      actions={
        first === undefined ? undefined : (
          <Button size="small" variant="primary" onClick={() => focusReview(first)}>
            Answer
          </Button>
        )
      }
    >
      Its time limit is paused until you answer.
    </Banner>
  );
}

/** A run that a person sees is read; also what came of it while they look. */
function useMarkedAsRead(
  { id, isRead, state }: Pick<ScheduleRunDetail, 'id' | 'isRead' | 'state'>,
  isVisible: boolean,
): void {
  const api = useApi();
  useEffect(() => {
    // A run that goes on cannot be read yet; the host would mark nothing.
    if (state === 'running') return;
    // It stays unread where that fails, and is marked when it is opened again.
    if (isVisible && !isRead) api.schedules.read({ runs: [id] }).catch(() => {});
  }, [api, id, isRead, state, isVisible]);
}

/** Visits for which the card was brought: the detail is drawn anew where a person comes back to it. */
const served = new WeakSet<OpenRun>();

/**
 * Brings the card of the question that a run waits with, once for each time that the run is opened. What it asks later, or after
 * the person went elsewhere, is not what was opened.
 */
function useCardOfQuestion(
  { state, questions: [first] }: ScheduleRunDetail,
  opened: OpenRun,
  isVisible: boolean,
): void {
  useEffect(() => {
    const isComing = state === 'waiting' && first === undefined && isVisible;
    if (!opened.wantsCard || isComing || served.has(opened)) return;
    served.add(opened);
    if (first !== undefined && isVisible) focusReview(first);
  }, [state, first, opened, isVisible]);
}
