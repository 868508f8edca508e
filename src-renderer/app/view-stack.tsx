import { useEffect, useState } from 'react';
import { useNavigation, type ViewId } from '../state/navigation.tsx';
import { FutureView } from './future-view.tsx';
import { ViewHost } from './view-host.tsx';
import styles from './view-stack.module.css';
import { views } from './views.ts';

/** The chosen view; those visited before stay mounted, hidden, so that nothing in them is lost. */
export function ViewStack() {
  const { view } = useNavigation();
  const [visited, setVisited] = useState<ReadonlySet<ViewId>>(new Set([view]));
  useEffect(() => setVisited((known) => (known.has(view) ? known : new Set([...known, view]))), [view]);
  return views
    .filter(({ id }) => id === view || visited.has(id))
    .map(({ id, title, load }) => (
      <section key={id} className={styles.view} aria-label={title} hidden={id !== view} data-view={id}>
        {load === undefined ? <FutureView id={id} /> : <ViewHost title={title} load={load} isVisible={id === view} />}
      </section>
    ));
}
