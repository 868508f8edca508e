import { useConnection } from '../../api/api-context.tsx';
import { Button } from '../../ui/button.tsx';
import styles from './connection-banner.module.css';

/** One thin line while the host does not answer; what is shown below is as it was last known. */
export function ConnectionBanner({ onRetry }: { readonly onRetry: () => void }) {
  const { state } = useConnection();
  const isLost = state === 'lost' || state === 'connecting';
  const tryNow = (
    <Button size="small" variant="ghost" onClick={onRetry}>
      Try now
    </Button>
  );
  return (
    <div className={styles.place} role="status">
      {isLost ? (
        <p className={styles.banner}>
          Connection lost, reconnecting…
          {tryNow}
        </p>
      ) : undefined}
      {state === 'ended' ? (
        <p className={styles.banner}>
          <span>
            Sigma Shell has ended; all is on the record. Start it again as you did, such as with{' '}
            <code>npm start -- --browser</code>: this page then goes on by itself.
          </span>
          {tryNow}
        </p>
      ) : undefined}
    </div>
  );
}
