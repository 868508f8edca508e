import { lazy, Suspense } from 'react';
import type { Change } from '#contract';
import { useSettings } from '../state/settings.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { AccessibleDiff } from './accessible-diff.tsx';
import styles from './diff-body.module.css';
import type { DiffLook } from './diff-header.tsx';
import type { ReviewState } from './review-state.ts';
import type { ChangeDiff } from './use-change-diff.ts';

const MonacoDiff = lazy(async () => ({ default: (await import('./monaco-diff.tsx')).MonacoDiff }));

export interface DiffBodyProps {
  readonly change: Change;
  readonly state: ChangeDiff;
  readonly review: ReviewState;
  readonly look: DiffLook;
  readonly canDecide: boolean;
  readonly onHunk: (number: number) => void;
  readonly onLeave: () => void;
  readonly onReady: (focusHunk: () => void) => void;
}

/** Both sides of the change: in Monaco, which is loaded with the first diff, or as a list of lines. */
export function DiffBody({ change, state, review, look, canDecide, ...events }: DiffBodyProps) {
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
  if (look === 'accessible') return <AccessibleDiff review={review} canDecide={canDecide} />;
  return (
    <div className={styles.body}>
      <Suspense fallback={<Spinner label="Loading the editor" />}>
        <MonacoDiff
          {...events}
          id={change.id}
          path={change.shownPath}
          original={diff.original}
          proposed={draft ?? diff.proposed}
          textNow={state.textNow}
          isEditable={canDecide}
          isSideBySide={look === 'side-by-side'}
          hunks={review.hunks}
          rejected={review.rejected}
          current={review.current}
          fontSize={appearance.font_size}
          onEdit={edit}
        />
      </Suspense>
    </div>
  );
}
