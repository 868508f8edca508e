import type { KeyboardEvent, RefObject } from 'react';
import type { useEditorHandle } from '../monaco/use-editor-handle.ts';
import type { DiffView } from '../pane/diff-header.tsx';
import { type ReviewCommand, reviewCommand } from './review-keys.ts';
import type { DiffReview } from './use-diff-review.ts';

export interface ReviewKeysOptions {
  readonly reviewing: DiffReview;
  readonly look: DiffView;
  readonly setLook: (look: DiffView) => void;
  readonly editor: ReturnType<typeof useEditorHandle>;
  readonly noteField: RefObject<HTMLElement | null>;
  readonly writeComment: () => void;
  readonly onStepFile: (by: 1 | -1) => void;
  readonly onLeave: () => void;
}

/** Handles the keys of a review while the focus is in the diff region. */
export function useReviewKeys(options: ReviewKeysOptions): (event: KeyboardEvent) => void {
  const { reviewing, look, setLook, editor, noteField, writeComment, onStepFile, onLeave } = options;
  const isInLines = reviewing.review.line !== undefined;
  const commands: Readonly<Record<ReviewCommand, (() => void) | undefined>> = {
    next: () => reviewing.step('next'),
    previous: () => reviewing.step('previous'),
    'next-file': () => onStepFile(1),
    'previous-file': () => onStepFile(-1),
    'enter-lines': reviewing.enterLines,
    accept: () => reviewing.decide('accept'),
    reject: () => reviewing.decide('reject'),
    // Elsewhere Space scrolls.
    toggle: isInLines ? () => reviewing.decide('toggle') : undefined,
    comment: writeComment,
    edit: () => {
      if (look === 'accessible') setLook('side-by-side');
      editor.ask('focusHunk');
    },
    note: () => noteField.current?.focus(),
    leave: () => {
      if (!editor.closeFind() && !reviewing.leaveLines()) onLeave();
    },
  };
  return (event) => {
    const command = event.target instanceof Element ? reviewCommand(event, event.target) : undefined;
    const run = command && commands[command];
    if (run === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    run();
  };
}
