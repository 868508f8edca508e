import { useEffect, useRef } from 'react';
import type { Hunk } from '#contract';
import { type DiffController, openDiff } from './diff-controller.ts';
import styles from './monaco-diff.module.css';

export interface MonacoDiffProps {
  /** The change; another one gets models of its own. */
  readonly id: string;
  readonly path: string;
  readonly original: string;
  readonly proposed: string;
  /** The proposed side as it is now: `proposed` is what it was when this was drawn, and typing may have gone on. */
  readonly textNow: () => string | undefined;
  readonly isEditable: boolean;
  readonly isSideBySide: boolean;
  readonly hunks: readonly Hunk[];
  readonly rejected: ReadonlySet<number>;
  readonly current: number | undefined;
  readonly fontSize: number;
  readonly onEdit: (proposed: string) => void;
  /** The cursor went into another hunk. */
  readonly onHunk: (number: number) => void;
  /** Esc in the proposed side. */
  readonly onLeave: () => void;
  /** Hands over how to put the cursor into the current hunk's proposed lines. */
  readonly onReady: (focusHunk: () => void) => void;
}

/** Both sides of a change in Monaco, the proposed one to be typed in while it waits. */
export function MonacoDiff(props: MonacoDiffProps) {
  const container = useRef<HTMLDivElement>(null);
  const controller = useRef<DiffController>(undefined);
  const latest = useRef(props);
  latest.current = props;
  const { id, path, original, proposed, isEditable, isSideBySide, hunks, rejected, current, fontSize } = props;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the editor is made once a change; everything else is applied to it below.
  useEffect(() => {
    if (container.current === null) return;
    const opened = openDiff(container.current, {
      id,
      path,
      original,
      proposed,
      onEdit: (text) => latest.current.onEdit(text),
      onHunk: (number) => latest.current.onHunk(number),
      onLeave: () => latest.current.onLeave(),
    });
    controller.current = opened;
    latest.current.onReady(() => opened.focusHunk());
    return () => {
      controller.current = undefined;
      opened.dispose();
    };
  }, [id, path]);

  useEffect(() => controller.current?.setTexts(original, latest.current.textNow() ?? proposed), [original, proposed]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new editor needs them again.
  useEffect(
    () => controller.current?.setOptions({ isEditable, isSideBySide, fontSize }),
    [isEditable, isSideBySide, fontSize, id, path],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new editor needs them again.
  useEffect(
    () => controller.current?.setMarks({ hunks, rejected, current, canDecide: isEditable }),
    [hunks, rejected, current, isEditable, id, path],
  );

  return <div ref={container} className={styles.editor} data-editable={isEditable || undefined} />;
}
