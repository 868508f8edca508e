import { type Dispatch, memo, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Hunk } from '#contract';
import { DiffLines } from '../../text/diff-lines.tsx';
import { hunkWords } from '../../text/diff-wording.ts';
import { Button } from '../../ui/button.tsx';
import { formatCount } from '../../ui/format.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import { type CommentPlace, isSameCommentPlace, type LineComment, placeOfLine } from '../comments/comments.ts';
import {
  changedPlaces,
  type HunkDecisions,
  isLineAccepted,
  VERDICT_WORDS,
  verdictOf,
} from '../review/line-decisions.ts';
import type { ReviewStep } from '../review/review-model.ts';
import styles from './accessible-diff.module.css';
import { LineButtons } from './line-buttons.tsx';

/** Lines of a hunk drawn at first, and with each press of the button. */
const LINES_AT_ONCE = 500;
/** Height of a hunk's title before it is drawn, in pixels; the style sheet comes near it. */
const TITLE_HEIGHT = 30;
const LINE_HEIGHT = 20;

export function estimatedHeight({ lines }: Hunk): number {
  return TITLE_HEIGHT + Math.min(lines.length, LINES_AT_ONCE) * LINE_HEIGHT;
}

export interface HunkSectionProps {
  readonly hunk: Hunk;
  /** Places of the lines that are accepted, of a hunk that is accepted in part. */
  readonly accepted: ReadonlySet<number> | undefined;
  readonly isRejected: boolean;
  readonly isCurrent: boolean;
  readonly line: number | undefined;
  readonly found: number | undefined;
  readonly comments: readonly LineComment[];
  readonly canDecide: boolean;
  readonly dispatch: Dispatch<ReviewStep>;
  readonly onComment: (place: CommentPlace, about: string) => void;
  readonly onDrawn: (hunk: number, element: HTMLElement | null) => void;
}

/** One hunk as a heading and a list of its lines; a long one is drawn piece by piece, and as far as what is looked at. */
export const HunkSection = memo(function HunkSection(props: HunkSectionProps) {
  const { hunk, isCurrent, line, found, canDecide, onDrawn } = props;
  const section = useRef<HTMLElement>(null);
  const [asked, setAsked] = useState(LINES_AT_ONCE);
  const shown = Math.max(asked, (found ?? 0) + 1, (line ?? 0) + 1);
  const lines = useMemo(() => hunk.lines.slice(0, shown), [hunk, shown]);
  const decisions = useDecisions(props);
  const verdict = verdictOf(decisions, hunk.number);
  const { before, after, fateOf } = useLineParts(props, decisions);
  const left = hunk.lines.length - shown;
  useLayoutEffect(() => onDrawn(hunk.number, section.current));

  return (
    <section
      ref={section}
      className={styles.hunk}
      data-hunk={hunk.number}
      data-current={isCurrent || undefined}
      data-verdict={canDecide ? verdict : undefined}
    >
      <h3 className={styles.title}>
        Hunk {hunk.number}: {hunkWords(hunk)}
        {hunk.isBlank ? ', blanks or line endings only' : ''}
        {canDecide ? `, ${VERDICT_WORDS[verdict]}` : ''}
      </h3>
      <DiffLines
        label={`Lines of hunk ${hunk.number}`}
        lines={lines}
        found={found}
        after={after}
        current={line}
        {...(canDecide && { before, fateOf })}
      />
      {left > 0 ? (
        <p className={styles.more}>
          <Button size="small" onClick={() => setAsked(shown + LINES_AT_ONCE)}>
            Show {Math.min(left, LINES_AT_ONCE)} more lines of hunk {hunk.number}
          </Button>{' '}
          {formatCount(left)} of {formatCount(hunk.lines.length)} lines are not drawn yet
        </p>
      ) : undefined}
    </section>
  );
});

function useDecisions({ hunk, accepted, isRejected }: HunkSectionProps): HunkDecisions {
  return useMemo(
    () => ({
      rejected: new Set(isRejected ? [hunk.number] : []),
      partly: new Map(accepted === undefined ? [] : [[hunk.number, accepted]]),
    }),
    [hunk, accepted, isRejected],
  );
}

/** Elements beside each line of a hunk: its buttons, and the comments on it. */
function useLineParts(
  { hunk, line, isCurrent, comments, dispatch, onComment }: HunkSectionProps,
  decisions: HunkDecisions,
) {
  const { number, lines } = hunk;
  const tabStop = isCurrent ? (line ?? changedPlaces(hunk)[0]) : undefined;
  const before = (place: number) => {
    const own = lines[place];
    if (own === undefined) return undefined;
    const isAccepted = isLineAccepted(decisions, number, place);
    const isTabStop = place === tabStop;
    return (
      <LineButtons
        hunk={number}
        place={place}
        line={own}
        isAccepted={isAccepted}
        isTabStop={isTabStop}
        dispatch={dispatch}
        onComment={onComment}
      />
    );
  };
  const after = (place: number) => {
    const own = lines[place];
    const about = own && placeOfLine(own);
    const comment = about && comments.find((one) => isSameCommentPlace(one, about) && one.text !== '');
    if (comment === undefined) return undefined;
    return (
      <p className={styles.comment}>
        <b>Your comment:</b> <VisibleText text={comment.text} />
      </p>
    );
  };
  const fateOf = (place: number) => {
    if (lines[place]?.kind === 'same') return undefined;
    return isLineAccepted(decisions, number, place) ? 'accepted' : 'rejected';
  };
  return { before, after, fateOf } as const;
}
