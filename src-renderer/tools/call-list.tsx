import type { ProviderCall } from '#contract';
import type { LiveState } from '../state/use-live.ts';
import { Badge } from '../ui/badge.tsx';
import { Banner } from '../ui/banner.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { formatDuration, formatTime } from '../ui/format.ts';
import { ScrollBlock } from '../ui/scroll-block.tsx';
import { useToday } from '../ui/use-today.ts';
import { VisibleText } from '../ui/visible-text.tsx';
import styles from './logs.module.css';

const NONE: readonly ProviderCall[] = [];

export interface CallListProps {
  readonly live: LiveState<readonly ProviderCall[]>;
}

/** List of the last calls, newest first, with arguments and results. */
export function CallList({ live }: CallListProps) {
  useToday();
  const calls = live.status === 'ready' ? live.value : NONE;
  if (live.status === 'failed') return <Banner level="error">{live.error.message}</Banner>;
  if (calls.length === 0) {
    return (
      <EmptyState
        icon="activity"
        title="No calls yet"
        text="Try a tool by hand, or ask a model for something it does."
      />
    );
  }
  return (
    <ul className={styles.calls} aria-label="Last calls">
      {calls.map((call) => (
        <li key={`${call.at} ${call.tool} ${call.durationMs}`} className={styles.call}>
          <details>
            <summary>
              <time dateTime={new Date(call.at).toISOString()}>{formatTime(call.at)}</time>{' '}
              <code>
                <VisibleText text={call.tool} />
              </code>{' '}
              <Badge tone={call.outcome === 'done' ? 'success' : 'danger'}>{call.outcome}</Badge>{' '}
              {formatDuration(call.durationMs)}
            </summary>
            <ScrollBlock label={`Sent to ${call.tool}`} className={styles.code}>
              <VisibleText text={call.arguments} />
            </ScrollBlock>
            <ScrollBlock label={`Answer of ${call.tool}`} className={styles.code}>
              <VisibleText text={call.content} />
            </ScrollBlock>
          </details>
        </li>
      ))}
    </ul>
  );
}
