import type { RefObject } from 'react';
import type { Change } from '#contract';
import { useKeyFor } from '../../state/actions.tsx';
import { TurnUndoButtons, undoTarget } from '../../turns/turn-undo-buttons.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import type { ReviewState } from '../review/review-model.ts';
import { acceptedHunks, partlyAccepted } from '../review/review-state.ts';
import styles from './decide-bar.module.css';
import type { DecisionActions } from './use-decide.ts';

export interface DecideBarProps {
  readonly change: Change;
  readonly review: ReviewState;
  readonly decide: DecisionActions;
  /** Reason why it cannot be applied yet. */
  readonly unseen: string | undefined;
  readonly note: string;
  readonly onNote: (note: string) => void;
  readonly noteField: RefObject<HTMLTextAreaElement | null>;
  readonly onLeaveNote: () => void;
}

/** The answer to a proposal, or the way back from what was applied. */
export function DecideBar(props: DecideBarProps) {
  const { change, decide } = props;
  return (
    <footer className={styles.bar}>
      {decide.problem === undefined ? undefined : <Banner level="error">{decide.problem}</Banner>}
      {change.state === 'proposed' ? <ProposedDecision {...props} /> : <PastDecision change={change} />}
    </footer>
  );
}

function ProposedDecision(props: DecideBarProps) {
  const { held } = props.decide;
  return held === undefined ? <DecisionButtons {...props} /> : <HeldDecision decide={props.decide} held={held} />;
}

/** A file that is decided waits for the other files of its reply. */
function HeldDecision({ decide, held }: { readonly decide: DecisionActions; readonly held: string }) {
  const left = (decide.group?.count ?? 0) - (decide.group?.decided ?? 0);
  return (
    <div className={styles.actions}>
      <Button disabled={decide.isDeciding} onClick={decide.release}>
        Decide again
      </Button>
      <span className={styles.count} role="status">
        {held} {decide.isDeciding ? 'Applying…' : `Nothing is written until ${leftWords(left)} decided.`}
      </span>
    </div>
  );
}

const leftWords = (left: number) =>
  left === 1 ? 'the other change of this reply is' : `the other ${left} changes of this reply are`;

function DecisionButtons({ review, decide, unseen, note, onNote, noteField, onLeaveNote }: DecideBarProps) {
  // While an answer is on its way a button stays, with the focus; a second press does nothing.
  const isBlocked = !decide.isAsked;
  return (
    <>
      <textarea
        ref={noteField}
        className={styles.note}
        aria-label="Note to the model"
        placeholder="Note to the model (optional), sent with the result"
        rows={1}
        value={note}
        onChange={(event) => onNote(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.stopPropagation();
          onLeaveNote();
        }}
      />
      <div className={styles.actions}>
        <Button
          variant="primary"
          disabled={isBlocked || unseen !== undefined}
          aria-busy={decide.isDeciding}
          onClick={decide.apply}
        >
          Apply accepted
        </Button>
        <Button variant="danger" disabled={isBlocked} onClick={decide.rejectAll}>
          Reject all
        </Button>
        <span className={styles.count} role="status">
          {[
            decide.isAsked ? (unseen ?? acceptedWords(review)) : 'Not waiting for an answer yet',
            decide.group === undefined ? '' : groupWords(decide.group),
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
        {review.hunks.length === 0 ? <FileKeys /> : <KeyHints isInLines={review.line !== undefined} />}
      </div>
    </>
  );
}

/** Describes the progress of the group that this decision belongs to. */
function groupWords({ count, decided }: NonNullable<DecisionActions['group']>): string {
  if (decided === count - 1) return `The last of ${count} changes of this reply: all are written with this answer`;
  return `${decided} of ${count} changes of this reply decided: they are written together`;
}

/** The keys of a change that is accepted or rejected as a whole. */
function FileKeys() {
  return (
    <span className={styles.keys} role="note" aria-label="Keys">
      <Kbd>←</Kbd> <Kbd>→</Kbd> file <Kbd>N</Kbd> note <Kbd>Esc</Kbd> list
    </span>
  );
}

/** The keys of the moment: each means the same between hunks and between lines. */
function KeyHints({ isInLines }: { readonly isInLines: boolean }) {
  return (
    <span className={styles.keys} role="note" aria-label="Keys">
      <b>{isInLines ? 'Lines' : 'Hunks'}:</b> <Kbd>↑</Kbd> <Kbd>↓</Kbd> move <Kbd>Enter</Kbd> accept <Kbd>X</Kbd> reject{' '}
      {isInLines ? <Kbd>Space</Kbd> : <Kbd>L</Kbd>} {isInLines ? 'either' : 'lines'} <Kbd>E</Kbd> edit <Kbd>C</Kbd>{' '}
      comment <Kbd>N</Kbd> note <Kbd>←</Kbd> <Kbd>→</Kbd> file <Kbd>Esc</Kbd> {isInLines ? 'hunks' : 'list'}
    </span>
  );
}

function acceptedWords(review: ReviewState): string {
  const [accepted, partly] = [acceptedHunks(review).length, partlyAccepted(review).length];
  if (review.hunks.length === 0) return '';
  if (accepted + partly === 0) return 'No hunk is accepted: applying refuses the change';
  return `${accepted} of ${review.hunks.length} hunks accepted${partly === 0 ? '' : `, ${partly} in part`}`;
}

const APPLIED: Readonly<Record<Change['change'], string>> = {
  created: 'Applied: the file was added.',
  modified: 'Applied: this was written to the file.',
  deleted: 'Applied: the file was deleted.',
};

const PAST: Readonly<Record<Exclude<Change['state'], 'proposed' | 'applied'>, string>> = {
  rejected: 'This was refused; nothing was written.',
  undone: 'This was undone; the file is as it was before.',
  interrupted: 'Sigma Shell ended while this was being written: it may be in the file or not.',
};

function PastDecision({ change }: { readonly change: Change }) {
  const { state } = change;
  if (state === 'proposed') return undefined;
  const isThere = state === 'applied' || state === 'interrupted';
  const lost = isThere && !change.canUndo;
  return (
    <div className={styles.actions}>
      <span className={styles.count}>
        {state === 'applied' ? APPLIED[change.change] : PAST[state]}
        {lost ? ' It cannot be undone: the bytes from before were not kept.' : ''}
      </span>
      <TurnUndoButtons of={undoTarget(change)} canUndo={change.canUndo} canRedo={change.canRedo} size="medium" />
      <PastKeys change={change} />
    </div>
  );
}

function PastKeys({ change: { canUndo, canRedo } }: { readonly change: Change }) {
  const keys = { undo: useKeyFor('changes.undo'), redo: useKeyFor('changes.redo') };
  return (
    <span className={styles.keys}>
      <Kbd>←</Kbd> <Kbd>→</Kbd> file {canUndo && keys.undo ? <Kbd keys={keys.undo} /> : undefined}
      {canUndo && keys.undo ? ' undo ' : undefined}
      {canRedo && keys.redo ? <Kbd keys={keys.redo} /> : undefined}
      {canRedo && keys.redo ? ' redo ' : undefined}
      <Kbd>Esc</Kbd> list
    </span>
  );
}
