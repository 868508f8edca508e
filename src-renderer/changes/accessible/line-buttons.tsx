import { type Dispatch, memo } from 'react';
import type { DiffLine } from '#contract';
import { lineWords } from '../../text/diff-wording.ts';
import { Icon } from '../../ui/icon.tsx';
import { type CommentPlace, commentLabel, placeOfLine } from '../comments/comments.ts';
import type { ReviewStep } from '../review/review-model.ts';
import styles from './line-buttons.module.css';

export interface LineButtonsProps {
  readonly hunk: number;
  readonly place: number;
  readonly line: DiffLine;
  readonly isAccepted: boolean;
  /** One line of a hunk has its buttons in the order of Tab; the others are reached with L and the arrow keys. */
  readonly isTabStop: boolean;
  readonly dispatch: Dispatch<ReviewStep>;
  readonly onComment: (place: CommentPlace, about: string) => void;
}

/** Accept, reject and comment on one line. Unchanged lines can only be commented on. */
export const LineButtons = memo(function LineButtons(props: LineButtonsProps) {
  const { hunk, place, line, isAccepted, isTabStop, dispatch, onComment } = props;
  const tabIndex = isTabStop ? 0 : -1;
  const about = placeOfLine(line);
  const decide = (accepted: boolean) => dispatch({ kind: 'decide-line', hunk, line: place, isAccepted: accepted });
  return (
    <span className={styles.buttons}>
      {line.kind === 'same' ? undefined : (
        <>
          <button
            type="button"
            className={styles.accept}
            tabIndex={tabIndex}
            aria-label={`Accept ${lineWords(line)}`}
            aria-pressed={isAccepted}
            title={`Accept ${lineWords(line)}`}
            onClick={() => decide(true)}
          >
            <Icon name="check" size={14} />
          </button>
          <button
            type="button"
            className={styles.reject}
            tabIndex={tabIndex}
            aria-label={`Reject ${lineWords(line)}`}
            aria-pressed={!isAccepted}
            title={`Reject ${lineWords(line)}`}
            onClick={() => decide(false)}
          >
            <Icon name="cross" size={14} />
          </button>
        </>
      )}
      {about === undefined ? undefined : (
        <button
          type="button"
          className={styles.comment}
          tabIndex={tabIndex}
          aria-label={commentLabel(about)}
          title={commentLabel(about)}
          onClick={() => onComment(about, line.text)}
        >
          <Icon name="sessions" size={14} />
        </button>
      )}
    </span>
  );
});
