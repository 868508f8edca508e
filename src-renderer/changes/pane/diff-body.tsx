import type { Dispatch } from 'react';
import type { Change } from '#contract';
import { useSettings } from '../../state/settings.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { AccessibleDiff } from '../accessible/accessible-diff.tsx';
import type { CommentPlace, LineComment } from '../comments/comments.ts';
import type { EditorLoading } from '../monaco/editor-loading.tsx';
import type { EditorHandle } from '../monaco/monaco-diff.tsx';
import type { ReviewState, ReviewStep } from '../review/review-model.ts';
import styles from './diff-body.module.css';
import type { DiffView } from './diff-header.tsx';
import type { ChangeDiff } from './use-change-diff.ts';

export interface DiffBodyProps {
  readonly change: Change;
  readonly state: ChangeDiff;
  readonly review: ReviewState;
  readonly look: DiffView;
  readonly loading: EditorLoading;
  readonly canDecide: boolean;
  readonly comments: readonly LineComment[];
  readonly dispatch: Dispatch<ReviewStep>;
  readonly onComment: (place: CommentPlace, about: string) => void;
  /** The end of what is shown was in view. */
  readonly onEndSeen: () => void;
  readonly onLeave: () => void;
  readonly onReady: (handle: EditorHandle | undefined) => void;
  readonly isFinding: boolean;
  readonly onCloseFind: () => void;
}

/** Both sides of the change: in Monaco, which is loaded with the first diff, or as a list of lines. */
export function DiffBody(props: DiffBodyProps) {
  const { change, state, review, look, loading, canDecide, comments, dispatch, onEndSeen } = props;
  const { diff, draft, problem, edit } = state;
  const { appearance } = useSettings();
  if (diff === undefined) {
    return (
      <div className={styles.body}>{problem === undefined ? <Spinner label="Loading the diff" /> : undefined}</div>
    );
  }
  if (diff.noText !== undefined) {
    return (
      <div className={styles.body}>
        <p className={styles.noText}>{diff.noText}</p>
      </div>
    );
  }
  if (look === 'accessible') return <AccessibleDiff key={change.id} {...props} />;
  const { Editor } = loading;
  return (
    <div className={styles.body}>
      {Editor === undefined ? (
        <Spinner label="Loading the editor" />
      ) : (
        <Editor
          review={review}
          comments={comments}
          onEndSeen={onEndSeen}
          id={change.id}
          path={change.shownPath}
          original={diff.original}
          proposed={draft ?? diff.proposed}
          hunks={draft === undefined ? diff.hunks : undefined}
          textNow={state.textNow}
          isEditable={canDecide}
          isSideBySide={look === 'side-by-side'}
          fontSize={appearance.font_size}
          onEdit={edit}
          onHunk={(to) => dispatch({ kind: 'go', to })}
          onLine={(hunk, line, isAccepted) => dispatch({ kind: 'decide-line', hunk, line, isAccepted })}
          onLeave={props.onLeave}
          onReady={props.onReady}
          onFailed={loading.onFailed}
        />
      )}
    </div>
  );
}
