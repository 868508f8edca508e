import { type RefObject, useEffect, useMemo, useRef } from 'react';
import { actionOf } from '../../state/action-table.ts';
import { useActions } from '../../state/actions.tsx';
import { announce } from '../../ui/announce.ts';
import { copyText } from '../../ui/copy-text.ts';
import { sessionActions } from '../action-table.ts';
import type { ConversationItems } from '../items/conversation-state.ts';
import { conversationText } from '../items/entry-text.ts';

const EDITABLE = 'input, textarea, [contenteditable="true"], .xterm';

/**
 * Copying the whole conversation, also what is not drawn of it: by its action, and by selecting all and copying. Select all in
 * the conversation is of the conversation alone.
 */
export function useCopyConversation(
  { scroller, list }: Readonly<Record<'scroller' | 'list', RefObject<HTMLElement | null>>>,
  entries: ConversationItems,
  isVisible: boolean,
): void {
  const latest = useRef(entries);
  latest.current = entries;
  const isEmpty = entries.length === 0;
  useActions(
    useMemo(() => {
      const run = () =>
        void copyText(conversationText(latest.current)).then((isCopied) =>
          announce(isCopied ? 'Copied' : 'It could not be copied'),
        );
      return [actionOf(sessionActions, 'sessions.copy', { enabled: isVisible && !isEmpty, run })];
    }, [isVisible, isEmpty]),
  );
  useEffect(() => {
    const view = scroller.current;
    const onKey = (event: KeyboardEvent) => {
      const isAll = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key === 'a';
      const isElsewhere = event.target instanceof Element && event.target.closest(EDITABLE) !== null;
      const all = list.current?.parentElement;
      if (!isAll || isElsewhere || !all) return;
      event.preventDefault();
      // Its parent, so that what is drawn later belongs to it, too.
      document.getSelection()?.selectAllChildren(all);
    };
    const onCopy = (event: ClipboardEvent) => {
      if (event.clipboardData === null || !isAllSelected(list.current, latest.current)) return;
      event.preventDefault();
      event.clipboardData.setData('text/plain', conversationText(latest.current));
    };
    view?.addEventListener('keydown', onKey);
    document.addEventListener('copy', onCopy);
    return () => {
      view?.removeEventListener('keydown', onKey);
      document.removeEventListener('copy', onCopy);
    };
  }, [scroller, list]);
}

/** Whether all that is drawn is selected, of more than that. */
function isAllSelected(list: HTMLElement | null, { length }: ConversationItems): boolean {
  const selection = document.getSelection();
  const drawn = list?.querySelectorAll(':scope > [data-entry]') ?? [];
  const [first, last] = [drawn[0], drawn[drawn.length - 1]];
  if (!selection || selection.isCollapsed || !first || !last || drawn.length === length) return false;
  return selection.containsNode(first) && selection.containsNode(last);
}
