import type { RefObject } from 'react';
import type { Diff, Question } from '#contract';
import { DiffLines } from '../text/diff-lines.tsx';
import { hunkWords } from '../text/diff-wording.ts';
import { formatBytes } from '../ui/format.ts';
import { ScrollBlock } from '../ui/scroll-block.tsx';
import { VisibleText } from '../ui/visible-text.tsx';
import { HiddenInEdit } from './hidden-in-edit.tsx';
import { CallSubject, ConfirmSubject, FormSubject, SpendingSubject } from './outside-subjects.tsx';
import { deletionWords } from './question-words.ts';
import styles from './subject-view.module.css';
import { MAX_PREVIEW_LINES, type SubjectReview } from './use-subject-review.ts';

/** Subject of a question, with everything hidden in it made visible. */
export function SubjectView({ question, review }: { readonly question: Question; readonly review: SubjectReview }) {
  const { subject } = question;
  switch (subject.kind) {
    case 'command':
      return <CommandSubject review={review} text={subject.command} />;
    case 'change':
      return (
        <>
          <p className={styles.path}>
            <VisibleText text={subject.shownPath} />
            <span className={styles.counts}>
              {subject.isNew ? 'new file · ' : ''}
              <span className={styles.added}>+{subject.addedLines}</span>{' '}
              <span className={styles.removed}>−{subject.removedLines}</span>
            </span>
          </p>
          <HunkPreview block={review.block} diff={review.diff} />
        </>
      );
    case 'read':
      return (
        <p className={styles.path}>
          <VisibleText text={subject.shownPath} />
          {subject.size === undefined ? undefined : <span className={styles.counts}>{formatBytes(subject.size)}</span>}
        </p>
      );
    case 'delete':
      return <DeleteSubject subject={subject} block={review.block} />;
    case 'filter':
      return <CommandSubject review={review} text={subject.filter} />;
    case 'rounds':
      return (
        <p className={styles.plain}>
          The model has answered {subject.used} times in this turn without ending it. Allowing lets it go on for as many
          again.
        </p>
      );
    case 'call':
      return <CallSubject subject={subject} block={asRef(review.block)} />;
    case 'spending':
      return <SpendingSubject subject={subject} />;
    case 'form':
      return <FormSubject subject={subject} form={review.form} />;
    case 'confirm':
      return <ConfirmSubject subject={subject} block={asRef(review.block)} />;
  }
}

function CommandSubject({ review, text }: { readonly review: SubjectReview; readonly text: string }) {
  if (review.isEditing) {
    return (
      <>
        <textarea
          // biome-ignore lint/a11y/noAutofocus: the person has just pressed "Edit".
          autoFocus
          className={styles.edit}
          aria-label="Edited command"
          rows={Math.min(Math.max(review.command.split('\n').length, 2), 12)}
          maxLength={1_000_000}
          spellCheck={false}
          value={review.command}
          onChange={(event) => review.setCommand(event.target.value)}
        />
        <HiddenInEdit command={review.command} />
      </>
    );
  }
  return (
    <>
      <ScrollBlock ref={asRef(review.block)} className={styles.block} label="Command">
        <code>
          <VisibleText text={text} />
        </code>
      </ScrollBlock>
      {review.hasKeptEdit ? (
        <p className={styles.plain}>
          Your edited command is kept: “Edit” shows it. What is allowed now is the command above.
        </p>
      ) : undefined}
    </>
  );
}

function HunkPreview({
  block,
  diff,
}: {
  readonly block: RefObject<HTMLElement | null>;
  readonly diff: Diff | undefined;
}) {
  const shown = diff === undefined || diff.noText !== undefined ? [] : firstLines(diff);
  return (
    <ScrollBlock ref={asRef(block)} className={styles.preview} label="Proposed lines">
      {diff?.noText === undefined ? undefined : <p className={styles.plain}>{diff.noText}</p>}
      {shown.map((hunk) => (
        <section key={hunk.number} className={styles.hunk}>
          <h4 className={styles.hunkTitle}>
            Hunk {hunk.number}: {hunkWords(hunk)}
          </h4>
          <DiffLines label={`Hunk ${hunk.number}`} lines={hunk.lines} />
        </section>
      ))}
    </ScrollBlock>
  );
}

function DeleteSubject({
  subject,
  block,
}: {
  readonly subject: Extract<Question['subject'], { kind: 'delete' }>;
  readonly block: RefObject<HTMLElement | null>;
}) {
  const more = subject.files - subject.sample.length;
  return (
    <>
      <p className={styles.path}>
        <VisibleText text={subject.shownPath} />
        <span className={styles.counts}>{deletionWords(subject)}</span>
      </p>
      {subject.sample.length === 0 ? undefined : (
        <ScrollBlock ref={asRef(block)} className={styles.block} label="Files that would be deleted">
          <VisibleText text={subject.sample.join('\n')} />
          {more > 0 ? `\n… and ${more.toLocaleString()} more` : undefined}
        </ScrollBlock>
      )}
    </>
  );
}

function firstLines({ hunks }: Diff): Diff['hunks'] {
  let left = MAX_PREVIEW_LINES;
  return hunks.flatMap((hunk) => {
    if (left <= 0) return [];
    const lines = withoutFarContext(hunk.lines).slice(0, left);
    left -= hunk.lines.length;
    return [{ ...hunk, lines }];
  });
}

/** Unchanged lines shown around a change on a card: Changes shows more, and a card of a few small hunks fits the window. */
const CONTEXT = 2;

function withoutFarContext(lines: Diff['hunks'][number]['lines']): Diff['hunks'][number]['lines'] {
  const first = lines.findIndex(({ kind }) => kind !== 'same');
  const last = lines.findLastIndex(({ kind }) => kind !== 'same');
  return first < 0 ? lines : lines.slice(Math.max(first - CONTEXT, 0), last + CONTEXT + 1);
}

/** Whichever block is drawn is the one whose end must be seen. */
function asRef(block: RefObject<HTMLElement | null>): (element: HTMLElement | null) => void {
  return (element) => {
    block.current = element;
  };
}
