import { type RefObject, useEffect } from 'react';
import { Button, IconButton } from '../../ui/button.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { type CommentPlace, commentLabel, isSameCommentPlace } from './comments.ts';
import styles from './comments-panel.module.css';
import type { ReviewDraft } from './use-comment-draft.ts';

export interface CommentsPanelProps {
  readonly draft: ReviewDraft;
  readonly field: RefObject<HTMLTextAreaElement | null>;
  readonly canWrite: boolean;
  /** The field was closed: the focus goes back to the diff. */
  readonly onClose: () => void;
  readonly onShow: (place: CommentPlace) => void;
}

/** The comments on lines that go with the answer, and the field in which one is written. */
export function CommentsPanel({ draft, field, canWrite, onClose, onShow }: CommentsPanelProps) {
  const { comments, writing } = draft;
  const others = comments.filter((one) => !isSameCommentPlace(one, writing) && one.text !== '');
  if (!canWrite || (others.length === 0 && writing === undefined)) return undefined;
  return (
    <div className={styles.panel}>
      {others.length === 0 ? undefined : (
        <ul className={styles.list} aria-label="Comments">
          {others.map((comment) => (
            <li key={`${comment.side} ${comment.line}`} className={styles.item}>
              <button type="button" className={styles.place} onClick={() => onShow(comment)}>
                {comment.side === 'old' ? `Removed line ${comment.line}` : `Line ${comment.line}`}
              </button>
              <span className={styles.text}>
                <VisibleText text={comment.text} />
              </span>
              <IconButton
                label={`Edit: ${commentLabel(comment)}`}
                icon="edit"
                size="small"
                onClick={() => draft.write(comment, comment.about)}
              />
              <IconButton
                label={`Remove: ${commentLabel(comment)}`}
                icon="trash"
                size="small"
                onClick={() => {
                  draft.remove(comment);
                  onClose();
                }}
              />
            </li>
          ))}
        </ul>
      )}
      {writing === undefined ? undefined : (
        <CommentField draft={draft} field={field} writing={writing} onClose={onClose} />
      )}
    </div>
  );
}

interface FieldProps extends Pick<CommentsPanelProps, 'draft' | 'field' | 'onClose'> {
  readonly writing: CommentPlace;
}

function CommentField({ draft, field, writing, onClose }: FieldProps) {
  const label = commentLabel(writing);
  const text = draft.comments.find((one) => isSameCommentPlace(one, writing))?.text ?? '';
  const close = () => {
    draft.closeComment();
    onClose();
  };
  const { side, line } = writing;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another line is another comment.
  useEffect(() => field.current?.focus(), [field, side, line]);
  return (
    <div className={styles.writing}>
      <textarea
        ref={field}
        className={styles.field}
        aria-label={label}
        placeholder={`${label}: the model is told with the answer`}
        rows={1}
        value={text}
        onChange={(event) => draft.setComment(event.target.value)}
        onKeyDown={(event) => {
          const isDone = event.key === 'Escape' || (event.key === 'Enter' && !event.shiftKey);
          if (!isDone || event.nativeEvent.isComposing) return;
          event.preventDefault();
          event.stopPropagation();
          close();
        }}
      />
      <Button size="small" onClick={close}>
        Done <Kbd>Enter</Kbd>
      </Button>
    </div>
  );
}
