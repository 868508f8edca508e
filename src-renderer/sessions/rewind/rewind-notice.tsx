import type { ConversationItem } from '#contract';
import { useWorkspaceOf } from '../../state/sessions.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { plural } from '../../ui/format.ts';
import { shortPaths } from '../../ui/short-path.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import { useRewinding } from './rewind-context.ts';
import styles from './rewind-notice.module.css';

type NoticeItem = Extract<ConversationItem, { kind: 'notice' }>;
type RewindItem = NoticeItem & { readonly rewind: NonNullable<NoticeItem['rewind']> };

export function isRewindNotice(item: NoticeItem): item is RewindItem {
  return item.rewind !== undefined;
}

/** Tells of a rewind: how much of the conversation it folded, with ways to read that and to take the rewind back. */
export function RewindNotice({ item, session }: { readonly item: RewindItem; readonly session: string }) {
  const { id, level, text, rewind } = item;
  const { opened, toggle, redo } = useRewinding();
  const workspace = useWorkspaceOf(session);
  const isOpen = opened.has(id);
  const { messages, isRedone, canRedo } = rewind;
  const actions = (
    <>
      {messages === 0 || isRedone ? undefined : (
        <Button size="small" variant="ghost" aria-expanded={isOpen} onClick={() => toggle(id)}>
          {isOpen ? 'Hide rewound messages' : `Show ${plural(messages, 'rewound message')}`}
        </Button>
      )}
      {canRedo ? (
        <Button size="small" onClick={() => redo(id)}>
          Redo
        </Button>
      ) : undefined}
    </>
  );
  return (
    <Banner level={level} actions={actions}>
      <span className={styles.text}>
        <VisibleText text={shortPaths(text, workspace)} />
      </span>
      {isRedone ? <span className={styles.more}>This rewind was redone.</span> : undefined}
    </Banner>
  );
}
