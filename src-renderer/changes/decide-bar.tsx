import type { RefObject } from 'react';
import type { Change } from '#contract';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { Kbd } from '../ui/kbd.tsx';
import { UndoButton } from '../ui/undo-button.tsx';
import styles from './decide-bar.module.css';
import { acceptedHunks, type ReviewState } from './review-state.ts';
import type { Decide } from './use-decide.ts';

export interface DecideBarProps {
  readonly change: Change;
  readonly review: ReviewState;
  readonly decide: Decide;
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
      {change.state === 'proposed' ? <Answer {...props} /> : <Past change={change} />}
    </footer>
  );
}

function Answer({ review, decide, note, onNote, noteField, onLeaveNote }: DecideBarProps) {
  const accepted = acceptedHunks(review).length;
  const total = review.hunks.length;
  const isBlocked = !decide.isAsked || decide.isDeciding;
  return (
    <>
      <textarea
        ref={noteField}
        className={styles.note}
        aria-label="Note to the model"
        placeholder="Note to the model (optional): it is told beside the result"
        rows={1}
        maxLength={10_000}
        value={note}
        onChange={(event) => onNote(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.stopPropagation();
          onLeaveNote();
        }}
      />
      <div className={styles.actions}>
        <Button variant="primary" disabled={isBlocked} onClick={decide.apply}>
          Apply accepted
        </Button>
        <Button variant="danger" disabled={isBlocked} onClick={decide.rejectAll}>
          Reject all
        </Button>
        <span className={styles.count} role="status">
          {summary({ accepted, total, isAsked: decide.isAsked })}
        </span>
        <span className={styles.keys}>
          <Kbd>↑</Kbd> <Kbd>↓</Kbd> hunk <Kbd>Enter</Kbd> accept <Kbd>X</Kbd> reject <Kbd>E</Kbd> edit <Kbd>N</Kbd> note
        </span>
      </div>
    </>
  );
}

function summary({ accepted, total, isAsked }: { accepted: number; total: number; isAsked: boolean }): string {
  if (!isAsked) return 'Not waiting for an answer yet';
  if (total === 0) return '';
  if (accepted === 0) return 'No hunk is accepted: applying refuses the change';
  return `${accepted} of ${total} hunks accepted`;
}

const PAST: Readonly<Record<Exclude<Change['state'], 'proposed'>, string>> = {
  applied: 'This is in the file.',
  rejected: 'This was refused; nothing was written.',
  undone: 'This was undone; the file is as it was before.',
  interrupted: 'Sigma Shell ended while this waited; nothing was written.',
};

function Past({ change }: { readonly change: Change }) {
  if (change.state === 'proposed') return undefined;
  const lost = change.state === 'applied' && !change.canUndo;
  return (
    <div className={styles.actions}>
      <span className={styles.count}>
        {PAST[change.state]}
        {lost ? ' It cannot be undone: the bytes from before were not kept.' : ''}
      </span>
      {change.state === 'applied' && change.canUndo ? (
        <UndoButton key={change.id} session={change.session} event={change.id} path={change.shownPath} isProminent />
      ) : undefined}
    </div>
  );
}
