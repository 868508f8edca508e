import type { SessionSummary } from '#contract';
import type { PermissionControl } from '../../state/permission.ts';
import type { ModeControl } from '../../state/use-mode.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { TryWith } from '../branches/try-with.tsx';
import { AttachButton } from '../images/attach-button.tsx';
import { ModeChoice } from '../modes/mode-choice.tsx';
import { ModeMenu } from '../modes/mode-menu.tsx';
import { PermissionChoice } from '../modes/permission-choice.tsx';
import type { TurnControls } from '../sending/use-turn.ts';
import type { ShellModeState } from '../shell/use-console.ts';
import styles from './composer.module.css';
import { ComposerHint } from './composer-hint.tsx';
import type { useComposer } from './use-composer.ts';

export interface ComposerBarProps {
  readonly modes: ModeControl;
  readonly turn: TurnControls;
  readonly console: ShellModeState;
  readonly composer: ReturnType<typeof useComposer>;
  readonly permission: PermissionControl;
  /** Session of the message; `undefined` before there is one. */
  readonly session: SessionSummary | undefined;
  readonly onAttach: (files: readonly File[]) => void;
}

/** The mode, what the keys do, and what they do by mouse. */
export function ComposerBar({ modes, turn, console, composer, permission, session, onAttach }: ComposerBarProps) {
  const { mode } = modes;
  const isShell = mode.kind === 'shell';
  const isUsable = isShell || mode.chat.problem === undefined;
  return (
    <div className={styles.bar}>
      <ModeChoice modes={modes} console={console} session={session?.id} />
      <ModeMenu modes={modes} console={console} />
      <PermissionChoice permission={permission} session={session?.id} />
      {isShell ? undefined : <AttachButton onChoose={onAttach} />}
      <ComposerHint
        isShell={isShell}
        composer={composer}
        needsYou={session?.state === 'needs-you'}
        isRunning={isShell ? console.isRunning : turn.isRunning}
      />
      <span className={styles.buttons}>
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
        <TryWith
          session={session}
          profiles={isShell ? [] : modes.profiles}
          text={composer.draft}
          attached={composer.attached}
          onSent={(sent) => composer.setDraft((now) => (now === sent ? '' : now))}
        />
        {isShell || turn.isRunning ? undefined : (
          <Button type="submit" variant="primary" disabled={!isUsable || composer.isBlank || turn.isSending}>
            Send
          </Button>
        )}
      </span>
    </div>
  );
}
