import { memo } from 'react';
import type { ConversationItem } from '#contract';
import { useNavigation } from '../../state/navigation.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { ToolCard } from '../cards/tool-card.tsx';
import type { ConsoleItem } from '../items/console-item.ts';
import { AssistantMessage } from '../messages/assistant-message.tsx';
import { UserMessage } from '../messages/user-message.tsx';
import { isRewindNotice, RewindNotice } from '../rewind/rewind-notice.tsx';
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
          {isRewindNotice(item) ? <RewindNotice item={item} session={session} /> : <ConversationNotice item={item} />}
        </div>
      );
  }
});

/** A line about the conversation, with the way to the changes that it tells of. */
function ConversationNotice({
  item: { level, text, changes },
}: {
  readonly item: Extract<ConversationItem, { kind: 'notice' }>;
}) {
  const { open } = useNavigation();
  const show =
    changes === undefined ? undefined : (
      <Button size="small" variant="ghost" onClick={() => open('changes', changes)}>
        Show in Changes
      </Button>
    );
  return (
    <Banner level={level} actions={show}>
      {text}
    </Banner>
  );
}
