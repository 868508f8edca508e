import { useCallback, useEffect, useMemo, useRef } from 'react';
import type { Change, Diff } from '#contract';
import { useLayout } from '../../state/layout.tsx';
import { anchorComments, type CommentPlace, isSameCommentPlace, type LineComment, withComment } from './comments.ts';

interface CommentDraft {
  readonly note: string;
  readonly comments: readonly LineComment[];
  /** The comment that is being written. */
  readonly writing?: CommentPlace | undefined;
}

export interface ReviewDraft extends CommentDraft {
  readonly setNote: (note: string) => void;
  /** Opens the field for a comment on a line; `about` is the line's text. */
  readonly write: (place: CommentPlace, about: string) => void;
  readonly setComment: (text: string) => void;
  readonly closeComment: () => void;
  readonly remove: (place: CommentPlace) => void;
}

interface StoredDraft extends CommentDraft {
  readonly about?: string | undefined;
}

/** Key under which the layout keeps what is written about a change. */
export const commentDraftKey = (change: string) => `changes.draft.${change}`;

const nothing: StoredDraft = { note: '', comments: [] };

/**
 * Keeps what is written about one change before it is answered. It outlives the view and the window. `onWrite` is
 * called when something is written.
 */
export function useCommentDraft(change: Change, diff: Diff | undefined, onWrite?: () => void): ReviewDraft {
  const [kept, setKept] = useLayout<StoredDraft | undefined>(commentDraftKey(change.id), undefined);
  const draft = kept ?? nothing;
  const latest = useRef(draft);
  latest.current = draft;

  const put = useCallback(
    (step: (now: StoredDraft) => StoredDraft) => {
      const next = step(latest.current);
      if (next === latest.current) return;
      latest.current = next;
      const { note, comments, writing } = latest.current;
      const isEmpty = note === '' && comments.length === 0 && writing === undefined;
      setKept(isEmpty ? undefined : latest.current);
    },
    [setKept],
  );
  useEffect(() => {
    if (diff !== undefined) put((now) => movedTo(now, diff));
  }, [diff, put]);

  const actions = useMemo(() => {
    const written = (step: (now: StoredDraft) => StoredDraft) => {
      onWrite?.();
      put(step);
    };
    return {
      setNote: (note: string) => written((now) => ({ ...now, note })),
      write: (writing: CommentPlace, about: string) => put((now) => ({ ...now, writing, about })),
      setComment: (text: string) => written((now) => withWrittenComment(now, text)),
      closeComment: () => put(({ note, comments: all }) => ({ note, comments: all })),
      remove: (place: CommentPlace) =>
        written((now) => ({ ...now, comments: now.comments.filter((one) => !isSameCommentPlace(one, place)) })),
    };
  }, [put, onWrite]);
  const { note, comments, writing } = draft;
  return useMemo(() => ({ note, comments, writing, ...actions }), [note, comments, writing, actions]);
}

/** Comments go with the lines they are about. */
function movedTo(now: StoredDraft, diff: Diff): StoredDraft {
  const comments = anchorComments(now.comments, diff);
  // The one that is being written goes with its comment.
  const own = comments[now.comments.findIndex((one) => isSameCommentPlace(one, now.writing))];
  const writing = own ?? writtenPlace(now, diff);
  const isSame = comments.every((one, index) => one === now.comments[index]) && writing?.line === now.writing?.line;
  return isSame ? now : { ...now, comments, writing: writing && { side: writing.side, line: writing.line } };
}

function writtenPlace({ writing, about = '' }: StoredDraft, diff: Diff): CommentPlace | undefined {
  return writing && anchorComments([{ ...writing, about, text: '' }], diff)[0];
}

function withWrittenComment(now: StoredDraft, text: string): StoredDraft {
  const { writing, about = '' } = now;
  return writing === undefined ? now : { ...now, comments: withComment(now.comments, { ...writing, about, text }) };
}
