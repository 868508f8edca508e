import { lazy, memo, Suspense, useState } from 'react';
import { Spinner } from '../../ui/spinner.tsx';
import { ErrorBoundary } from '../start/error-boundary.tsx';
import styles from './view-host.module.css';
import type { View } from './views.ts';

export interface ViewHostProps {
  readonly title: string;
  readonly load: () => Promise<{ default: View }>;
  readonly isVisible: boolean;
}

/** Loads a view when it is first mounted, and again when that failed and the person asks for it. */
export const ViewHost = memo(function ViewHost({ title, load, isVisible }: ViewHostProps) {
  const [Loaded, setLoaded] = useState(() => lazy(load));
  return (
    <ErrorBoundary name={title} onRetry={() => setLoaded(() => lazy(load))}>
      <Suspense
        fallback={
          <div className={styles.loading}>
            <Spinner label={`Loading ${title}`} />
          </div>
        }
      >
        <Loaded isVisible={isVisible} />
      </Suspense>
    </ErrorBoundary>
  );
});
