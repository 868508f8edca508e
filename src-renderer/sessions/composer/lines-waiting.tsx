import { Icon } from '../../ui/icon.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import styles from './composer.module.css';

/** Lines typed ahead: they run when the one before them has ended, and come back when it goes on for long. */
export function LinesWaiting({ lines }: { readonly lines: readonly string[] }) {
  if (lines.length === 0) return undefined;
  return (
    <div className={styles.queued} role="status">
      <Icon name="clock" />
      <span>Next</span>
      <ol className={styles.waiting} aria-label="Lines that wait">
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same line may wait twice, and only the first one leaves.
          <li key={index}>
            <code>
              <VisibleText text={line} />
            </code>
          </li>
        ))}
      </ol>
    </div>
  );
}
