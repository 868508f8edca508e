import type { Exit } from '#process/process-group';
import type { LinkEnd } from '#tools';

/** Exit code by which a program asks to be started again. */
const RESTART = 99;

export function exitText({ exitCode, signal }: Exit): string {
  return exitCode === undefined ? `ended by ${signal ?? 'a signal'}` : `exit code ${exitCode}`;
}

/** Interprets a program's exit for its provider. */
export function endBy(exit: Exit): LinkEnd {
  const state = exit.exitCode === 0 ? 'completed' : 'failed';
  return { state, reason: exitText(exit), wantsRestart: exit.exitCode === RESTART };
}
