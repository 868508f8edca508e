import { memo } from 'react';
import { Spinner } from '../../ui/spinner.tsx';
import { type LoadState, useLoaded } from '../../ui/use-loaded.ts';
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
  const { loaded, again } = useLoaded(load);
  return (
    <ErrorBoundary name={title} onRetry={again}>
      <LoadedView title={title} loaded={loaded} isVisible={isVisible} />
    </ErrorBoundary>
  );
});

interface LoadedViewProps extends Omit<ViewHostProps, 'load'> {
  readonly loaded: LoadState<{ readonly default: View }>;
}

/** @throws why the view could not be loaded, for the boundary around it to say */
function LoadedView({ title, loaded, isVisible }: LoadedViewProps) {
  if (loaded.status === 'failed') throw loaded.error;
  if (loaded.status === 'loaded') return <loaded.value.default isVisible={isVisible} />;
  return (
    <div className={styles.loading}>
      <Spinner label={`Loading ${title}`} />
    </div>
  );
}
