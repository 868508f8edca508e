import { useEffect, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Spinner } from '../ui/spinner.tsx';
import styles from './full-pages.module.css';

/** A start that takes less than this, in milliseconds, shows nothing instead of a flash of words. */
const PATIENCE_MS = 400;

export function Starting({ isLost }: { readonly isLost: boolean }) {
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

/** The host was started anew and knows none of the old cookies; only it can give a new address. */
export function Refused() {
  return (
    <main className={styles.page}>
      <EmptyState
        icon="key"
        title="This page is no longer let in"
        text="Sigma Shell was started again since this page was opened. Open the address it prints in its terminal; press Enter there for a fresh one. Sessions and terminals are safe on the host."
        action={
          <Button variant="primary" onClick={() => location.reload()}>
            Try again
          </Button>
        }
      />
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
