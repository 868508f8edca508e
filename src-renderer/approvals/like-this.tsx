import { useState } from 'react';
import type { Question } from '#contract';
import { useIsMounted } from '../state/use-is-mounted.ts';
import { Button } from '../ui/button.tsx';
import { AllowLikeThis } from './allow-like-this.tsx';
import styles from './approval-card.module.css';

export interface LikeThisProps {
  readonly question: Question;
  readonly isBlocked: boolean;
  readonly mayAct: () => boolean;
  /** The rules are saved: this one is allowed, too. */
  readonly onSaved: () => void;
  /** Says what this card, which is gone, cannot say. */
  readonly tell: (text: string) => void;
}

const KEPT = 'The rule was being saved when you cancelled, and is kept.';

/**
 * Button to allow similar commands; only if a rule could cover the command. What a person writes instead of the model's
 * is allowed once.
 */
export function LikeThis({ question, isBlocked, mayAct, onSaved, tell }: LikeThisProps) {
  const [isOpen, setOpen] = useState(false);
  const [isSavedLater, setSavedLater] = useState(false);
  const isMounted = useIsMounted();
  if (question.judgement?.canBeAllowed !== true) return undefined;
  return (
    <>
      <Button size="small" aria-disabled={isBlocked} onClick={() => !isBlocked && mayAct() && setOpen(true)}>
        Allow like this…
      </Button>
      {isOpen ? (
        <AllowLikeThis
          question={question}
          onClose={() => setOpen(false)}
          onSaved={() => {
            setOpen(false);
            onSaved();
          }}
          onSavedLater={() => (isMounted() ? setSavedLater(true) : tell(KEPT))}
          onLost={tell}
        />
      ) : undefined}
      {isSavedLater ? (
        <p className={styles.hint} role="status">
          {KEPT} This command waits for your answer.
        </p>
      ) : undefined}
    </>
  );
}
