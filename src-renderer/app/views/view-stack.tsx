import { useEffect, useLayoutEffect, useState } from 'react';
import { useNavigation, type ViewId } from '../../state/navigation.tsx';
import { isFocusLost } from '../../ui/give-focus.ts';
import { focusView } from '../../ui/view-focus.ts';
import { rememberView } from './likely-view.ts';
import { ViewHost } from './view-host.tsx';
import styles from './view-stack.module.css';
import { views } from './views.ts';

/**
 * The chosen view. Those visited before stay mounted and laid out, but are not drawn: nothing in them is lost, and they are
 * there at once. What is laid out and not drawn has to be kept from screen readers by a word of its own.
 */
export function ViewStack() {
  const { view, target, count } = useNavigation();
  const [visited, setVisited] = useState<ReadonlySet<ViewId>>(new Set([view]));
  useEffect(() => setVisited((known) => (known.has(view) ? known : new Set([...known, view]))), [view]);
  useEffect(() => rememberView(view), [view]);
  // Who is led to something wants to act on it; who stays where they are, such as in the rail, goes on from there. The view has the
  // focus as soon as it can be seen: given a moment later, it would be taken from where the next key had led.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each request counts, also one for the same view.
  useLayoutEffect(() => {
    if (target !== undefined || isFocusLost()) focusView(view);
  }, [view, target, count]);
  return (
    <div className={styles.stack}>
      {views
        .filter(({ id }) => id === view || visited.has(id))
        .map(({ id, title, load }) => (
          <section
            key={id}
            className={styles.view}
            aria-label={title}
            hidden={id !== view}
            aria-hidden={id === view ? undefined : true}
            data-view={id}
            // It has the focus as long as nothing in it wants it.
            tabIndex={-1}
          >
            <ViewHost title={title} load={load} isVisible={id === view} />
          </section>
        ))}
    </div>
  );
}
