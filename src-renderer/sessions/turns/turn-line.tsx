import type { ReactNode } from 'react';
import type { TurnChanges } from '#contract';
import { useNavigation } from '../../state/navigation.tsx';
import { TurnUndoButtons } from '../../turns/turn-undo-buttons.tsx';
import { makersWords, TURN_STATES, turnCounts, turnTitle, writtenCount } from '../../turns/turn-words.ts';
import { Button } from '../../ui/button.tsx';
import { plural } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { useHeldFocus } from '../../ui/use-held-focus.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import styles from './turn-line.module.css';

/** The end of a turn that changed files: how many, by whom, the way back, and the way to its row in Changes. */
export function TurnLine({ turn }: { readonly turn: TurnChanges }) {
  const { open } = useNavigation();
  const { session, canUndo, canRedo } = turn;
  const words = `Changed ${plural(writtenCount(turn), 'file')}`;
  const state = TURN_STATES[turn.state];
  // That files were changed is said already.
  const counts = turnCounts(turn).filter(({ kind }) => kind !== 'modified');
  return (
    <section className={styles.line} data-state={turn.state} aria-label={words}>
      <Icon name="changes" />
      <p className={styles.words}>
        <b>{words}</b>
        {counts.map(({ kind, text }) => (
          <span key={kind} data-kind={kind}>
            {text}
          </span>
        ))}
        <span className={styles.makers}>
          <VisibleText text={makersWords(turn)} />
        </span>
        {state === undefined ? undefined : <span className={styles.state}>{state}</span>}
      </p>
      <TurnActions focusKey={`${canUndo} ${canRedo}`}>
        <TurnUndoButtons
          of={{ session, turn: turn.turn, title: turnTitle(turn) }}
          canUndo={canUndo}
          canRedo={canRedo}
        />
        <Button size="small" variant="ghost" onClick={() => open('changes', turn.turn)}>
          Show in Changes
        </Button>
      </TurnActions>
    </section>
  );
}

/** Its buttons; where the one that had the focus is gone, the first of the others takes it. */
function TurnActions({ focusKey, children }: { readonly focusKey: string; readonly children: ReactNode }) {
  const held = useHeldFocus<HTMLSpanElement>(focusKey);
  return (
    <span {...held} className={styles.actions}>
      {children}
    </span>
  );
}
