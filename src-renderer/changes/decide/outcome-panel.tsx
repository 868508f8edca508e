import { useMemo } from 'react';
import type { Hunk } from '#contract';
import { endingWords } from '../../text/diff-wording.ts';
import { formatCount } from '../../ui/format.ts';
import { ScrollBlock } from '../../ui/scroll-block.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { VERDICT_WORDS, verdictOf } from '../review/line-decisions.ts';
import type { ReviewState } from '../review/review-model.ts';
import { currentHunk } from '../review/review-state.ts';
import { acceptedCounts, hunkOutcome, type OutcomeLine, shiftBefore } from './outcome.ts';
import styles from './outcome-panel.module.css';

/** Lines of one hunk that are drawn at once. */
const MAX_LINES = 200;
const MARKS = { same: ' ', added: '+', kept: '=' } as const;
const WORDS = { same: 'line', added: 'added line', kept: 'kept line' } as const;

/** The current hunk as it would be written, with what is decided so far. It is always there, so that nothing is applied unseen. */
export function OutcomePanel({ review }: { readonly review: ReviewState }) {
  const hunk = currentHunk(review);
  const { hunks, rejected, partly } = review;
  const counts = useMemo(() => acceptedCounts(hunks, { rejected, partly }), [hunks, rejected, partly]);
  if (hunk === undefined || hunk.lines.length === 0) return undefined;
  return (
    <section className={styles.panel} aria-label="What would be written">
      <h3 className={styles.title}>
        <span>
          What would be written: hunk {hunk.number}, <span>{hunkVerdictWords(review, hunk)}</span>
        </span>
        <span className={styles.total}>
          In all <span className={styles.added}>+{formatCount(counts.added)}</span>{' '}
          <span className={styles.removed}>−{formatCount(counts.removed)}</span> of {review.hunks.length}{' '}
          {review.hunks.length === 1 ? 'hunk' : 'hunks'}
        </span>
      </h3>
      <Lines review={review} hunk={hunk} />
    </section>
  );
}

function hunkVerdictWords(review: ReviewState, hunk: Hunk): string {
  const verdict = verdictOf(review, hunk.number);
  return verdict === 'rejected' ? 'rejected, left as it is' : VERDICT_WORDS[verdict];
}

function Lines({ review, hunk }: { readonly review: ReviewState; readonly hunk: Hunk }) {
  const lines = useMemo(
    () => withoutFarLines(hunkOutcome(hunk, review, shiftBefore(review.hunks, review, hunk.number))),
    [hunk, review],
  );
  const from = firstShown(lines, review.line);
  const shown = lines.slice(from, from + MAX_LINES);
  return (
    <ScrollBlock className={styles.block} label="Lines that would be there">
      {lines.length === 0 ? <p className={styles.note}>Nothing is left of these lines.</p> : undefined}
      {from > 0 ? <p className={styles.note}>{formatCount(from)} lines before</p> : undefined}
      <ol className={styles.lines} aria-label={`Hunk ${hunk.number} as it would be written`}>
        {shown.map((one) => (
          <li key={one.place} className={styles[one.kind]}>
            <span className={styles.number} aria-hidden="true">
              {one.line}
            </span>
            <span className={styles.mark} aria-hidden="true">
              {MARKS[one.kind]}
            </span>
            <span className={styles.spoken}>
              {WORDS[one.kind]} {one.line}:{' '}
            </span>
            <code className={styles.text}>
              <VisibleText text={one.text} />
              {one.ending === undefined ? undefined : <i className={styles.ending}> {endingWords(one.ending)}</i>}
            </code>
          </li>
        ))}
      </ol>
      {from + shown.length < lines.length ? (
        <p className={styles.note}>{formatCount(lines.length - from - shown.length)} lines more</p>
      ) : undefined}
    </ScrollBlock>
  );
}

/** Picks the first line to show of a long hunk, near the line that the keys act on. */
function firstShown(lines: readonly OutcomeLine[], place: number | undefined): number {
  if (lines.length <= MAX_LINES || place === undefined) return 0;
  const at = lines.findIndex((one) => one.place >= place);
  return Math.max(0, Math.min((at === -1 ? lines.length : at) - MAX_LINES / 2, lines.length - MAX_LINES));
}

/** One unchanged line on each side is enough to know the place. */
function withoutFarLines(lines: readonly OutcomeLine[]): readonly OutcomeLine[] {
  const first = lines.findIndex(({ kind }) => kind !== 'same');
  const last = lines.findLastIndex(({ kind }) => kind !== 'same');
  return first === -1 ? lines : lines.slice(Math.max(0, first - 1), last + 2);
}
