import { type RefObject, useCallback, useMemo, useRef, useState } from 'react';
import { actionOf } from '../../state/action-table.ts';
import { useActions } from '../../state/actions.tsx';
import { sessionActions } from '../action-table.ts';

export interface FindState {
  readonly isOpen: boolean;
  readonly sought: string;
  readonly requests: number;
  readonly setSought: (text: string) => void;
  readonly close: () => void;
}

/** The action to find something in the conversation. Closing goes back to where the person was. */
export function useConversationFind(isEnabled: boolean, fallback: RefObject<HTMLElement | null>): FindState {
  const [requests, setRequests] = useState(0);
  const [isOpen, setOpen] = useState(false);
  const [sought, setSought] = useState('');
  const before = useRef<Element | null>(null);

  const open = useCallback(() => {
    const at = document.activeElement;
    if (at?.closest('search') == null) before.current = at;
    const selected = document.getSelection()?.toString() ?? '';
    if (selected !== '' && !selected.includes('\n')) setSought(selected);
    setOpen(true);
    setRequests((count) => count + 1);
  }, []);
  const close = useCallback(() => {
    setOpen(false);
    const place = before.current;
    const isThere = place instanceof HTMLElement && place.isConnected && place !== document.body;
    (isThere ? place : fallback.current)?.focus();
  }, [fallback]);

  useActions(
    useMemo(() => [actionOf(sessionActions, 'sessions.find', { enabled: isEnabled, run: open })], [isEnabled, open]),
  );
  return { isOpen: isOpen && isEnabled, sought, requests, setSought, close };
}
