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
    <span className={styles.hint} data-needs-you={props.needsYou || undefined}>
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
      {key === undefined ? (
        <span>The question is in the review</span>
      ) : (
        <span>
          <Kbd keys={key} /> goes to the question
        </span>
      )}
      <span>
        , <Kbd>Esc</Kbd> stops
      </span>
    </>
  );
}

const tabLeavesKeys = (
  <>
    <span>
      <Kbd>Tab</Kbd> moves the focus
    </span>
    <span>
      , <Kbd>Ctrl+M</Kbd> has it change the mode
    </span>
  </>
);

/** Hint after Tab went to another mode: how to leave the field comes first. */
const tabCyclesKeys = (
  <>
    <span>
      <Kbd>Ctrl+M</Kbd> lets Tab leave the field
    </span>
    <span>
      , <Kbd>Tab</Kbd> goes to the next mode
    </span>
  </>
);

const stopKeys = (
  <>
    <span>
      <Kbd>Esc</Kbd> stops
    </span>
    <span>
      , <Kbd>Enter</Kbd> sends afterwards
    </span>
  </>
);

const chatKeys = (
  <>
    <span>
      <Kbd>Enter</Kbd> sends
    </span>
    <span>
      , <Kbd>Shift+Enter</Kbd> begins a line
    </span>
    <span>
      , <Kbd>Tab</Kbd> goes to the next mode
    </span>
  </>
);

const interruptKeys = (
  <span>
    <Kbd>Ctrl+C</Kbd> or <Kbd>Esc</Kbd> interrupts
  </span>
);

const shellKeys = (
  <>
    <span>
      <Kbd>Enter</Kbd> runs
    </span>
    <span>
      , <Kbd>Ctrl+R</Kbd> searches
    </span>
    <span>
      , <Kbd>Tab</Kbd> completes or goes to the next mode
    </span>
  </>
);
