import { useEffect, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import styles from './full-pages.module.css';

/** A start that takes less than this, in milliseconds, shows nothing instead of a flash of words. */
const PATIENCE_MS = 400;

export function StartingPage({ isLost }: { readonly isLost: boolean }) {
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);
  if (!isLate) return <main className={styles.page} aria-busy="true" />;
  return (
    <main className={styles.page}>
      <Spinner label={isLost ? 'Waiting for Sigma Shell to answer' : 'Connecting to Sigma Shell'} />
    </main>
  );
}

export function FailedToStart({ error }: { readonly error: Error }) {
  return (
    <main className={styles.page} role="alert">
      <EmptyState
        icon="error"
        title="Sigma Shell could not be opened"
        text={error.message}
        action={
          <Button variant="primary" onClick={() => location.reload()}>
            Try again
          </Button>
        }
      />
    </main>
  );
}
