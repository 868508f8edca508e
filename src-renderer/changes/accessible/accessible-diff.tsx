import { type Dispatch, useLayoutEffect, useMemo, useRef } from 'react';
import { FindBar } from '../../ui/find-bar.tsx';
import { ScrollBlock } from '../../ui/scroll-block.tsx';
import type { CommentPlace, LineComment } from '../comments/comments.ts';
import type { ReviewState, ReviewStep } from '../review/review-model.ts';
import styles from './accessible-diff.module.css';
import { estimatedHeight, HunkSection } from './hunk-section.tsx';
import { useLineFind } from './use-line-find.ts';
import { useSectionWindow } from './use-section-window.ts';

export interface AccessibleDiffProps {
  readonly review: ReviewState;
  readonly comments: readonly LineComment[];
  readonly canDecide: boolean;
  readonly dispatch: Dispatch<ReviewStep>;
  readonly onComment: (place: CommentPlace, about: string) => void;
  /** The last line was in view. */
  readonly onEndSeen: () => void;
  readonly isFinding: boolean;
  readonly onCloseFind: () => void;
}

/** Tolerance in pixels, for zoom levels at which scroll positions are fractions. */
const SLACK = 4;

/** Diff as one list of lines with words and marks, hunk after hunk; of many hunks those near what is in view are drawn. */
export function AccessibleDiff(props: AccessibleDiffProps) {
  const { review, comments, canDecide, dispatch, onComment, onEndSeen, isFinding, onCloseFind } = props;
  const { hunks, current, line } = review;
  const container = useRef<HTMLDivElement>(null);
  const find = useLineFind(hunks, isFinding);
  const keys = useMemo(() => hunks.map(({ number }) => number), [hunks]);
  const estimates = useMemo(() => hunks.map(estimatedHeight), [hunks]);
  const drawn = useSectionWindow(container, keys, estimates);
  const look = () => {
    const element = container.current;
    if (element === null || element.checkVisibility?.() === false) return;
    const isAtEnd = element.scrollTop + element.clientHeight >= element.scrollHeight - SLACK;
    if (isAtEnd && drawn.end === hunks.length) onEndSeen();
  };
  const lines = { container, scrollTo: drawn.scrollTo, keys };
  useBroughtIntoView({ ...lines, to: current, line, mark: '[data-current]' });
  const { hunk: foundHunk, line: foundLine } = find.found ?? {};
  useBroughtIntoView({ ...lines, to: foundHunk, line: foundLine, mark: '[data-found]' });
  useLayoutEffect(look);

  return (
    <>
      {isFinding ? (
        <FindBar
          label="Find in the diff"
          fieldLabel="Find in the diff"
          placeholder="Find in the lines shown"
          text={find.text}
          onText={find.onText}
          count={find.total === 0 ? 'Nothing found' : `${(find.place ?? 0) + 1} of ${find.total} lines`}
          onStep={find.onStep}
          canStep={find.total > 0}
          onClose={onCloseFind}
          isDocked
        />
      ) : undefined}
      <ScrollBlock
        ref={container}
        className={styles.diff}
        label="Lines of the diff"
        onScroll={() => {
          drawn.onScroll();
          look();
        }}
      >
        {hunks.length === 0 ? <p className={styles.none}>Both sides have the same lines.</p> : undefined}
        <Gap height={drawn.above} />
        {hunks.slice(drawn.first, drawn.end).map((hunk) => (
          <HunkSection
            key={hunk.number}
            hunk={hunk}
            accepted={review.partly.get(hunk.number)}
            isRejected={review.rejected.has(hunk.number)}
            isCurrent={hunk.number === current}
            line={hunk.number === current ? line : undefined}
            found={find.found?.hunk === hunk.number ? find.found.line : undefined}
            comments={comments}
            canDecide={canDecide}
            dispatch={dispatch}
            onComment={onComment}
            onDrawn={drawn.measure}
          />
        ))}
        <Gap height={drawn.below} />
      </ScrollBlock>
    </>
  );
}

/** The room of what is not drawn. */
function Gap({ height }: { readonly height: number }) {
  const set = (element: HTMLElement | null) => element?.style.setProperty('height', `${height}px`);
  return height === 0 ? undefined : <div ref={set} aria-hidden="true" />;
}

interface BroughtIntoViewOptions {
  readonly container: React.RefObject<HTMLElement | null>;
  readonly scrollTo: (index: number) => void;
  readonly keys: readonly number[];
  /** The hunk to show. */
  readonly to: number | undefined;
  readonly line: number | undefined;
  /** Attribute that marks the element. */
  readonly mark: string;
}

/** Brings a hunk or its line into view when it becomes another one, by way of drawing it where it is not drawn yet. */
function useBroughtIntoView({ container, scrollTo, keys, to, line, mark }: BroughtIntoViewOptions): void {
  const shown = useRef<string>(undefined);
  const isWanted = to !== undefined;
  // A line that is found once more is shown once more.
  useLayoutEffect(() => {
    if (!isWanted) shown.current = undefined;
  }, [isWanted]);
  useLayoutEffect(() => {
    const wanted = `${to} ${line}`;
    if (shown.current === wanted || to === undefined) return;
    const section = container.current?.querySelector<HTMLElement>(`[data-hunk="${to}"]`);
    if (section == null) {
      scrollTo(keys.indexOf(to));
      return;
    }
    shown.current = wanted;
    const element = mark === '[data-current]' && line !== undefined ? '[data-line-current]' : mark;
    // The mark may come with a later drawing; the hunk is there.
    const target = section.querySelector(element) ?? section;
    target.scrollIntoView?.({ block: mark === '[data-found]' ? 'center' : 'nearest' });
  });
}
