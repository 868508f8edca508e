import { memo, useMemo } from 'react';
import type { ConversationItem } from '#contract';
import { Button } from '../ui/button.tsx';
import { formatDuration } from '../ui/format.ts';
import { Markdown } from '../ui/markdown.tsx';
import styles from './assistant-message.module.css';
import { splitMarkdown } from './markdown-blocks.ts';
import { REPLY_STATES } from './session-words.ts';
import { StateMark } from './state-mark.tsx';

export interface AssistantMessageProps {
  readonly item: Extract<ConversationItem, { kind: 'assistant' }>;
  readonly onRetry: (() => void) | undefined;
}

/** A model's reply as it comes in. Finished blocks of it are not parsed again. */
export function AssistantMessage({ item, onRetry }: AssistantMessageProps) {
  const blocks = useMemo(() => splitMarkdown(item.text), [item.text]);
  const isLive = item.state === 'waiting' || item.state === 'streaming';
  const canRetry = onRetry !== undefined && item.canRetry && !isLive;
  const hasEnded = REPLY_STATES[item.state] === undefined && !canRetry;
  if (blocks.length === 0 && hasEnded && item.refusal === undefined) return undefined;

  return (
    <article className={styles.message} aria-label={`Reply of ${item.model}`} aria-busy={isLive}>
      {blocks.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks are only ever added at the end.
        <Block key={index} text={block} />
      ))}
      {item.refusal === undefined ? undefined : <p className={styles.refusal}>The model refused: {item.refusal}</p>}
      {hasEnded ? <Facts item={item} /> : <State item={item} onRetry={canRetry ? onRetry : undefined} />}
    </article>
  );
}

function State({ item, onRetry }: AssistantMessageProps) {
  const state = REPLY_STATES[item.state];
  return (
    <footer className={styles.foot}>
      {state === undefined ? undefined : <StateMark {...state} />}
      {item.note === undefined ? undefined : <span className={styles.note}>{item.note}</span>}
      {onRetry === undefined ? undefined : (
        <Button size="small" onClick={onRetry}>
          Retry
        </Button>
      )}
    </footer>
  );
}

function Facts({ item: { model, durationMs, usage } }: Pick<AssistantMessageProps, 'item'>) {
  if (durationMs === undefined) return undefined;
  const facts = [model, formatDuration(durationMs), tokens(usage?.total)].filter(Boolean);
  return <p className={styles.facts}>{facts.join(' · ')}</p>;
}

const Block = memo(function Block({ text }: { readonly text: string }) {
  return <Markdown text={text} />;
});

function tokens(total: number | undefined): string | undefined {
  return total ? `${total.toLocaleString()} tokens` : undefined;
}
