import { useKeyFor } from '../../state/actions.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import styles from './composer.module.css';
import type { useComposer } from './use-composer.ts';

export interface ComposerHintProps {
  /** A question of the session waits. */
  readonly needsYou: boolean;
  readonly isShell: boolean;
  readonly isRunning: boolean;
  readonly composer: Pick<ReturnType<typeof useComposer>, 'tabMovesFocus' | 'hasCycled'>;
}

/** Hint about the keys' current effect, the likeliest first. */
export function ComposerHint(props: ComposerHintProps) {
  return (
    <span className={styles.hint}>
      <Keys {...props} />
    </span>
  );
}

function Keys({ needsYou, isShell, isRunning, composer: { tabMovesFocus, hasCycled } }: ComposerHintProps) {
  if (needsYou) return <QuestionKeys />;
  if (isRunning) return isShell ? interruptKeys : stopKeys;
  if (hasCycled || tabMovesFocus) return tabMovesFocus ? tabLeavesKeys : tabCyclesKeys;
  return isShell ? shellKeys : chatKeys;
}

/** The way to what is asked. */
function QuestionKeys() {
  const key = useKeyFor('review.focus');
  return (
    <>
      {key === undefined ? 'The question is in the review' : <Kbd keys={key} />}
      {key === undefined ? undefined : ' goes to the question'}
      <span className={styles.further}>
        , <Kbd>Esc</Kbd> stops
      </span>
    </>
  );
}

const tabLeavesKeys = (
  <>
    <Kbd>Tab</Kbd> moves the focus
    <span className={styles.further}>
      , <Kbd>Ctrl+M</Kbd> has it change the mode
    </span>
  </>
);

/** Hint after Tab went to another mode: how to leave the field. */
const tabCyclesKeys = (
  <>
    <span className={styles.further}>
      <Kbd>Tab</Kbd> goes to the next mode,{' '}
    </span>
    <Kbd>Ctrl+M</Kbd> lets it leave
  </>
);

const stopKeys = (
  <>
    <Kbd>Esc</Kbd> stops
    <span className={styles.further}>
      , <Kbd>Enter</Kbd> sends afterwards
    </span>
  </>
);

const chatKeys = (
  <>
    <Kbd>Enter</Kbd> sends
    <span className={styles.further}>
      , <Kbd>Shift+Enter</Kbd> begins a line
    </span>
    <span className={styles.furthest}>
      , <Kbd>Tab</Kbd> goes to the next mode
    </span>
  </>
);

const interruptKeys = (
  <>
    <Kbd>Ctrl+C</Kbd> or <Kbd>Esc</Kbd> interrupts
  </>
);

const shellKeys = (
  <>
    <Kbd>Enter</Kbd> runs
    <span className={styles.furthest}>
      , <Kbd>Tab</Kbd> completes or goes to the next mode
    </span>
    <span className={styles.further}>
      , <Kbd>Ctrl+R</Kbd> searches
    </span>
  </>
);
