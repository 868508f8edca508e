import type { SessionSummary, TerminalSize } from '#contract';
import type { PermissionControl } from '../../state/permission.ts';
import type { ModeControl } from '../../state/use-mode.ts';
import type { WaitingMessages } from '../items/waiting-messages.ts';
import type { TurnControls } from '../sending/use-turn.ts';
import type { ShellModeState } from '../shell/use-console.ts';

/** The session that a composer writes to and all that its keys act on. */
export interface ComposerOptions {
  readonly session: SessionSummary | undefined;
  readonly turn: TurnControls;
  readonly waiting: WaitingMessages;
  readonly modes: ModeControl;
  readonly console: ShellModeState;
  readonly permission: PermissionControl;
  /** Returns the size for the terminal of a command that is about to start. */
  readonly likelySize: () => TerminalSize;
}
