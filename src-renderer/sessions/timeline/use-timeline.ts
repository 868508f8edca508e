import { useMemo, useState } from 'react';
import { actionOf } from '../../state/action-table.ts';
import { useActions } from '../../state/actions.tsx';
import { sessionActions } from '../action-table.ts';

export interface TimelineState {
  readonly isOpen: boolean;
  readonly open: () => void;
  readonly close: () => void;
}

/** The action to see a session by its turns. */
export function useTimeline(isEnabled: boolean): TimelineState {
  const [isOpen, setOpen] = useState(false);
  const timeline = useMemo(() => ({ open: () => setOpen(true), close: () => setOpen(false) }), []);
  const { open } = timeline;
  useActions(
    useMemo(
      () => [actionOf(sessionActions, 'sessions.timeline', { enabled: isEnabled, run: open })],
      [isEnabled, open],
    ),
  );
  return { ...timeline, isOpen: isOpen && isEnabled };
}
