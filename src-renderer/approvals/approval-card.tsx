import { useId, useLayoutEffect, useRef } from 'react';
import type { Decision, Question } from '#contract';
import { useNavigation } from '../state/navigation.tsx';
import { reviewedInChanges } from '../state/reviewed-in-changes.ts';
import { Badge } from '../ui/badge.tsx';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import styles from './approval-card.module.css';
import { LikeThis, type LikeThisProps } from './like-this.tsx';
import { QuestionDetails } from './question-details.tsx';
import { questionTitle } from './question-words.ts';
import { SubjectView } from './subject-view.tsx';
import { useAnswer } from './use-answer.ts';
import { useAnswerDraft } from './use-answer-draft.ts';
import type { AnswerReports } from './use-answers-here.ts';
import { useSettled } from './use-settled.ts';
import { type AllowDecision, useSubjectReview } from './use-subject-review.ts';
import { WorkspaceOffer } from './workspace-offer.tsx';

export interface ApprovalCardProps {
  readonly question: Question;
  /** Ids of the cards above it; when they change it has moved. */
  readonly above: string;
  readonly reports: AnswerReports;
  /** The question was withdrawn or answered while the focus was in its card. */
  readonly onGoneWithFocus: () => void;
}

/**
 * One question to a person. It never takes the focus, does not act until it has been still for a moment, and cannot
 * be allowed before all of it was in view.
 */
export function ApprovalCard({ question, above, reports, onGoneWithFocus }: ApprovalCardProps) {
  const card = useRef<HTMLElement>(null);
  const titleId = useId();
  const settled = useSettled(card, above);
  const answer = useAnswer(question, settled.mayAct, reports);
  const [draft, write] = useAnswerDraft(question.id);
  const { note = '' } = draft;
  const review = useSubjectReview(question, draft, write);
  useFocusHandedOver(card, onGoneWithFocus);
  const isBlocked = !settled.isSettled || answer.isAnswering;
  const { subject } = question;
  const reader = question.isExact ? 'client' : 'model';
  const allow = (more: Pick<AllowDecision, 'outside'> = {}) => {
    if (!review.mayAllow || !settled.mayAct()) return;
    const decision = review.allowing();
    if (decision !== undefined) answer.decide(allowWithNote({ ...decision, ...more }, note));
  };
  // It was decided with the rule; that the card has moved since, while that was saved, takes nothing back.
  const allowSaved = () => {
    const decision = review.allowing();
    if (decision !== undefined) answer.send(allowWithNote(decision, note), 'The rule was saved.');
  };

  return (
    <article ref={card} className={styles.card} aria-labelledby={titleId} data-question={question.id} tabIndex={-1}>
      <header className={styles.header}>
        <Icon name="attention" />
        <h3 id={titleId} className={styles.title}>
          {questionTitle(question)}
        </h3>
        {question.isOutside ? <Badge tone="danger">outside the workspace</Badge> : undefined}
      </header>
      <GroupHint group={question.group} />
      <SubjectView question={question} review={review} />
      <QuestionDetails question={question} />
      {question.offersWorkspace === true ? <WorkspaceOffer session={question.session} /> : undefined}
      {answer.problem === undefined ? undefined : <Banner level="error">{answer.problem}</Banner>}
      {review.isEndSeen ? undefined : (
        <p className={styles.hint}>Scroll through the whole change before you allow it.</p>
      )}
      {review.blocked === undefined ? undefined : <p className={styles.hint}>{review.blocked}</p>}
      <textarea
        className={styles.note}
        aria-label={`Reason or note for the ${reader}`}
        placeholder={`Reason or note for the ${reader} (optional)`}
        rows={1}
        value={note}
        onChange={(event) => write({ note: event.target.value })}
      />
      <div className={styles.actions}>
        <Button variant="primary" size="small" aria-disabled={isBlocked || !review.mayAllow} onClick={() => allow()}>
          {review.allowLabel}
        </Button>
        <OutsideOnce
          question={question}
          isBlocked={isBlocked || !review.mayAllow}
          onChoose={() => allow({ outside: true })}
        />
        <UseKept
          question={question}
          isBlocked={isBlocked}
          isEditing={review.isEditing}
          mayAct={settled.mayAct}
          onChoose={() => answer.decide(allowWithNote({ verdict: 'allow', useKept: true }, note))}
        />
        <LikeThis
          question={question}
          isBlocked={isBlocked || !review.mayAllow || review.isEditing}
          mayAct={settled.mayAct}
          onSaved={allowSaved}
          tell={(text) => reports.tell(question, text)}
        />
        {subject.kind === 'command' && question.isExact !== true ? (
          <Button size="small" aria-pressed={review.isEditing} onClick={review.toggleEditing}>
            Edit
          </Button>
        ) : undefined}
        <InChanges question={question} />
        <Button
          className={styles.refuse}
          variant="danger"
          size="small"
          aria-disabled={isBlocked}
          onClick={() => answer.decide(refuseWithNote(note))}
        >
          Refuse
        </Button>
      </div>
    </article>
  );
}

/** Hint about questions that are asked together with this one. */
function GroupHint({ group }: Pick<Question, 'group'>) {
  if (group === undefined) return undefined;
  return (
    <p className={styles.hint}>
      Change {group.index + 1} of {group.count} of one reply: they are written together once all are answered.
    </p>
  );
}

/** The way to the diff of a change. */
function InChanges({ question }: { readonly question: Question }) {
  const { open } = useNavigation();
  const reviewable = reviewedInChanges(question);
  if (reviewable === undefined) return undefined;
  return (
    <Button size="small" onClick={() => open('changes', reviewable)}>
      Review changes
    </Button>
  );
}

interface ChoiceProps {
  readonly question: Question;
  readonly isBlocked: boolean;
  readonly onChoose: () => void;
}

/** Button to run once outside the box; only for what would run in it. */
function OutsideOnce({ question, isBlocked, onChoose }: ChoiceProps) {
  if (!runsInBox(question) || question.isExact === true) return undefined;
  return (
    <Button
      size="small"
      title="Runs it with your rights: nothing limits what it writes, reads or sends"
      aria-disabled={isBlocked}
      onClick={onChoose}
    >
      Run outside once
    </Button>
  );
}

interface UseKeptProps extends ChoiceProps, Pick<LikeThisProps, 'mayAct'> {
  readonly isEditing: boolean;
}

/** Button to use a kept output; only if the same command ran before, and not for an edited command. */
function UseKept({ question, isBlocked, isEditing, mayAct, onChoose }: UseKeptProps) {
  if (question.kept === undefined || isEditing) return undefined;
  return (
    <Button
      size="small"
      title="Shows what it printed then, filtered as the line says, and runs nothing"
      aria-disabled={isBlocked}
      onClick={() => !isBlocked && mayAct() && onChoose()}
    >
      Use kept output
    </Button>
  );
}

function runsInBox({ subject, judgement }: Question): boolean {
  return subject.kind === 'command' && (judgement?.sandbox === 'workspace' || judgement?.sandbox === 'network');
}

function allowWithNote(decision: AllowDecision, note: string): Decision {
  return note.trim() === '' ? decision : { ...decision, note: note.trim() };
}

function refuseWithNote(note: string): Decision {
  return note.trim() === '' ? { verdict: 'refuse' } : { verdict: 'refuse', reason: note.trim() };
}

/** Moves the focus to the pane when a card with the focus disappears, so that it does not fall to the page. */
function useFocusHandedOver(card: { readonly current: HTMLElement | null }, onGoneWithFocus: () => void): void {
  useLayoutEffect(() => {
    const element = card.current;
    return () => {
      if (element?.contains(document.activeElement)) onGoneWithFocus();
    };
  }, [card, onGoneWithFocus]);
}
