import type { SessionSummary } from '#contract';
import { useKeyFor } from '../../state/actions.tsx';
import type { Permission } from '../../state/permission.ts';
import type { Modes } from '../../state/use-mode.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import { ModeChoice } from '../modes/mode-choice.tsx';
import { ModeMenu } from '../modes/mode-menu.tsx';
import { PermissionChoice } from '../modes/permission-choice.tsx';
import type { Turn } from '../sending/use-turn.ts';
import type { SessionConsole } from '../shell/use-console.ts';
import styles from './composer.module.css';
import type { useComposer } from './use-composer.ts';

export interface ComposerBarProps {
  readonly modes: Modes;
  readonly turn: Turn;
  readonly console: SessionConsole;
  readonly composer: ReturnType<typeof useComposer>;
  readonly permission: Permission;
  /** `undefined` before there is one. */
  readonly session: SessionSummary | undefined;
}

/** The mode, what the keys do, and what they do by mouse. */
export function ComposerBar({ modes, turn, console, composer, permission, session }: ComposerBarProps) {
  const { mode } = modes;
  const isShell = mode.kind === 'shell';
  const isUsable = isShell || mode.chat.problem === undefined;
  return (
    <div className={styles.bar}>
      <ModeChoice modes={modes} console={console} session={session} />
      <ModeMenu modes={modes} console={console} />
      <PermissionChoice permission={permission} session={session?.id} />
      <Hint
        needsYou={session?.state === 'needs-you'}
        isShell={isShell}
        isRunning={isShell ? console.isRunning : turn.isRunning}
      />
      {turn.isRunning ? (
        <Button onClick={composer.stopTurn}>
          <Icon name="stop" /> Stop
        </Button>
      ) : undefined}
      {isShell && console.isRunning ? (
        <Button onClick={console.interrupt}>
          <Icon name="stop" /> Interrupt
        </Button>
      ) : undefined}
      {isShell && !console.isRunning ? (
        <Button type="submit" variant="primary" disabled={composer.isBlank}>
          Run
        </Button>
      ) : undefined}
      {isShell || turn.isRunning ? undefined : (
        <Button type="submit" variant="primary" disabled={!isUsable || composer.isBlank || turn.isSending}>
          Send
        </Button>
      )}
    </div>
  );
}

/** While the session waits for an answer, the way to what is asked is said first. */
function QuestionHint() {
  const key = useKeyFor('review.focus');
  return (
    <span className={styles.hint}>
      {key === undefined ? 'The question is in the review' : <Kbd keys={key} />}
      {key === undefined ? undefined : ' goes to the question'}
      <span className={styles.further}>
        , <Kbd>Esc</Kbd> stops
      </span>
    </span>
  );
}

interface HintProps {
  readonly needsYou: boolean;
  readonly isShell: boolean;
  readonly isRunning: boolean;
}

function Hint({ needsYou, isShell, isRunning }: HintProps) {
  if (needsYou) return <QuestionHint />;
  return <span className={styles.hint}>{isShell ? shellHint(isRunning) : chatHint(isRunning)}</span>;
}

function chatHint(isRunning: boolean) {
  if (isRunning) {
    return (
      <>
        <Kbd>Esc</Kbd> stops
        <span className={styles.further}>
          , <Kbd>Enter</Kbd> sends afterwards
        </span>
      </>
    );
  }
  return (
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
}

function shellHint(isRunning: boolean) {
  if (isRunning) {
    return (
      <>
        <Kbd>Ctrl+C</Kbd> or <Kbd>Esc</Kbd> interrupts
      </>
    );
  }
  return (
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
}
