import { memo } from 'react';
import type { ConversationItem } from '#contract';
import { Banner } from '../../ui/banner.tsx';
import { ToolCard } from '../cards/tool-card.tsx';
import type { ConsoleItem } from '../items/console-item.ts';
import { AssistantMessage } from '../messages/assistant-message.tsx';
import { UserMessage } from '../messages/user-message.tsx';
import { ConsoleEntry } from '../shell/console-entry.tsx';
import styles from './conversation-entry.module.css';

export interface ConversationEntryProps {
  readonly item: ConversationItem | ConsoleItem;
  readonly session: string;
  /** Set on the last entry while nothing runs. */
  readonly onRetry: (() => void) | undefined;
}

/** One entry; drawn again only when its item changes. */
export const ConversationEntry = memo(function ConversationEntry({ item, session, onRetry }: ConversationEntryProps) {
  switch (item.kind) {
    case 'user':
      return <UserMessage item={item} session={session} />;
    case 'console':
      return <ConsoleEntry item={item} session={session} />;
    case 'assistant':
      return <AssistantMessage item={item} session={session} onRetry={onRetry} />;
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
