import { createContext, useContext } from 'react';
import type { TurnId, TurnUndoOutcome } from '#contract';

/** Request to undo or redo a turn, or one file of it. */
export interface TurnUndoRequest extends TurnId {
  readonly direction: TurnUndoOutcome['direction'];
  /** The turn's title, or the file's name. */
  readonly title: string;
  /** Noun for the turn that the person knows; "turn" if absent. */
  readonly noun?: string;
  /** Absolute; all of the turn where absent. */
  readonly path?: string;
}

export interface TurnUndo {
  readonly start: (request: TurnUndoRequest) => void;
  /** Whether it is being worked on. */
  readonly isBusy: (request: Pick<TurnUndoRequest, 'session' | 'turn'>) => boolean;
}

export const TurnUndoContext = createContext<TurnUndo>({ start: () => {}, isBusy: () => false });

/** The way back, and back again, for whatever shows a turn or a file of it. */
export function useUndo(): TurnUndo {
  return useContext(TurnUndoContext);
}
