import { useLayoutEffect, useRef } from 'react';
import type { LiveState } from '../state/use-live.ts';
import { Banner } from '../ui/banner.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { formatBytes } from '../ui/format.ts';
import { VisibleText } from '../ui/visible-text.tsx';
import styles from './logs.module.css';

/** Distance from the end, in pixels, within which new text is followed. */
const AT_END = 24;

export interface DiagnosticsLogProps {
  readonly live: LiveState<{ readonly text: string; readonly droppedBytes: number }>;
  /** Name of the program whose diagnostics these are. */
  readonly name: string;
}

/** The end of what a program writes to its standard error, as it comes. */
export function DiagnosticsLog({ live, name }: DiagnosticsLogProps) {
  const block = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  const text = live.status === 'ready' ? live.value.text : '';
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new text may move the end.
  useLayoutEffect(() => {
    const { current } = block;
    if (current !== null && isAtEnd.current) current.scrollTop = current.scrollHeight;
  }, [text]);
  if (live.status === 'failed') return <Banner level="error">{live.error.message}</Banner>;
  const dropped = live.status === 'ready' ? live.value.droppedBytes : 0;
  if (text === '' && dropped === 0) {
    return (
      <EmptyState icon="command" title="No diagnostics" text="What it writes to its standard error appears here." />
    );
  }
  return (
    <div className={styles.diagnostics}>
      <div className={styles.bar}>
        <span className={styles.fact}>
          {dropped === 0
            ? 'Standard error'
            : `The end of its standard error; ${formatBytes(dropped)} before it are not kept`}
        </span>
        <CopyButton text={text} label="Copy the diagnostics" />
      </div>
      <div
        ref={block}
        className={styles.stderr}
        role="log"
        aria-live="off"
        aria-label={`Diagnostics of ${name}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard.
        tabIndex={0}
        onScroll={({ currentTarget: now }) => {
          isAtEnd.current = now.scrollHeight - now.scrollTop - now.clientHeight < AT_END;
        }}
      >
        <VisibleText text={text} />
      </div>
    </div>
  );
}
