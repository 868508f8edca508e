import { memo, type RefObject, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import type { ConversationUpdate, SessionSummary, TurnChanges } from '#contract';
import { type LiveState, useFold } from '../../state/use-live.ts';
import { announce } from '../../ui/announce.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { useStickToBottom } from '../../ui/use-stick-to-bottom.ts';
import { UsageBoard, UsageContext } from '../cards/usage-board.ts';
import { FindContext } from '../find/find-context.ts';
import { FindInConversation } from '../find/find-in-conversation.tsx';
import { useConversationFind } from '../find/use-conversation-find.ts';
import { newAnnouncements } from '../items/announcements.ts';
import { liveBlocks } from '../items/console-item.ts';
import { type ConversationItems, emptyConversation } from '../items/conversation-state.ts';
import { followConversation } from '../items/followed-conversation.ts';
import { noneWait, type WaitingMessages, withoutWaiting } from '../items/waiting-messages.ts';
import { RewindInConversation } from '../rewind/rewind-in-conversation.tsx';
import { visibleItems } from '../rewind/rewind-places.ts';
import { useRewind } from '../rewind/use-rewind.ts';
import type { TurnControls } from '../sending/use-turn.ts';
import { type LiveBlocks, LiveBlocksContext } from '../shell/console-commands.ts';
import { useWithTerminals } from '../shell/use-with-terminals.ts';
import { TimelineDialog } from '../timeline/timeline-dialog.tsx';
import type { TimelineState } from '../timeline/use-timeline.ts';
import { TurnLine } from '../turns/turn-line.tsx';
import { UndoInConversation } from '../turns/undo-in-conversation.tsx';
import { turnEnds, useSessionTurns } from '../turns/use-session-turns.ts';
import { type EntryWindow, useWindow } from '../window/use-window.ts';
import { WindowedEntries } from '../window/windowed-entries.tsx';
import { ConversationEntry } from './conversation-entry.tsx';
import styles from './conversation-view.module.css';
import { useCopyConversation } from './use-copy-conversation.ts';

/** Entries that are asked for before the rest: more than a view has room for. */
const SEEN_FIRST = 60;

export interface ConversationViewProps {
  readonly session: SessionSummary;
  readonly turn: TurnControls;
  readonly isVisible: boolean;
  /** Called with whether there is anything in it. */
  readonly onFilled: (isFilled: boolean) => void;
  readonly onWaiting: (messages: WaitingMessages) => void;
  readonly focusComposer: () => void;
  readonly timeline: Pick<TimelineState, 'isOpen' | 'close'>;
}

/** The entries of one session, following the newest while the person is at the end. */
export function ConversationView(props: ConversationViewProps) {
  const { session, turn, isVisible, onFilled, onWaiting, focusComposer, timeline } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLOListElement>(null);
  const [usages] = useState(() => new UsageBoard());
  const live = useConversation(session.id, usages, onWaiting);
  const all = useWithTerminals(live.status === 'ready' ? live.value : emptyConversation);
  const { rewind, items } = useUnfolded(session.id, all, focusComposer);
  const { isAtBottom, sticks, jumpToLatest } = useStickToBottom(scroller, content);
  const drawn = useWindow(items, { scroller, list, sticks });
  useCopyConversation({ scroller, list }, items, isVisible);
  const find = useConversationFind(isVisible, scroller);
  const sought = find.isOpen ? find.sought : '';
  const drawnFor = useDeferredValue(sought);
  useAnnouncements(all, isVisible);
  useJumpAfterSending(all, jumpToLatest);
  useFilled(all.length > 0, onFilled);
  useEffect(() => () => onWaiting(noneWait), [onWaiting]);

  return (
    <div className={styles.frame} data-empty={items.length === 0 || undefined}>
      {find.isOpen ? (
        <FindInConversation
          searched={{ content: list, entries: items, show: drawn.show }}
          sought={sought}
          isDrawn={drawnFor === sought}
          onSought={find.setSought}
          requests={find.requests}
          onClose={find.close}
        />
      ) : undefined}
      <UndoInConversation>
        <RewindInConversation session={session.id} rewind={rewind}>
          <div
            ref={scroller}
            className={styles.scroller}
            role="log"
            aria-label="Conversation"
            aria-live="off"
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region must be reachable by keyboard.
            tabIndex={0}
          >
            <FindContext value={drawnFor}>
              <UsageContext value={usages}>
                <Entries
                  content={content}
                  list={list}
                  drawn={drawn}
                  live={live}
                  items={items}
                  session={session.id}
                  isNew={session.messages === 0}
                  turn={turn}
                />
              </UsageContext>
            </FindContext>
          </div>
          {timeline.isOpen ? (
            <TimelineDialog session={session.id} items={all} onGoTo={drawn.show} onClose={timeline.close} />
          ) : undefined}
        </RewindInConversation>
      </UndoInConversation>
      {isAtBottom ? undefined : (
        <Button className={styles.jump} size="small" onClick={jumpToLatest}>
          <Icon name="arrow-down" /> Jump to latest
        </Button>
      )}
    </div>
  );
}

/** Follows the conversation of a session. What is shown stays while it comes again over a new connection. */
function useConversation(session: string, usages: UsageBoard, onWaiting: (messages: WaitingMessages) => void) {
  const shown = useRef(emptyConversation);
  const live = useFold<ConversationItems, ConversationUpdate>(
    async (api, signal) => {
      const updates = await api.sessions.conversation({ session, newest: SEEN_FIRST }, { signal });
      // What comes after the end is another session's.
      return withoutWaiting(usages.without(updates), (messages) => signal.aborted || onWaiting(messages));
    },
    shown.current,
    followConversation,
    [session],
  );
  if (live.status === 'ready') shown.current = live.value;
  return live;
}

/** The entries that are drawn, with the way back to each. */
function useUnfolded(session: string, all: ConversationItems, focusComposer: () => void) {
  const rewind = useRewind({ session, items: all, focusComposer });
  const { opened } = rewind.context;
  return { rewind, items: useMemo(() => visibleItems(all, opened), [all, opened]) };
}

function useFilled(isFilled: boolean, onFilled: (isFilled: boolean) => void): void {
  useEffect(() => {
    onFilled(isFilled);
    return () => onFilled(false);
  }, [isFilled, onFilled]);
}

interface EntriesProps {
  readonly content: RefObject<HTMLDivElement | null>;
  readonly list: RefObject<HTMLOListElement | null>;
  readonly drawn: EntryWindow;
  readonly live: LiveState<ConversationItems>;
  readonly items: ConversationItems;
  readonly session: string;
  readonly isNew: boolean;
  readonly turn: TurnControls;
}

/** Drawn again when the conversation changes, not with every key in the field that searches it. */
const Entries = memo(function Entries(props: EntriesProps) {
  const { content, list, drawn, live, items, session, isNew, turn } = props;
  const blocks = useLiveBlocksOf(items);
  const lastReply = items.findLast((item) => item.kind === 'assistant');
  const turns = useSessionTurns(session, items);
  const ends = useMemo(() => turnEnds(items, turns, turn.isRunning), [items, turns, turn.isRunning]);
  return (
    <div ref={content} className={styles.content}>
      {live.status === 'loading' && !isNew ? <Spinner label="Loading the conversation" /> : undefined}
      {live.status === 'failed' ? <Banner level="error">{live.error.message}</Banner> : undefined}
      <LiveBlocksContext value={blocks}>
        <WindowedEntries list={list} entries={items} drawn={drawn}>
          {(item) => (
            <div className={item.rewound === undefined ? undefined : styles.rewound}>
              <ConversationEntry
                item={item}
                session={session}
                onRetry={item === lastReply && !turn.isRunning ? turn.retry : undefined}
              />
              <TurnEnd turn={ends.get(item.id)} />
            </div>
          )}
        </WindowedEntries>
      </LiveBlocksContext>
    </div>
  );
});

function TurnEnd({ turn }: { readonly turn: TurnChanges | undefined }) {
  return turn === undefined ? undefined : <TurnLine turn={turn} />;
}

/** Keeps the running blocks that are drawn; the list keeps its identity while they are the same. */
function useLiveBlocksOf(items: ConversationItems): LiveBlocks {
  const [asked, setAsked] = useState<readonly string[]>([]);
  const key = liveBlocks(items, asked).join(' ');
  return useMemo(
    () => ({
      ids: key === '' ? [] : key.split(' '),
      show: (block) => setAsked((now) => [block, ...now.filter((one) => one !== block)]),
    }),
    [key],
  );
}

/** Jumps to the latest entry after a message was sent or a line was run, wherever the person was reading. */
function useJumpAfterSending(items: ConversationItems, jumpToLatest: () => void): void {
  const last = items.findLast((item) => item.kind === 'user' || item.kind === 'console')?.id;
  const before = useRef<string | undefined>(undefined);
  useEffect(() => {
    const isNews = before.current !== undefined && last !== before.current;
    before.current = last ?? '';
    if (isNews) jumpToLatest();
  }, [last, jumpToLatest]);
}

/** Tells what has happened since the conversation was opened, not what was there already. */
function useAnnouncements(items: ConversationItems, isVisible: boolean): void {
  const before = useRef<ConversationItems>(emptyConversation);
  useEffect(() => {
    const news = before.current === emptyConversation ? [] : newAnnouncements(before.current, items);
    before.current = items;
    if (isVisible) for (const text of news) announce(text);
  }, [items, isVisible]);
}
