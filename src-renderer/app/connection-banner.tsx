import { useConnection } from '../api/api-context.tsx';
import { Button } from '../ui/button.tsx';
import styles from './connection-banner.module.css';

/** One thin line while the host does not answer; what is shown below is as it was last known. */
export function ConnectionBanner({ onRetry }: { readonly onRetry: () => void }) {
  const { state } = useConnection();
  const isLost = state === 'lost' || state === 'connecting';
  return (
    <div className={styles.place} role="status">
      {isLost ? (
        <p className={styles.banner}>
          Connection lost, reconnecting…
          <Button size="small" variant="ghost" onClick={onRetry}>
            Try now
          </Button>
        </p>
      ) : undefined}
    </div>
  );
}
