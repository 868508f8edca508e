import { useRef } from 'react';
import { LongText } from '../../text/long-text.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ScrollBlock } from '../../ui/scroll-block.tsx';
import { useStickToBottom } from '../../ui/use-stick-to-bottom.ts';
import { useIsFinding } from '../find/find-context.ts';
import { Fold } from '../find/fold.tsx';
import styles from './reasoning.module.css';

export interface ReasoningProps {
  readonly text: string;
  /** Whether the reasoning is still in progress. */
  readonly isLive: boolean;
}

/** Reasoning of the model before its answer; closed, as it is not the answer. */
export function Reasoning({ text, isLive }: ReasoningProps) {
  const title = (
    <span className={styles.title}>
      Reasoning{isLive ? <Icon name="running" /> : <span className={styles.length}>{wordsOf(text)}</span>}
    </span>
  );
  return (
    <Fold className={styles.reasoning} title={title}>
      {() => <Thought text={text} />}
    </Fold>
  );
}

function Thought({ text }: Pick<ReasoningProps, 'text'>) {
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  useStickToBottom(scroller, content);
  return (
    <ScrollBlock ref={scroller} className={styles.scroller} label="Reasoning">
      <div ref={content} className={styles.text}>
        <LongText text={text} isWhole={useIsFinding()} />
      </div>
    </ScrollBlock>
  );
}

function wordsOf(text: string): string {
  const words = text.match(/\S+/g)?.length ?? 0;
  return `${words.toLocaleString()} ${words === 1 ? 'word' : 'words'}`;
}
