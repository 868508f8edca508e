import { IconButton } from '../../ui/button.tsx';
import { ViewHost } from '../views/view-host.tsx';
import { loadReview } from '../views/views.ts';
import styles from './review-side.module.css';
import type { ReviewPanel } from './use-review-panel.ts';

/** The right side: what waits for the person. Kept mounted while it is closed, so that nothing typed in it is lost. */
export function ReviewSide({ panel }: { readonly panel: ReviewPanel }) {
  const { isOpen, isMaximised, toggle, toggleMaximised } = panel;
  return (
    <div className={styles.side} hidden={!isOpen} data-review-side="">
      <div className={styles.content}>
        <ViewHost title="The review" load={loadReview} isVisible={isOpen} />
      </div>
      <div className={styles.buttons}>
        <IconButton
          label={isMaximised ? 'Back to the side' : 'Use the whole window'}
          icon={isMaximised ? 'collapse' : 'expand'}
          size="small"
          onClick={toggleMaximised}
        />
        <IconButton label="Hide the review" icon="close" size="small" onClick={toggle} />
      </div>
    </div>
  );
}
