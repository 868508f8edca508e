import { type RefObject, useCallback, useMemo, useRef } from 'react';
import { useForgetLayout } from '../../state/layout.tsx';
import { commentTarget } from '../comments/comment-target.ts';
import { commentDraftKey, useCommentDraft } from '../comments/use-comment-draft.ts';
import { decisionFor } from '../decide/decision-for.ts';
import type { ShownDecision } from '../decide/use-after-decision.ts';
import { useDecide } from '../decide/use-decide.ts';
import { useRelease } from '../group/group-answers.ts';
import { useEditorHandle } from '../monaco/use-editor-handle.ts';
import { useDiffReview } from '../review/use-diff-review.ts';
import { decisionsKey } from '../review/use-kept-decisions.ts';
import { useReviewActions } from '../review/use-review-actions.ts';
import { useReviewKeys } from '../review/use-review-keys.ts';
import type { DiffPaneProps } from './diff-pane-model.ts';
import { type ChangeDiff, useChangeDiff } from './use-change-diff.ts';
import { useDiffEnd } from './use-diff-end.ts';
import { useDiffFind } from './use-diff-find.ts';
import { useDiffLook } from './use-diff-look.ts';

/** An edit takes back what was decided about the change. */
function useReleasing(state: ChangeDiff, release: () => void): ChangeDiff {
  const { edit: put } = state;
  const edit = useCallback(
    (proposed: string) => {
      release();
      put(proposed);
    },
    [put, release],
  );
  return { ...state, edit };
}

type DiffPaneOptions = Omit<DiffPaneProps, 'ref' | 'handover'>;

/** State of a diff, its decisions and its comments. */
export function useDiffPane(options: DiffPaneOptions, region: RefObject<HTMLElement | null>) {
  const { change, next, isVisible } = options;
  const release = useRelease(change.id);
  const state = useReleasing(useChangeDiff(change, next), release);
  const reviewing = useDiffReview(change, state.diff);
  const { review, dispatch } = reviewing;
  const { look, setLook, loading, wanted } = useDiffLook();
  const draft = useCommentDraft(change, state.diff, release);
  const note = useRef<HTMLTextAreaElement>(null);
  const comment = useRef<HTMLTextAreaElement>(null);
  const fields = useMemo(() => ({ note, comment }), []);
  const editor = useEditorHandle();
  const find = useDiffFind({ look, editor, region });
  const end = useDiffEnd(state.diff);
  const decide = useAnswer(options, { state, reviewing, draft });
  const canDecide = change.state === 'proposed';
  useReviewActions({
    isVisible,
    canDecide,
    dispatch,
    setLook,
    step: reviewing.stepHunk,
    enterLines: reviewing.enterLines,
    canAnswer: canDecide && decide.isAsked,
    apply: end.isEndSeen ? decide.apply : undefined,
    rejectAll: decide.rejectAll,
    find: find.open,
  });
  const writeComment = () => {
    const at = canDecide ? commentTarget(review) : undefined;
    if (at === undefined) return;
    draft.write(at.place, at.about);
    comment.current?.focus();
  };
  const onKeyDown = useReviewKeys({ ...options, reviewing, look, setLook, editor, noteField: note, writeComment });
  return {
    state,
    review,
    keeping: reviewing.keeping,
    loading,
    dispatch,
    look,
    wanted,
    setLook,
    draft,
    fields,
    find,
    editor,
    end,
    decide,
    canDecide,
    onKeyDown,
  };
}

interface AnsweredReview {
  readonly state: Pick<ChangeDiff, 'settle'>;
  readonly reviewing: ReturnType<typeof useDiffReview>;
  readonly draft: ReturnType<typeof useCommentDraft>;
}

/** Answers with what was decided and written. */
function useAnswer({ change, onDecided }: DiffPaneOptions, { state, reviewing, draft }: AnsweredReview) {
  const { review } = reviewing;
  const forget = useForgetLayout();
  // What was written goes with the answer and is not kept, also where another change is shown by then.
  const onAnswered = useCallback(
    (decided: ShownDecision) => {
      if (decided.isHeld !== true) {
        forget([commentDraftKey(decided.change.id), decisionsKey(decided.change.id)]);
      }
      onDecided(decided);
    },
    [forget, onDecided],
  );
  const { settle } = state;
  const accept = useCallback(async () => {
    const diff = await settle();
    return diff && decisionFor(diff, review, draft);
  }, [settle, review, draft]);
  return useDecide({ change, hunks: review.hunks.length, accept, told: draft, onDecided: onAnswered });
}
