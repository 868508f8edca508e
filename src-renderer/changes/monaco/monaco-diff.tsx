import { useEffect, useRef } from 'react';
import type { Hunk } from '#contract';
import type { LineComment } from '../comments/comments.ts';
import type { ReviewState } from '../review/review-model.ts';
import { type DiffController, type DiffSource, openDiff } from './diff-controller.ts';
import styles from './monaco-diff.module.css';

export interface MonacoDiffProps {
  /** The change; another one gets models of its own. */
  readonly id: string;
  readonly path: string;
  readonly original: string;
  readonly proposed: string;
  /** Hunks of these two texts; undefined while the host has not yet compared what was typed. */
  readonly hunks: readonly Hunk[] | undefined;
  /** The proposed side as it is now: `proposed` is what it was when this was drawn, and typing may have gone on. */
  readonly textNow: () => string | undefined;
  readonly isEditable: boolean;
  readonly isSideBySide: boolean;
  readonly review: ReviewState;
  readonly comments: readonly LineComment[];
  readonly fontSize: number;
  readonly onEdit: (proposed: string) => void;
  /** The cursor went into another hunk. */
  readonly onHunk: (number: number) => void;
  /** The button of a line in the margin. */
  readonly onLine: (hunk: number, place: number, isAccepted: boolean) => void;
  readonly onEndSeen: () => void;
  /** Esc in the proposed side. */
  readonly onLeave: () => void;
  /** Hands over what the panes around it can ask of the editor, and undefined if it ends. */
  readonly onReady: (handle: EditorHandle | undefined) => void;
  /** Called if it could not be created. */
  readonly onFailed: (error: unknown) => void;
}

export type EditorHandle = Pick<DiffController, 'focusHunk' | 'find' | 'closeFind'>;

/** Both sides of a change in Monaco, the proposed one to be typed in while it waits. */
export function MonacoDiff(props: MonacoDiffProps) {
  const container = useRef<HTMLDivElement>(null);
  const controller = useRef<DiffController>(undefined);
  const latest = useRef(props);
  latest.current = props;
  const { id, path, original, proposed, hunks, isEditable, isSideBySide, review, comments, fontSize } = props;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the editor is made once a change; everything else is applied to it below.
  useEffect(() => {
    if (container.current === null) return;
    const opened = openedDiff(container.current, latest.current.onFailed, {
      id,
      path,
      original,
      proposed,
      hunks,
      options: { isEditable, isSideBySide, fontSize },
      onEdit: (text) => latest.current.onEdit(text),
      onHunk: (number) => latest.current.onHunk(number),
      onLine: (...line) => latest.current.onLine(...line),
      onEndSeen: () => latest.current.onEndSeen(),
      onLeave: () => latest.current.onLeave(),
    });
    if (opened === undefined) return;
    controller.current = opened;
    latest.current.onReady(opened);
    return () => {
      latest.current.onReady(undefined);
      controller.current = undefined;
      opened.dispose();
    };
  }, [id, path]);

  useEffect(() => controller.current?.setTexts(original, latest.current.textNow() ?? proposed), [original, proposed]);
  useEffect(() => {
    // Typing may have gone on since this was drawn.
    const isNow = (latest.current.textNow() ?? proposed) === proposed;
    if (hunks !== undefined && isNow) controller.current?.setHunks(hunks);
  }, [hunks, proposed]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new editor needs them again.
  useEffect(
    () => controller.current?.setOptions({ isEditable, isSideBySide, fontSize }),
    [isEditable, isSideBySide, fontSize, id, path],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new editor needs them again.
  useEffect(() => controller.current?.setMarks({ ...review, canDecide: isEditable }), [review, isEditable, id, path]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new editor needs them again.
  useEffect(() => controller.current?.setComments(comments), [comments, id, path]);

  return <div ref={container} className={styles.editor} data-editable={isEditable || undefined} />;
}

function openedDiff(container: HTMLElement, onFailed: (error: unknown) => void, source: DiffSource) {
  try {
    return openDiff(container, source);
  } catch (error) {
    onFailed(error);
    return undefined;
  }
}
