import type { ConversationItem } from '#contract';
import { Button } from '../../ui/button.tsx';
import { formatDuration } from '../../ui/format.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import { REPLY_STATES, THINKING } from '../items/session-words.ts';
import { StateMark } from '../items/state-mark.tsx';
import { MessageMenu } from '../rewind/message-menu.tsx';
import styles from './assistant-message.module.css';
import { MessageFoot } from './message-foot.tsx';
import { Reasoning } from './reasoning.tsx';
import { ReplyBlocks } from './reply-blocks.tsx';

type AssistantItem = Extract<ConversationItem, { kind: 'assistant' }>;

export interface AssistantMessageProps {
  readonly item: AssistantItem;
  readonly session: string;
  readonly onRetry: (() => void) | undefined;
}

/** A model's reply as it comes in. Finished blocks of it are not parsed again. */
export function AssistantMessage({ item, session, onRetry }: AssistantMessageProps) {
  const isLive = item.state === 'waiting' || item.state === 'streaming';
  const canRetry = onRetry !== undefined && item.canRetry && !isLive;
  const hasEnded = REPLY_STATES[item.state] === undefined && !canRetry && item.note === undefined;
  const { reasoning, refusal } = item;
  if (hasEnded && saysNothing(item)) return undefined;

  return (
    <article className={styles.message} aria-label={`Reply of ${item.model}`} aria-busy={isLive}>
      {reasoning === undefined ? undefined : <Reasoning text={reasoning} isLive={isLive && item.text === ''} />}
      <ReplyBlocks text={item.text} />
      {refusal === undefined ? undefined : (
        <p className={styles.refusal}>
          The model refused: <VisibleText text={refusal} />
        </p>
      )}
      {hasEnded ? undefined : <State item={item} onRetry={canRetry ? onRetry : undefined} />}
      {isLive ? undefined : <Foot item={item} session={session} />}
    </article>
  );
}

function Foot({ item, session }: Omit<AssistantMessageProps, 'onRetry'>) {
  const rendering = item.rendered && { session, event: item.rendered.event };
  const menu = <MessageMenu item={item} what="reply" />;
  const facts = replyFacts(item);
  return <MessageFoot at={item.at} facts={facts} text={item.text} what="reply" rendering={rendering} menu={menu} />;
}

function saysNothing({ text, refusal, reasoning }: AssistantItem): boolean {
  return text === '' && refusal === undefined && reasoning === undefined;
}

function State({ item, onRetry }: Omit<AssistantMessageProps, 'session'>) {
  const isThinking = item.state === 'streaming' && item.text === '' && item.reasoning !== undefined;
  const state = isThinking ? THINKING : replyStateWords(item);
  return (
    <footer className={styles.foot}>
      {state === undefined ? undefined : <StateMark {...state} />}
      {item.note === undefined ? undefined : (
        <span className={styles.note}>
          <VisibleText text={item.note} />
        </span>
      )}
      {onRetry === undefined ? undefined : (
        <Button size="small" onClick={onRetry}>
          Retry
        </Button>
      )}
    </footer>
  );
}

/** Words for the state; if something other than the person stopped the reply, its note says so instead. */
const replyStateWords = ({ state, note }: AssistantItem) =>
  state === 'cancelled' && note !== undefined ? undefined : REPLY_STATES[state];

function replyFacts({ model, durationMs, usage, rewound }: AssistantItem): readonly string[] {
  const facts = [
    rewound === undefined ? undefined : 'rewound',
    model,
    durationMs === undefined ? undefined : formatDuration(durationMs),
    tokenWords(usage?.total),
  ];
  return facts.filter((fact) => fact !== undefined);
}

function tokenWords(total: number | undefined): string | undefined {
  return total ? `${total.toLocaleString()} tokens` : undefined;
}
