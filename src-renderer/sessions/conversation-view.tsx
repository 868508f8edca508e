import { useEffect, useRef } from 'react';
import type { ConversationUpdate, SessionSummary } from '#contract';
import { useFold } from '../state/use-live.ts';
import { announce } from '../ui/announce.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { announcements } from './announcements.ts';
import { ConversationEntry } from './conversation-entry.tsx';
import { type Conversation, emptyConversation, reduceConversation } from './conversation-state.ts';
import styles from './conversation-view.module.css';
import { useStickToBottom } from './use-stick-to-bottom.ts';
import type { Turn } from './use-turn.ts';

export interface ConversationViewProps {
  readonly session: SessionSummary;
  readonly turn: Turn;
  readonly isVisible: boolean;
}

/** The entries of one session, following the newest while the person is at the end. */
export function ConversationView({ session, turn, isVisible }: ConversationViewProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const live = useFold<Conversation, ConversationUpdate>(
    (api, signal) => api.sessions.conversation({ session: session.id }, { signal }),
    emptyConversation,
    reduceConversation,
    [session.id],
  );
  const items = live.status === 'ready' ? live.value : emptyConversation;
  const { isAtBottom, jumpToLatest } = useStickToBottom(scroller, content);
  useAnnouncements(items, isVisible);
  const lastReply = items.findLast((item) => item.kind === 'assistant');

  return (
    <div className={styles.frame} data-empty={items.length === 0 || undefined}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region must be reachable by keyboard. */}
      <div ref={scroller} className={styles.scroller} role="log" aria-label="Conversation" aria-live="off" tabIndex={0}>
        <div ref={content} className={styles.content}>
          {live.status === 'loading' && session.messages > 0 ? <Spinner label="Loading the conversation" /> : undefined}
          {live.status === 'failed' ? <Banner level="error">{live.error.message}</Banner> : undefined}
          {items.map((item) => (
            <ConversationEntry
              key={item.id}
              item={item}
              session={session.id}
              onRetry={item === lastReply && !turn.isRunning ? turn.retry : undefined}
            />
          ))}
        </div>
      </div>
      {isAtBottom ? undefined : (
        <Button className={styles.jump} size="small" onClick={jumpToLatest}>
          <Icon name="arrow-down" /> Jump to latest
        </Button>
      )}
    </div>
  );
}

/** Tells what has happened since the conversation was opened, not what was there already. */
function useAnnouncements(items: Conversation, isVisible: boolean): void {
  const before = useRef<Conversation>(emptyConversation);
  useEffect(() => {
    const news = before.current === emptyConversation ? [] : announcements(before.current, items);
    before.current = items;
    if (isVisible) for (const text of news) announce(text);
  }, [items, isVisible]);
}
