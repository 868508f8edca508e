import { memo } from 'react';
import type { ConversationItem } from '#contract';
import { Banner } from '../ui/banner.tsx';
import { AssistantMessage } from './assistant-message.tsx';
import styles from './conversation-entry.module.css';
import { ToolCard } from './tool-card.tsx';

export interface ConversationEntryProps {
  readonly item: ConversationItem;
  readonly session: string;
  /** Set on the last entry while nothing runs. */
  readonly onRetry: (() => void) | undefined;
}

/** One entry; drawn again only when its item changes. */
export const ConversationEntry = memo(function ConversationEntry({ item, session, onRetry }: ConversationEntryProps) {
  switch (item.kind) {
    case 'user':
      return (
        <article className={styles.user} aria-label="You">
          {item.text}
        </article>
      );
    case 'assistant':
      return <AssistantMessage item={item} onRetry={onRetry} />;
    case 'tool':
      return <ToolCard item={item} session={session} />;
    case 'notice':
      return (
        <div className={styles.notice}>
          <Banner level={item.level}>{item.text}</Banner>
        </div>
      );
  }
});
