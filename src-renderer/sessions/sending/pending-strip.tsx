import type { ConsoleState } from '#contract';
import { Button, IconButton } from '../../ui/button.tsx';
import { formatBytes, plural } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import styles from './pending-strip.module.css';

const KINDS = { push: 'output', summary: 'summary', note: 'remark' } as const;

export interface PendingStripProps {
  readonly state: ConsoleState;
  readonly onDrop: (index: number) => void;
  /** Pushes the output that is kept; absent while something runs. */
  readonly onPush: (() => void) | undefined;
}

/** Strip with what is sent with the next message, and what could be. */
export function PendingStrip({ state, onDrop, onPush }: PendingStripProps) {
  const { pending, retained, lostVariables } = state;
  return (
    <>
      {lostVariables.length === 0 ? undefined : (
        <p className={styles.note}>
          <Icon name="info" /> Set earlier, but kept off the record as secrets, so not there any more:{' '}
          <code>{lostVariables.join(', ')}</code>
        </p>
      )}
      {retained === undefined ? undefined : (
        <p className={styles.note}>
          <Icon name="arrow-up" />
          <span className={styles.text}>
            The output of{' '}
            <code>
              <VisibleText text={retained.command} />
            </code>{' '}
            ({formatBytes(retained.bytes)}) can go with the next message
          </span>
          {onPush === undefined ? undefined : (
            <Button size="small" variant="ghost" onClick={onPush}>
              Push it
            </Button>
          )}
        </p>
      )}
      {pending.length === 0 ? undefined : (
        <section className={styles.pending} aria-label="Goes with the next message">
          <span className={styles.title}>{plural(pending.length, 'thing')} will go with the next message:</span>
          <ul className={styles.list}>
            {pending.map(({ kind, label, bytes }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the same output can wait twice; the place is what is dropped.
              <li key={index} className={styles.item}>
                <span className={styles.kind}>{KINDS[kind]}</span>
                <span className={styles.label} title={label}>
                  <VisibleText text={label} />
                </span>
                <span className={styles.size}>{formatBytes(bytes)}</span>
                <IconButton label={`Don’t send “${label}”`} icon="close" size="small" onClick={() => onDrop(index)} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
